"""Neural networks: PyTorch modules, their files, and compiled code that evaluates and trains them on a CPU."""

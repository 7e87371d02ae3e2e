"""Neural networks: PyTorch modules, their files, and compiled code for inference and training on a CPU."""

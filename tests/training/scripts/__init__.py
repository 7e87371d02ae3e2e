"""Scripts in training/."""

"""The arena and evaluation."""

"""The documentation, and the parts of it that programs write."""

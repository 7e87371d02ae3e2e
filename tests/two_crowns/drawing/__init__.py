"""Text and pictures."""

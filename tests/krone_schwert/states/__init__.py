"""Positions as JSON, and what seats may know of them."""

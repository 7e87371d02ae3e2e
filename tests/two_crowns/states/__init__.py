"""Positions as JSON, and the seats' knowledge of them."""

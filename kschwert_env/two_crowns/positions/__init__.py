"""Positions as JSON: read, judged by what no game can reach, and as far as a seat may see them."""

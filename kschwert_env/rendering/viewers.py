"""Viewers of pictures and texts who have no seat."""

PUBLIC = -1
"""A viewer who sees only what everybody may know. The viewer None is a spectator, who sees everything."""

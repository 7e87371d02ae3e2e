"""Positions as JSON: writing, reading, checks for positions that no game can reach, and the view of a seat."""

from kschwert_env.politics_and_intrigue.positions.position import from_json, to_json

__all__ = ["from_json", "to_json"]

"""Positions as JSON: reading, writing, validation, and the view of each seat."""

from kschwert_env.krone_schwert.positions.position import from_json, to_json

__all__ = ["from_json", "to_json"]

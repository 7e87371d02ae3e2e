"""Positions as JSON: reading, writing, soundness, and what each seat may see."""

from kschwert_env.two_crowns.positions.position import from_json, to_json

__all__ = ["from_json", "to_json"]

"""Positions as JSON: written, read, judged by what no game can reach, and as far as a seat may see them."""

from kschwert_env.politics_and_intrigue.positions.position import from_json, to_json

__all__ = ["from_json", "to_json"]

"""Positions as JSON: reading, writing, validation, and the view of each seat."""

from kschwert_env.krone_schwert.positions.position import from_json, to_json
from kschwert_env.krone_schwert.positions.soundness import contradictions
from kschwert_env.krone_schwert.positions.start import write_start

__all__ = ["contradictions", "from_json", "to_json", "write_start"]

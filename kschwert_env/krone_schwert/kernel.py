"""The compiled functions that the engine's loops call."""

from kschwert_env.engine.returns import returns
from kschwert_env.krone_schwert.decisions import legal_mask, step
from kschwert_env.krone_schwert.observe import observe
from kschwert_env.krone_schwert.resample import resample
from kschwert_env.krone_schwert.setup import reset

__all__ = ["legal_mask", "observe", "resample", "reset", "returns", "step"]

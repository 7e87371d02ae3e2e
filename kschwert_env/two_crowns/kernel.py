"""The compiled functions that the engine's loops call."""

from kschwert_env.engine.returns import returns
from kschwert_env.two_crowns.decisions import legal_mask, step
from kschwert_env.two_crowns.observe import observe
from kschwert_env.two_crowns.resample import resample
from kschwert_env.two_crowns.setup import reset

__all__ = ["legal_mask", "observe", "resample", "reset", "returns", "step"]

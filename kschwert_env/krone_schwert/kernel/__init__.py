"""The compiled rules, a file for each chapter of the rules page; here the six functions that the engine binds."""

from kschwert_env.engine.returns import returns
from kschwert_env.krone_schwert.kernel.decisions import legal_mask, step
from kschwert_env.krone_schwert.kernel.observe import observe
from kschwert_env.krone_schwert.kernel.resample import resample
from kschwert_env.krone_schwert.kernel.setup import reset

__all__ = ["legal_mask", "observe", "resample", "reset", "returns", "step"]

"""The compiled rules, a file for each chapter of the rules page; here the six functions that the engine binds."""

from kschwert_env.politics_and_intrigue.kernel.decisions import legal_mask, step
from kschwert_env.politics_and_intrigue.kernel.end import returns
from kschwert_env.politics_and_intrigue.kernel.observe import observe
from kschwert_env.politics_and_intrigue.kernel.resample import resample
from kschwert_env.politics_and_intrigue.kernel.setup import reset

__all__ = ["legal_mask", "observe", "resample", "reset", "returns", "step"]

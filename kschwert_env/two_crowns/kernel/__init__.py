"""The compiled rules, one module per chapter of the rules page. The engine binds the six functions below."""

from kschwert_env.engine.compiled.returns import returns
from kschwert_env.two_crowns.kernel.decisions import legal_mask, step
from kschwert_env.two_crowns.kernel.observe import observe
from kschwert_env.two_crowns.kernel.resample import resample
from kschwert_env.two_crowns.kernel.setup import reset

__all__ = ["legal_mask", "observe", "resample", "reset", "returns", "step"]

"""The compiled rules: `chapters`, `zones`, and the six functions that the engine binds."""

from kschwert_env.politics_and_intrigue.kernel.chapters.game_end import returns
from kschwert_env.politics_and_intrigue.kernel.chapters.setup import reset
from kschwert_env.politics_and_intrigue.kernel.decisions import legal_mask, step
from kschwert_env.politics_and_intrigue.kernel.observe import observe
from kschwert_env.politics_and_intrigue.kernel.resample import resample

__all__ = ["legal_mask", "observe", "resample", "reset", "returns", "step"]

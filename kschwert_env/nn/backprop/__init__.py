"""The graph network in compiled code, ahead and back, many decisions at a time, on a CPU."""

from pathlib import Path

from kschwert_env.engine.jit.compiling import sources_digest
from kschwert_env.nn import inference

FOLDER = "training-" + "-".join(sources_digest(Path(path).parent) for path in (__file__, inference.__file__))
"""Of compiled code."""

"""The graph network in compiled code, ahead and back, many decisions at a time, on a CPU."""

from pathlib import Path

from kschwert_env.agents import forward
from kschwert_env.engine.compiling import sources_digest

FOLDER = "training-" + "-".join(sources_digest(Path(path).parent) for path in (__file__, forward.__file__))
"""Of compiled code."""

"""Forward and backward pass of the graph network in compiled code, in batches, on a CPU."""

from pathlib import Path

from kschwert_env.engine.jit.native.digests import sources_digest
from kschwert_env.nn import inference

FOLDER = "training-" + "-".join(sources_digest(Path(path).parent) for path in (__file__, inference.__file__))
"""Code folder of the entry points."""

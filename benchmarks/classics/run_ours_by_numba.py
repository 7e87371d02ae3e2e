"""Our classics with code that Numba compiles, as where a wheel has no machine code."""

import os

from benchmarks.classics.run_ours import rows
from benchmarks.server import serve

if __name__ == "__main__":
    os.environ["KSCHWERT_LIBRARIES"] = "0"
    serve(rows(), ["numba"])

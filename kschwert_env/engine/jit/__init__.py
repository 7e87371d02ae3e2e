"""Everything that touches Numba: compiling, its cache on disk, intrinsics, and compiled functions as plain Python."""

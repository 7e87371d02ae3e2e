"""Everything that touches Numba: compiling, caching, warm-up, and the loops over many games."""

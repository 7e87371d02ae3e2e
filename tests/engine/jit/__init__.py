"""Everything that touches Numba."""

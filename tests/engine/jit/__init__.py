"""Tests of the Numba layer."""

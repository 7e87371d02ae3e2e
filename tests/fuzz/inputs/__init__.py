"""Fuzz tests of everything that reads input."""

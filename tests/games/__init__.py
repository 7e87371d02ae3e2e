"""Tests of every game, and helpers for tests of games."""

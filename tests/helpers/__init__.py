"""Helpers for tests of games: the games under test, positions, play by names, statistics."""

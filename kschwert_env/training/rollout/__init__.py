"""Collecting games to learn from: backends, matchmaking, the opponent pool, advantages."""

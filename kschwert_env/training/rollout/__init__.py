"""Collecting games to learn from: collector (rollout buffer), backends, matchmaking, opponent pool, advantages."""

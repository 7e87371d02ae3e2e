"""Rollouts: collector (rollout buffer), backends, matchmaking, opponent pool, advantages, datasets for imitation."""

"""Compiled code that all games share: loops over games, random streams, observations, returns, threads."""

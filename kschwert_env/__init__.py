"""Fast reinforcement-learning environments for board and card games of crowns and swords."""

GAMES = ("krone_schwert", "two_crowns")
"""The games: each is a package within this one."""

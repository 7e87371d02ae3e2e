"""Fast reinforcement-learning environments for board and card games of crowns and swords."""

GAMES = ("krone_schwert",)
"""The games: each is a package within this one."""

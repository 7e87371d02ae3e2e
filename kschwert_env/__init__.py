"""Fast reinforcement-learning environments for board and card games of crowns and swords."""

GAMES = ("krone_schwert",)
"""The games, by the names of their packages."""

"""Hand-written players with knowledge of a game, one module or package for each game."""

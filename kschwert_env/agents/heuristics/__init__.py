"""Hand-written heuristic players, one module or package for each game."""

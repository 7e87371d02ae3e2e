"""Records of games, and statistics of recorded games."""

"""Tree search: information-set Monte Carlo tree search, and PUCT guided by a network."""

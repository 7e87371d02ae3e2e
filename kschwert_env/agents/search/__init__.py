"""Tree search: information-set Monte Carlo tree search (ISMCTS), and PUCT guided by a network."""

"""Well-known games, a file for each: examples of games in one file, and ground truth for algorithms."""

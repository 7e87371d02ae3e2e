"""The lobby: games, opponents and settings from which visitors choose, and the rules as pages."""

"""What holds for every game, and helpers for tests of games."""

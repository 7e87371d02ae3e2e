"""Environments in the form of other libraries, one file each. None of them knows a game."""

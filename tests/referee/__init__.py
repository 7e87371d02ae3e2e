"""The referee: a second implementation of each game, written from the rules alone, to check the engine.

One package per game defines the legal actions of a position, the possible successors of a position, and the information
of a seat. The modules beside the packages are independent of games: they let the engine play, and compare.
"""

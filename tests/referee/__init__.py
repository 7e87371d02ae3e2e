"""A second implementation of each game, written from the rules alone, to check the engine.

One package per game says what is legal in a position, whether one position may follow another, and what a seat may
know. The modules beside them know no game: they let the engine play, and compare.
"""

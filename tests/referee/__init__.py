"""A second implementation of each game, written from the rules alone, to check the first.

One package per game answers what is legal in a position, whether one position may follow another, and what a seat may
know. What is beside the packages knows no game: it lets the engine play and the referees judge.
"""

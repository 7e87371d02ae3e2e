"""Catanatron, the settlers' game: from Python, without observations. Rolling dice is a decision there, too."""

from random import choice

from catanatron import Color, Game, RandomPlayer

from benchmarks.serve import Playing, Row, serve

PLAYERS = 4
TURNS = 1000  # at which its own `play` stops a game


class Counting(RandomPlayer):
    """Decides at random, and counts."""

    made = 0

    def decide(self, game, playable_actions):
        Counting.made += 1
        return choice(playable_actions)


def playing() -> Playing:
    """Whole games of four, by its own loop."""

    def play() -> int:
        before = Counting.made
        Game([Counting(color) for color in list(Color)[:PLAYERS]]).play()
        return Counting.made - before

    return Playing(play, PLAYERS, 0, 0)


if __name__ == "__main__":
    serve([Row("settlers", "Python loop, legal actions, choice, step", playing, "Game: step")], ["catanatron"])

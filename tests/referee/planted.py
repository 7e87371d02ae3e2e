"""What it takes to plant a fault in the engine of a game."""

from typing import NamedTuple


class Fault(NamedTuple):
    """A text of a module, found there exactly once, and what takes its place.

    `module` is its path from the folder of the game's package, without ".py".
    """

    rule: str
    what: str
    module: str
    right: str
    wrong: str
    tests: str  # the files of scenario tests that concern it, by chapter
    players: int = 3  # of the run in which the referee is to see it
    tournament: bool = False  # whether that is a run of tournament games

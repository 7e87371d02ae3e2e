"""A short differential run for every number of players and the variant; `python -m tests.referee` is the long one."""

import pytest

from .coverage import Coverage, catalogue
from .duel import Tally, run_games, run_stages

pytestmark = pytest.mark.needs_jit

GAMES = 20  # with the constructed positions enough that every rule is seen at work


@pytest.mark.parametrize(("players", "fewer_parts"), [(2, False), (3, False), (4, False), (4, True), (5, False)])
def test_engine_and_referee_agree(players: int, fewer_parts: bool) -> None:
    """Every id of the rules: legal actions, steps, starts, returns and views, on whatever such a run brings about."""
    tally = Tally(Coverage(players, fewer_parts))
    for _ in run_games(tally, players, fewer_parts, 0, range(GAMES)):
        pass
    for _ in run_stages(tally, players, fewer_parts, 0):
        pass
    assert [str(difference) for difference in tally.differences] == []
    assert tally.coverage.zeros() == []


def test_every_rule_has_a_detector() -> None:
    """The catalogue names every id from C1 to Q10."""
    chapters = {"C": 8, "S": 3, "T": 4, "B": 3, "D": 7, "L": 3, "A": 7, "K": 5, "R": 11, "E": 6, "X": 3, "V": 1}
    ids = {f"{chapter}{n}" for chapter, last in (chapters | {"P": 2, "Q": 10}).items() for n in range(1, last + 1)}
    assert {label.split()[0] for label in catalogue()} == ids

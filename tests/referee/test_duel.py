"""A short differential run for every kind of game; `python -m tests.referee` is the long one."""

import pytest

from .duel import Tally, run_games, run_stages
from .judge import Judge
from .krone_schwert.judge import KroneSchwert

pytestmark = pytest.mark.needs_jit

GAMES = 20  # with the constructed positions enough that every rule is seen at work
JUDGES = [*(KroneSchwert(players) for players in (2, 3, 4, 5)), KroneSchwert(4, fewer_parts=True)]


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.arguments)
def test_engine_and_referee_agree(judge: Judge) -> None:
    """Every id of the rules: legal actions, steps, starts, returns and views, on whatever such a run brings about."""
    tally = Tally(judge)
    for _ in run_games(tally, 0, range(GAMES)):
        pass
    for _ in run_stages(tally, 0):
        pass
    assert [str(difference) for difference in tally.differences] == []
    assert tally.coverage.zeros() == []

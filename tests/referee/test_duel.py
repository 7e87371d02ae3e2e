"""A short differential run for every kind of game; `python -m tests.referee` is the long one."""

import pytest

from .duel import Tally, run_games, run_stages
from .judge import Judge
from .judges import GAMES, judge_of

pytestmark = pytest.mark.needs_jit

JUDGES = [
    *(judge_of("krone_schwert", players) for players in (2, 3, 4, 5)),
    judge_of("krone_schwert", 4, fewer_parts=True),
    judge_of("two_crowns"),
    *(judge_of("politics_and_intrigue", tournament=is_one) for is_one in (False, True)),
]


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.arguments)
def test_engine_and_referee_agree(judge: Judge) -> None:
    """Every id of the rules: legal actions, steps, starts, returns and views, on whatever such a run brings about."""
    tally = Tally(judge)
    for _ in run_games(tally, 0, range(judge.pace.games)):
        pass
    for _ in run_stages(tally, 0, judge.pace.tries, judge.pace.decisions):
        pass
    assert [str(difference) for difference in tally.differences] == []
    assert tally.coverage.zeros() == []


def test_every_referee_plays() -> None:
    assert {judge.game_type.rules_type.package for judge in JUDGES} == GAMES.keys()

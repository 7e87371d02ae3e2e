"""Short differential runs for every configuration, and tests that the referee notices faults.

`python -m tests.referee` is the long run, `python -m tests.referee.mutants` the long test of the referee.
"""

import ast
import copy
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from tests.referee.coverage import Coverage
from tests.referee.duel import Duel, Tally, run_games, run_stages
from tests.referee.games import GAMES, judge_of
from tests.referee.judge import Json, Judge
from tests.referee.mutants import ROOT, kernel_of, mutants_of

pytestmark = pytest.mark.needs_jit

KRONE_SCHWERT = [
    *(judge_of("krone_schwert", players) for players in (2, 3, 4, 5)),
    judge_of("krone_schwert", 4, fewer_parts=True),
]
JUDGES = [
    *KRONE_SCHWERT,
    judge_of("two_crowns"),
    *(judge_of("politics_and_intrigue", tournament=tournament) for tournament in (False, True)),
]
ROLLS = ("roll", "number", "roll_fate")  # actions that roll a die
CHANCE = {"cards_before_game_end", "backfire"}  # keys of values that chance also decides after other actions
each_game = pytest.mark.parametrize("judge", [judge_of(game) for game in GAMES], ids=GAMES)


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.arguments)
def test_engine_and_referee_agree_in_constructed_positions(judge: Judge) -> None:
    """One try of each constructed position. The long test below tries all of them with every number of players."""
    number, of = (KRONE_SCHWERT.index(judge), len(KRONE_SCHWERT)) if judge in KRONE_SCHWERT else (0, 1)
    tally = Tally(replace(judge, stages=lambda: islice(judge.stages(), number, None, of)))
    for _ in run_stages(tally, 0, 1, judge.pace.decisions // 2):
        pass
    assert tally.differences == []
    assert tally.steps > 100


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_engine_and_referee_agree(game: str) -> None:
    """Legal actions, steps, starts, returns and views agree, in runs that execute every line of the referee's rules."""
    judges = [judge for judge in JUDGES if judge.game_type is judge_of(game).game_type]
    with Coverage(*judges[0].rules) as coverage:
        for judge in judges:
            tally = Tally(judge)
            for _ in run_games(tally, 0, range(judge.pace.games)):
                pass
            for _ in run_stages(tally, 0, judge.pace.tries, judge.pace.decisions):
                pass
            assert [str(difference) for difference in tally.differences] == []
    assert coverage.missing() == []


# -- faults are noticed ---------------------------------------------------------------------------------------


class HidesAnAction:
    """Fault: the last legal action is missing."""

    def legal_actions(self) -> list[int]:
        return super().legal_actions()[:-1] or super().legal_actions()  # type: ignore[misc]


class ShowsTooMuch:
    """Fault: the observation depends on all hidden information."""

    def observe(self, seat: int) -> Any:
        given = super().observe(seat)  # type: ignore[misc]
        given["observation"][-1] = hash(str(self.position())) % 100  # type: ignore[attr-defined]
        return given


class PaysTheWrongSeat:
    """Fault: the returns are in reverse order."""

    @property
    def returns(self) -> Any:
        return super().returns[::-1]  # type: ignore[misc]


@each_game
@pytest.mark.parametrize("fault", [HidesAnAction, ShowsTooMuch, PaysTheWrongSeat])
def test_a_faulty_game_is_noticed(judge: Judge, fault: type) -> None:
    faulty = replace(judge, game_type=type("Faulty", (fault, judge.game_type), {}))
    tally = Tally(faulty)
    for _ in run_games(tally, 0, range(12)):
        if tally.differences:
            break
    assert tally.differences


@each_game
def test_every_change_of_a_successor_is_noticed(judge: Judge) -> None:
    """Change any single value of a position that does not depend on chance."""
    random = Random(0)
    for name, policy in judge.policies.items():
        game = judge.game_type(judge.draw_rules(random), random.getrandbits(63))
        duel = Duel(game, Tally(judge), name, random)
        while not game.is_over and duel.decision < 50:
            legal, before = duel.legal(), duel.position
            action = policy(legal, random)
            duel.step(action)
            path = random.choice(list(leaves(duel.position)))
            if action.kind not in ROLLS and not CHANCE & set(path):  # otherwise chance could explain it
                wrong = changed(duel.position, path, random)
                assert judge.check_step(before, action, wrong), (action, path)
        assert duel.is_clean


def test_mutants_are_valid_sources() -> None:
    """Each mutant differs from its file, and can be parsed."""
    for path in kernel_of("two_crowns"):
        mutants = [mutant for group in mutants_of(path) for mutant in group]
        for mutant in mutants[:20]:
            source = mutant.source(ROOT)
            assert source != (ROOT / path).read_text()
            ast.parse(source)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path to every value in a position that contains no other value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in inner:
        yield from leaves(child, (*path, key))
    if not inner:
        yield path


def changed(position: Json, path: tuple[Any, ...], random: Random) -> Json:
    """Return a copy with another value of the same type, or None, at the end of a path."""
    position = copy.deepcopy(position)
    inner: Any = position
    for key in path[:-1]:
        inner = inner[key]
    old = inner[path[-1]]
    inner[path[-1]] = random.choice(
        [None, not old] if type(old) is bool else [None, old + 1] if type(old) is int else [7]
    )
    return position

"""The constructed positions, played by the referee itself: they are lawful, and with games they show every rule."""

from collections.abc import Iterator
from random import Random

import pytest

from tests.referee.actions import Action
from tests.referee.coverage import Coverage
from tests.referee.policies import Policy

from .check import check_step
from .judge import KroneSchwert
from .moments import Moment
from .policies import POLICIES
from .position import Json, read_position, write_position
from .reachable import faults_of_position
from .stages import positions
from .steps import legal_actions
from .world import cards_in_play, follow, new_game, whole_deck

TABLES = [(2, False), (3, False), (5, False), (4, True)]
DECISIONS = 14  # from each position, as in the differential run
TRIES = 1


def play(position: Json, policies: list[Policy], random: Random, most: int) -> Iterator[Moment]:
    """Play on by these policies, one for each seat."""
    for _ in range(most):
        legal = legal_actions(position)
        if not legal:
            return
        action = policies[position["player"]](legal, random)
        after = follow(position, action, random)
        yield Moment(position, action, after, legal)
        position = after


def judge(moment: Moment) -> None:
    """The step is lawful, and what it leads to can be reached."""
    assert check_step(moment.before, moment.action, moment.after, moment.legal) == []
    assert faults_of_position(moment.after) == []
    assert cards_in_play(moment.after) == whole_deck(moment.after)


def each_kind(judge_of: KroneSchwert, position: Json) -> list[Action]:
    """One action of each kind."""
    return list(
        {judge_of.alike(position, action): action for action in sorted(legal_actions(position), key=str)}.values()
    )


@pytest.mark.parametrize(("players", "fewer"), TABLES)
def test_constructed_positions_show_every_rule(players: int, fewer: bool) -> None:
    """Every id: no phase, action, card or rule is left out of a run of positions and a few games."""
    referee = KroneSchwert(players, fewer)
    coverage = Coverage(referee.catalogue)

    def see(moment: Moment) -> None:
        judge(moment)
        coverage.add(referee.labels_of_step(moment.before, moment.action, moment.after, moment.legal))
        coverage.add(referee.labels_of_view(moment.after))

    for name, position, policy in positions(players, fewer):
        assert faults_of_position(position) == []
        assert write_position(read_position(position)) == position
        for attempt in range(TRIES):
            random = Random(f"{name} {attempt}")
            for action in each_kind(referee, position):
                after = follow(position, action, random)
                see(Moment(position, action, after, legal_actions(position)))
                for moment in play(after, [policy] * players, random, DECISIONS):
                    see(moment)
    for number, policy in enumerate(POLICIES.values()):
        random = Random(number)
        start = new_game(
            random, players, fewer_parts=fewer, start_player=number % players, max_rounds=(3, 25)[number % 2]
        )
        coverage.add(referee.labels_of_start(start))
        for moment in play(start, [policy] * players, random, 4000):
            see(moment)
    assert coverage.zeros() == []

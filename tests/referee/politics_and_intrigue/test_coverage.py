"""The referee plays by itself: constructed positions and games show every rule at work, without an engine."""

from random import Random

import pytest

from tests.referee.coverage import Coverage

from .check import check_step
from .judge import PoliticsAndIntrigue
from .policies import POLICIES
from .position import Json
from .reachable import check_position
from .stages import made
from .start import check_start
from .steps import legal_actions
from .world import Step, all_cards, follow, new_game, play, whole

DECISIONS = 8  # from each position
CHECKED = 0.1  # of all steps: a check takes longer than the step
MOST_ROUNDS = 25


@pytest.mark.parametrize("is_tournament", [False, True])
def test_positions_and_games_show_every_rule(is_tournament: bool) -> None:
    """All phases, cards, events and rule ids; every position is a reachable one, every step a lawful one."""
    judge, random = PoliticsAndIntrigue(is_tournament), Random(0)
    coverage = Coverage(judge.catalogue)

    def see(step: Step) -> None:
        before, action, after, legal = step
        if random.random() < CHECKED:
            assert check_step(before, action, after, legal) == []
            assert check_position(after) == []
        coverage.add(judge.labels_of_step(before, action, after, legal))
        coverage.add(judge.labels_of_view(after))

    for name, position, policy in made(is_tournament):
        assert check_position(position) == [], name
        assert all_cards(position) == whole(position), name
        chance, legal = Random(name), legal_actions(position)
        for action in {judge.alike(position, a): a for a in sorted(legal, key=str)}.values():
            after = follow(position, action, chance)
            see((position, action, after, legal))
            for step in play(after, [policy] * 2, chance, DECISIONS):
                see(step)
    for number, policy in enumerate(POLICIES.values()):
        start = start_of(judge, number)
        assert check_start(start) == []
        coverage.add(judge.labels_of_start(start))
        for step in play(start, [policy] * 2, Random(number)):
            see(step)
    assert coverage.zeros() == []


def start_of(judge: PoliticsAndIntrigue, number: int) -> Json:
    """A start with options drawn, but no long game."""
    random = Random(number)
    options = judge.draw_options(random)
    options["max_rounds"] = min(options["max_rounds"] or MOST_ROUNDS, MOST_ROUNDS)
    return new_game(random, **options)

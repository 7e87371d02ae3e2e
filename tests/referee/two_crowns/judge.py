"""What the differential run is to know of Two Crowns."""

from collections.abc import Hashable, Iterator
from functools import cache
from random import Random

from kschwert_env.two_crowns import Game, Rules
from tests.referee.actions import Action
from tests.referee.judge import Pace

from . import check, labels, pieces, scoring, stages, start, steps, view
from .policies import POLICIES
from .position import Json

rules_of = cache(Rules)


class TwoCrowns:
    """Judges games of two."""

    game_type = Game
    pace = Pace(games=10, tries=2, decisions=14)
    arguments = "--game two_crowns"
    catalogue = labels.CATALOGUE
    policies = POLICIES
    legal_actions = staticmethod(steps.legal_actions)
    check_start = staticmethod(start.check_start)
    check_step = staticmethod(check.check_step)
    public_view = staticmethod(view.public_view)
    returns = staticmethod(scoring.returns)
    labels_of_step = staticmethod(labels.of_step)
    stages = staticmethod(stages.stages)

    def draw_rules(self, random: Random) -> Rules:
        """Caps small and large and none among them."""
        return rules_of(
            start_player=random.choice([0, "random"]),
            die_of_fate=random.random() < 0.5,
            max_turns=random.choice([1, 2, 7, 20, 60, 200, 200, None]),
            reward=random.choice(["win", "placement", "score"]),
        )

    def expected_pieces(self, view: Json, whole: bool) -> dict[str, list[int]]:
        """All of them; none is long."""
        return pieces.expected_pieces(view)

    def labels_of_start(self, position: Json) -> Iterator[str]:
        """All that `check_start` has judged."""
        yield from labels.OF_START
        if position["start_player"] != 0:
            yield labels.DRAWN

    def labels_of_view(self, position: Json) -> Iterator[str]:
        """What there was to be seen."""
        return (label for label, is_here in labels.OF_VIEW.items() if is_here(position))

    def alike(self, position: Json, action: Action) -> Hashable:
        """Every action is tried."""
        return action

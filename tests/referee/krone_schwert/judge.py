"""What the differential run is to know of Krone & Schwert."""

from collections.abc import Hashable, Iterator
from functools import cache
from random import Random

from kschwert_env.krone_schwert import Game, Rules
from tests.referee.actions import Action
from tests.referee.judge import Pace, Stage

from . import catalogue, check, detectors, scoring, stages, start, steps, view
from .moments import Moment
from .pieces import expected_fields, expected_pieces
from .policies import POLICIES
from .position import Json

rules_of = cache(Rules)


class KroneSchwert:
    """Judges games of so many players, or of the variant with fewer parts, with the cards of the edition `standard`."""

    game_type = Game
    pace = Pace(games=10, tries=2, decisions=14)
    policies = POLICIES
    legal_actions = staticmethod(steps.legal_actions)
    check_start = staticmethod(start.check_start)
    check_step = staticmethod(check.check_step)
    public_view = staticmethod(view.public_view)

    def __init__(self, players: int, fewer_parts: bool = False, edition: str = "standard") -> None:
        self.players, self.fewer_parts, self.edition = players, fewer_parts, edition
        self.arguments = f"--players {players}{' --fewer-parts' * fewer_parts}"
        self.catalogue = catalogue.catalogue(players, fewer_parts)

    def draw_rules(self, random: Random) -> Rules:
        """Caps small and large and none among them."""
        return rules_of(
            self.players,
            self.edition,
            fewer_parts=self.fewer_parts,
            start_player=random.choice([0, "random"]),
            shuffle_parts=random.random() < 0.8,
            max_rounds=random.choice([1, 3, 8, 15, 25, 25, 40, 60, 100, None]),
            visible_scores=random.random() < 0.7,
            reward=random.choice(["win", "placement", "score"]),
        )

    def expected_pieces(self, view: Json, whole: bool) -> dict[str, list[int]]:
        """Without the long block of the fields unless `whole`."""
        return expected_pieces(view) | ({"fields": expected_fields(view)} if whole else {})

    def returns(self, position: Json) -> list[float]:
        """E5."""
        return scoring.returns(position["scores"], position["rules"]["reward"])

    def labels_of_start(self, position: Json) -> Iterator[str]:
        """All that `check_start` has judged."""
        yield from catalogue.BY_START
        if position["rules"]["fewer_parts"]:
            yield "V1 one part fewer"
        if position["start_player"] != 0:
            yield "S2 start player drawn"

    def labels_of_view(self, position: Json) -> Iterator[str]:
        """P1, and P3 and T4 where there is something open to be seen."""
        yield "P1 view"
        if position["last_revolt"]:
            yield "P3 last revolt shown"
        if position["discard_pile"]:
            yield "T4 hand counts and discards shown"

    def labels_of_step(self, before: Json, action: Action, after: Json, legal: set[Action]) -> Iterator[str]:
        """What the detectors see."""
        return detectors.labels(Moment(before, action, after, legal))

    def stages(self) -> Iterator[Stage]:
        """For so many players."""
        return stages.stages(self.players, self.fewer_parts)

    def alike(self, position: Json, action: Action) -> Hashable:
        """Every claim is tried that resettles, else one action of each kind, card and choice."""
        return action.field if position["phase"] == "resettle" else action.kind, action.card, action.choice

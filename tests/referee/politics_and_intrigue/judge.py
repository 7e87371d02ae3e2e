"""What the differential run is to know of Politics & Intrigue."""

from collections.abc import Hashable, Iterator
from functools import partial
from random import Random

from kschwert_env.politics_and_intrigue import Game, Rules
from tests.referee.actions import Action
from tests.referee.judge import Pace, Stage

from . import check, labels, pieces, scoring, stages, start, steps, view
from .policies import POLICIES
from .position import Json
from .world import random_decks, random_events


class PoliticsAndIntrigue:
    """Judges games of two: the extended game, or the tournament (chapter 15), whose actions are others."""

    game_type = Game
    pace = Pace(games=6, tries=1, decisions=6)
    policies = POLICIES
    legal_actions = staticmethod(steps.legal_actions)
    check_start = staticmethod(start.check_start)
    check_step = staticmethod(check.check_step)
    public_view = staticmethod(view.public_view)
    returns = staticmethod(scoring.returns)
    labels_of_start = staticmethod(labels.of_start)
    labels_of_view = staticmethod(labels.of_view)
    labels_of_step = staticmethod(labels.of_step)

    def __init__(self, is_tournament: bool = False) -> None:
        self.is_tournament = is_tournament
        self.arguments = "--game politics_and_intrigue" + " --tournament" * is_tournament
        self.catalogue = labels.catalogue(is_tournament)

    def draw_options(self, random: Random) -> Json:
        """Short games among long ones; in a tournament any decks and events, the default ones among them."""
        options: Json = {
            "start_player": random.choice([0, "random"]),
            "max_rounds": random.choice([1, 2, 10, 40, 100, 100, 100, None]),
            "reward": random.choice(["win", "placement", "score"]),
        }
        if self.is_tournament:
            options["game"] = "tournament"
            if random.random() < 0.8:
                options |= {"decks": random_decks(random), "events": random_events(random)}
        return options

    def draw_rules(self, random: Random) -> Rules:
        """The same, as the engine's rules."""
        return Rules(**self.draw_options(random))

    def expected_pieces(self, view: Json, whole: bool) -> dict[str, list[int]]:
        """All of them."""
        return pieces.expected_pieces(view)

    def stages(self) -> Iterator[Stage]:
        """Constructed positions."""
        for name, position, policy in stages.made(self.is_tournament):
            yield Stage(name, partial(Game.from_position, position), policy)

    def alike(self, position: Json, action: Action) -> Hashable:
        """In phase `action` one of a kind, but every card that is built or played; elsewhere every action but cards."""
        if position["phase"] == "action":
            return action.kind, action.card if action.kind in ("build", "play") else None
        return action.kind if action.kind in ("take", "bury") else action

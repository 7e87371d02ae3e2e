"""What the differential run asks of the referee of a game."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

from kschwert_env.engine.game import Game
from kschwert_env.engine.rules import GameRules

from .actions import Action
from .compare import Json
from .coverage import Catalogue
from .policies import Policy


class Stage(NamedTuple):
    """A constructed position, as a game by its seed, and how it is played on."""

    name: str
    game: Callable[[int], Game[Any]]
    policy: Policy


class Pace(NamedTuple):
    """How much a short run does, that it ends in half a minute.

    Attributes:
        games: random ones.
        tries: of every constructed position.
        decisions: that are played on from each of its actions.
    """

    games: int
    tries: int
    decisions: int


class Judge(Protocol):
    """A referee for games of one kind."""

    @property
    def game_type(self) -> type[Game[Any]]:
        """The engine's game."""

    @property
    def arguments(self) -> str:
        """Those of the command line that ask for this referee."""

    @property
    def pace(self) -> Pace:
        """Of a short run."""

    @property
    def catalogue(self) -> Catalogue:
        """What a run should see."""

    @property
    def policies(self) -> Mapping[str, Policy]:
        """Ways of playing, by name."""

    def draw_rules(self, random: Random) -> GameRules:
        """Rules with some options or others. Only their options may differ, not their actions."""

    def legal_actions(self, position: Json) -> set[Action]:
        """Every legal action of the seat that decides."""

    def check_start(self, position: Json) -> list[str]:
        """What is wrong with this position as the start of a game."""

    def check_step(self, before: Json, action: Action, after: Json, legal: set[Action]) -> list[str]:
        """What is wrong with `after` as the result of one of the legal actions."""

    def public_view(self, position: Json, seat: int) -> Json:
        """All that a seat may know."""

    def expected_pieces(self, view: Json, whole: bool) -> Mapping[str, Sequence[int]]:
        """The pieces of the observation of who has this view; long ones may be left out unless `whole`."""

    def returns(self, position: Json) -> list[float]:
        """What each seat gets in the end; the position is over."""

    def labels_of_start(self, position: Json) -> Iterator[str]:
        """What a lawful start shows of the rules."""

    def labels_of_view(self, position: Json) -> Iterator[str]:
        """What a view of this position, rightly shown, shows of the rules."""

    def labels_of_step(self, before: Json, action: Action, after: Json, legal: set[Action]) -> Iterator[str]:
        """What a lawful step shows of the rules."""

    def stages(self) -> Iterator[Stage]:
        """Constructed positions."""

    def alike(self, position: Json, action: Action) -> Hashable:
        """Of actions for which this is equal, one is tried from a constructed position."""

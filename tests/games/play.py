"""A game of any kind, told what to do and asked in words, or played by chance."""

import random
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar

from kschwert_env.engine.actions import Action
from kschwert_env.engine.game import Game
from kschwert_env.engine.rules import Position

G = TypeVar("G", bound=Game[Any])


class Play(Generic[G]):
    """A game that is told what to do in words.

    Attributes:
        table: cards in the order in which they are laid, if they are laid one by one.
    """

    table: ClassVar[Sequence[str]] = ()

    def __init__(self, game: G) -> None:
        self.game = game

    def do(self, kind: str, **arguments: Any) -> Self:
        self.game.step(self.game.rules.actions.encode(kind, **arguments))
        return self

    def lay(self, *cards: str) -> Self:
        """Lay these cards, in the order of the table, and be done."""
        for card in sorted(cards, key=self.table.index):
            self.do("lay", card=card)
        return self.do("done")

    def legal(self, *kinds: str) -> set[Action]:
        """The legal actions, of these kinds only if there are any."""
        actions = {self.game.rules.actions.decode(i) for i in self.game.legal_actions()}
        return {action for action in actions if not kinds or action.kind in kinds}

    def kinds(self) -> set[str]:
        """The kinds of which some action is legal."""
        return {action.kind for action in self.legal()}

    def can(self, kind: str) -> bool:
        """Return whether any action of this kind is legal."""
        return bool(self.legal(kind))

    def cards(self, kind: str) -> set[str]:
        """The cards with which an action of this kind is legal."""
        return {action.card for action in self.legal(kind) if action.card is not None}

    def choices(self, kind: str) -> set[str]:
        return {action.choice for action in self.legal(kind) if action.choice is not None}

    @property
    def position(self) -> Position:
        return self.game.position()

    @property
    def player(self) -> int | None:
        return self.game.player

    @property
    def phase(self) -> str:
        return self.game.phase

    def hand(self, seat: int) -> dict[str, int]:
        return dict(self.position["hands"][seat])

    def view(self, seat: int) -> dict[str, Any]:
        """Return the observation of a seat as lists, by the names of its pieces."""
        pieces = self.game.rules.observation.split(self.game.observe(seat)["observation"])
        return {name: piece.tolist() for name, piece in pieces.items()}

    def seen(self, seat: int) -> tuple[list[int], list[int]]:
        """All that a seat is given: observation and mask."""
        given = self.game.observe(seat)
        return given["observation"].tolist(), given["action_mask"].tolist()


def by_kind(game: Game[Any]) -> dict[str, list[int]]:
    """The legal actions of each kind."""
    kinds: dict[str, list[int]] = {}
    for action in game.legal_actions():
        kinds.setdefault(game.rules.actions.decode(action).kind, []).append(action)
    return kinds


def pick(game: Game[Any], choose: random.Random) -> int:
    """A random kind of action that goes on with the turn, where there is one, and a random action of it."""
    kinds = by_kind(game)
    names = [kind for kind in sorted(kinds) if kind != "end_turn"] or ["end_turn"]
    return choose.choice(kinds[choose.choice(names)])

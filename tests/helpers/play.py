"""A game of any kind, controlled and queried by names instead of ids, or played at random."""

import random
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.simulation.game import Game

G = TypeVar("G", bound=Game[Any])


class Play(Generic[G]):
    """A game that is controlled by names of actions, cards and choices.

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
        """Lay these cards in the order of the table, then finish with `done`."""
        for card in sorted(cards, key=self.table.index):
            self.do("lay", card=card)
        return self.do("done")

    def legal(self, *kinds: str) -> set[Action]:
        """Return the legal actions; only those of `kinds` if given."""
        actions = {self.game.rules.actions.decode(i) for i in self.game.legal_actions()}
        return {action for action in actions if not kinds or action.kind in kinds}

    def kinds(self) -> set[str]:
        """Return the kinds of the legal actions."""
        return {action.kind for action in self.legal()}

    def can(self, kind: str) -> bool:
        """Return whether any action of this kind is legal."""
        return bool(self.legal(kind))

    def cards(self, kind: str) -> set[str]:
        """Return the cards with which an action of this kind is legal."""
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
        """Return everything that a seat gets: observation and mask."""
        given = self.game.observe(seat)
        return given["observation"].tolist(), given["action_mask"].tolist()


def by_kind(game: Game[Any]) -> dict[str, list[int]]:
    """Return the legal actions by kind."""
    kinds: dict[str, list[int]] = {}
    for action in game.legal_actions():
        kinds.setdefault(game.rules.actions.decode(action).kind, []).append(action)
    return kinds


def pick(game: Game[Any], choose: random.Random) -> int:
    """Return a random action of a random kind; `end_turn` only if no other kind is legal."""
    kinds = by_kind(game)
    names = [kind for kind in sorted(kinds) if kind != "end_turn"] or ["end_turn"]
    return choose.choice(kinds[choose.choice(names)])

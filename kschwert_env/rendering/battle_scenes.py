"""Scenes: how a revolt, a battle or an attack was decided, card by card, for pages that show it."""

from collections.abc import Sequence
from typing import NamedTuple


class BattleCard(NamedTuple):
    """A card, vote or building that counts in a battle.

    Attributes:
        card: its id in `card_help`.
        words: what it is, and whose, with marks for seats (`engine.text.voice`).
        value: what it adds to the strength of its side; None if it adds nothing by itself.
        is_card: whether it is shown as a card; buildings can have the id of a card.
    """

    card: str
    words: str
    value: int | None = None
    is_card: bool = True


class BattleSide(NamedTuple):
    """One side of a battle.

    Attributes:
        seat: the seat that leads it.
        title: its role, with marks for seats.
        cards: what counts for it, in the order in which a page reveals it.
        total: its strength; None if the battle was called off.
    """

    seat: int
    title: str
    cards: Sequence[BattleCard]
    total: int | None


class BattleScene(NamedTuple):
    """A battle that an action decided. Everything in it is public once it is decided.

    Attributes:
        title: its name, such as "Revolt against [2]".
        sides: the attacking and the defending side.
        lines: effects and result, with marks for seats.
    """

    title: str
    sides: tuple[BattleSide, BattleSide]
    lines: Sequence[str]

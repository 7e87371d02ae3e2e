"""The people cards (C7) and the king's tax (K3, K4)."""

from collections.abc import Iterator

from tests.referee.actions import Action

from .cards import PEOPLE_CARDS
from .chance import Chance
from .position import People, Position


def turn_up(position: Position, number: int, chance: Chance) -> None:
    """C7: swords lie open, crowns are set aside; nothing more happens when the pile is empty."""
    people = position.people
    number = min(number, people.crowns + people.swords)
    swords = chance.turn_up(people, number)
    people.swords -= swords
    people.open_swords += swords
    people.crowns -= number - swords
    people.crowns_aside += number - swords


def shuffle_people(position: Position, stay_open: int) -> None:
    """R9, R10: all people cards form a new pile but for some swords that stay open."""
    crowns, swords = PEOPLE_CARDS["crown"], PEOPLE_CARDS["sword"]
    position.people = People(crowns, swords - stay_open, open_swords=stay_open, crowns_aside=0)


def take_tax(position: Position, chance: Chance) -> None:
    """K3: 1 VP per own castle, then one people card is turned up."""
    position.cite("K3")
    position.scores[position.king] += position.castles(position.king)
    turn_up(position, 1, chance)


def tax_choices(position: Position) -> Iterator[Action]:
    """K4: the king is free to leave it."""
    yield Action("tax", choice="take")
    yield Action("tax", choice="leave")


def tax(position: Position, action: Action, chance: Chance) -> None:
    """K4: the choice costs no AP."""
    position.cite("K4")
    if action.choice == "take":
        take_tax(position, chance)
    position.phase = "action"

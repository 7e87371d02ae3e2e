"""What an action card could do now (A1): a card that could do nothing cannot be played."""

from collections.abc import Callable

from .building import settlement_ends, slots_for
from .cards import BRIBE, Cards, is_building
from .land import can_pay, has_room, movable, place_of, stock, total_stock
from .piles import ban_targets, discard_pile, is_banned, open_with_cards, pile_of_discards
from .position import Position
from .standing import is_safe_by_castle, knight_owner, knights, own_cards, works_in

CARAVAN = 2  # A8: resources paid, and taken
COUNCIL = 2  # A19: cards put under a stack, and taken


def bribable(p: Position) -> list[int]:
    """A13, F17."""
    return [slot for _, slot in knights(p, p.enemy) if not is_safe_by_castle(p, p.enemy, slot)]


def can_bribe(p: Position) -> bool:
    """A13: a knight, a slot for him, and 3 gold."""
    has_gold = can_pay(p.principalities[p.turn_player], Cards({"gold": BRIBE}))
    return has_gold and any(slots_for(p, knight_at(p, slot)) for slot in bribable(p))


def knight_at(p: Position, slot: int) -> str:
    """In the enemy's principality."""
    return str(p.principalities[p.enemy].slots[slot])


def burnable(p: Position) -> list[int]:
    """A4: the enemy's buildings in his principality, none of F4, F20."""
    land = p.principalities[p.enemy]
    return [
        slot
        for card, slot in own_cards(p, p.enemy)
        if is_building(card)
        and card != "bishops_see"
        and not works_in(p, p.enemy, "fire_brigade", place_of(land, slot))
    ]


def brothel_to_burn(p: Position) -> list[int]:
    """A4, F21: the enemy's brothel in a place without a working fire brigade of one's own."""
    land = p.principalities[p.turn_player]
    brothels = [slot for slot, card in enumerate(land.slots) if card == "brothel"]
    return [slot for slot in brothels if not works_in(p, p.turn_player, "fire_brigade", place_of(land, slot))]


def takeable(p: Position) -> list[str]:
    """A7, A10: what the enemy has and there is room for."""
    return movable(p.principalities[p.enemy], p.principalities[p.turn_player])


def can_marry(p: Position) -> bool:
    """A15."""
    return stock(p.principalities[p.enemy], "gold") > 0 and has_room(p.principalities[p.turn_player], "gold")


def fetchable(p: Position) -> list[str]:
    """A14: any card of the discard pile but another diplomat, if no enemy ban lies on it."""
    if is_banned(p, pile_of_discards(p, p.turn_player), p.turn_player):
        return []
    pile = p.discards[discard_pile(p, p.turn_player)]
    return [card for card, number in pile.items() if number and card != "diplomat"]


COULD: dict[str, Callable[[Position], object]] = {
    "black_knight": lambda p: knights(p, p.enemy),
    "arsonist": lambda p: burnable(p) or brothel_to_burn(p),
    "spy": lambda p: p.hands[p.enemy].total(),
    "merchant": takeable,
    "caravan": lambda p: total_stock(p.principalities[p.turn_player]) >= CARAVAN,
    "scout": settlement_ends,
    "highwaymen": lambda p: knight_owner(p) == p.turn_player and takeable(p),
    "archivist": lambda p: open_with_cards(p, p.turn_player),
    "bribery": can_bribe,
    "diplomat": fetchable,
    "wedding": can_marry,
    "chancellor": lambda p: open_with_cards(p, p.turn_player),
    "church_ban": lambda p: ban_targets(p, p.turn_player),
    "council": lambda p: p.hands[p.turn_player].total() > COUNCIL,
}
"""A1: what there must be; alchemist, bishop and physician have moments of their own."""

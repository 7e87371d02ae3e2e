"""What reasons ask of a record: what works where, what is free, what can be paid. The kernel has the rules."""

from collections.abc import Iterator

import numpy as np

from kschwert_env.engine.contract import GameRules
from kschwert_env.politics_and_intrigue.kernel.components import (
    CARD_TYPES,
    FIRST_METROPOLIS_SLOT,
    NOBODY,
    NUM_RESOURCES,
    NUM_SLOTS,
    SLOTS_OF_PLACE,
    Card,
    CardType,
    Place,
)
from kschwert_env.politics_and_intrigue.kernel.zones.stacks import OWN_STACKS
from kschwert_env.politics_and_intrigue.positions.soundness import is_building

GREAT = 3  # F6: a great knight costs more


def is_knight(card: int) -> bool:
    """Of any name."""
    return card != NOBODY and CARD_TYPES[card] == CardType.KNIGHT


def is_unit(card: int) -> bool:
    """A knight or fleet."""
    return card != NOBODY and CARD_TYPES[card] in (CardType.KNIGHT, CardType.FLEET)


def works(state: np.void, seat: int, card: Card) -> bool:
    """F0: whether a building of that kind works for a seat."""
    return bool(state["working"][seat] >> card & 1)


def stands(state: np.void, seat: int, card: Card) -> bool:
    """Whether a card of the seat's own lies in its principality."""
    return bool(state["built"][seat] >> card & 1)


def working_at(state: np.void, seat: int, slot: int) -> int:
    """F0, F23: the building that works for a seat in a slot, or NOBODY."""
    card, target = int(state["slots"][seat, slot]), int(state["alliance"][seat])
    if card == Card.SECRET_ALLIANCE and target != NOBODY:
        return int(state["slots"][1 - seat, target])
    return card if is_building(card) and card != Card.BROTHEL else NOBODY


def count_working(state: np.void, seat: int, card: Card) -> int:
    """F0: so many buildings of a kind."""
    return sum(working_at(state, seat, slot) == card for slot in range(FIRST_METROPOLIS_SLOT))


def place_of(state: np.void, seat: int, slot: int) -> int:
    """P3, P4: the place that a slot belongs to."""
    if slot < FIRST_METROPOLIS_SLOT:
        return slot // SLOTS_OF_PLACE
    return state["places"][seat].tolist().index(Place.METROPOLIS)


def works_in(state: np.void, seat: int, card: Card, place: int) -> bool:
    """Whether a building of that kind works in a place."""
    slots = range(SLOTS_OF_PLACE * place, SLOTS_OF_PLACE * (place + 1))
    return any(working_at(state, seat, slot) == card for slot in slots)


def is_safe_knight(rules: GameRules, state: np.void, seat: int, card: int) -> bool:
    """F17: a great knight of a seat with an order castle."""
    return bool(is_knight(card) and rules.board["price"][0, card] > GREAT and works(state, seat, Card.ORDER_CASTLE))


def free_slots(state: np.void, seat: int, card: int) -> Iterator[int]:
    """B3, F21: the slots in which a seat may place a card: its own, and the enemy's for a brothel."""
    ground = 1 - seat if card == Card.BROTHEL else seat
    places, slots = state["places"][ground].tolist(), state["slots"][ground].tolist()
    for slot in range(NUM_SLOTS):
        if slots[slot] == NOBODY and _takes(places, slots, slot, card):
            yield slot


def _takes(places: list[int], slots: list[int], slot: int, card: int) -> bool:
    if slot >= FIRST_METROPOLIS_SLOT:
        return is_unit(card) and Place.METROPOLIS in places
    place, is_far = places[slot // SLOTS_OF_PLACE], slot % 2
    least = Place.CITY if is_far or CARD_TYPES[card] == CardType.RED else Place.SETTLEMENT
    return place >= least and not (is_far and slots[slot - 1] == NOBODY)


def can_pay(state: np.void, seat: int, cost: np.ndarray, without: int = NOBODY) -> bool:
    """B1: whether a cost can be paid, less one of the kind `without` (F16)."""
    needed = cost - (np.arange(NUM_RESOURCES) == without)
    return bool((state["resources"][seat] >= needed).all())


def moving(state: np.void, giver: int, taker: int) -> np.ndarray:
    """By kind: whether a unit can go from the one to the other, bool (6,)."""
    kinds: np.ndarray = (state["resources"][giver] > 0) & (state["room"][taker] > 0)
    return kinds


def is_open(rules: GameRules, state: np.void, seat: int, stack: int) -> bool:
    """Chapter 9, M3: whether a stack is open to a seat."""
    is_own = not rules.board["tournament_game"][0] or stack // OWN_STACKS == seat
    return bool(is_own and state["bans"][stack] != 1 - seat)


def open_stacks(rules: GameRules, state: np.void, seat: int) -> list[int]:
    """Those with cards or without."""
    return [stack for stack in range(rules.board["num_stacks"][0]) if is_open(rules, state, seat, stack)]


def cards_in(state: np.void, stack: int) -> list[int]:
    """Of a stack, top first."""
    first = int(state["stack_sizes"][:stack].sum())
    cards: list[int] = state["stack_cards"][first : first + int(state["stack_sizes"][stack])].tolist()
    return cards


def searching_price(state: np.void, seat: int) -> int:
    """H4, F8."""
    return 1 if works(state, seat, Card.TOWN_HALL) else 2

"""What is hidden from a seat, dealt anew (N6), and whether a position may be another one's deal."""

import copy
from collections import Counter
from collections.abc import Iterator
from random import Random

from .cards import ORDER, SEATS, Cards
from .piles import STACKS_OF_A_SEAT
from .position import Json
from .reachable import check_position
from .view import public_view


def sides(position: Json) -> list[tuple[list[int], list[int]]]:
    """The seats whose cards are dealt together, and their stacks: all, or in a tournament each side for itself (M6)."""
    if position["rules"]["game"] == "tournament":
        return [([seat], list(range(STACKS_OF_A_SEAT * seat, STACKS_OF_A_SEAT * (seat + 1)))) for seat in SEATS]
    return [(list(SEATS), list(range(len(position["stacks"]))))]


def unknown(position: Json, seat: int, side: tuple[list[int], list[int]]) -> tuple[Cards, list[tuple[int, int]], int]:
    """N6: the pool of a side, its places in stacks (stack, place), and how many of it are in the enemy's hand."""
    seats, stacks = side
    enemy = 1 - seat
    hidden: Cards = Counter()
    if enemy in seats:
        hidden = Counter(position["hands"][enemy]) - Counter(position["known"][enemy])
    places = [
        (stack, place)
        for stack in stacks
        for place, card in enumerate(position["stacks"][stack])
        if not card["seen"][seat]
    ]
    pool = hidden + Counter(position["stacks"][stack][place]["card"] for stack, place in places)
    return pool, places, hidden.total()


def chances_of_place(position: Json, seat: int, stack: int) -> dict[str, float]:
    """N6: of each card to lie in a place of this stack that the seat has not seen: every deal is equally likely."""
    side = next(side for side in sides(position) if stack in side[1])
    pool, _, _ = unknown(position, seat, side)
    return {card: count / pool.total() for card, count in pool.items()}


def deal(position: Json, seat: int, random: Random) -> Json:
    """N6, N5: a position that may be this one for all that the seat knows; every deal is equally likely."""
    dealt = copy.deepcopy(position)
    enemy = 1 - seat
    for side in sides(position):
        pool, places, in_hand = unknown(position, seat, side)
        cards = random.sample(sorted(pool.elements()), pool.total())
        if enemy in side[0]:
            hand = Counter(position["known"][enemy]) + Counter(cards[:in_hand])
            dealt["hands"][enemy] = {card: hand[card] for card in ORDER if hand[card]}
        for (stack, place), card in zip(places, cards[in_hand:], strict=True):
            dealt["stacks"][stack][place]["card"] = card
    tell_anew(dealt, seat, random)
    return dealt


def tell_anew(dealt: Json, seat: int, random: Random) -> None:
    """N6, M6: the card of `holy` follows the hand; a deck that is picked from is in table order."""
    pending, enemy = dealt["pending"], 1 - seat
    if dealt["phase"] == "holy" and dealt["player"] == enemy:
        hand: Cards = Counter(dealt["hands"][enemy])
        pending["card"] = random.choice(sorted(hand.elements()))
    if dealt["phase"] == "deck_pick":
        dealt["stacks"][STACKS_OF_A_SEAT * enemy].sort(key=lambda card: ORDER.index(card["card"]))


def faults_of_deal(position: Json, dealt: Json, seat: int) -> Iterator[str]:
    """N6: what is wrong with a position as a deal of another one for this seat."""
    then, now = public_view(position, seat), public_view(dealt, seat)
    yield from (f"N6: {key} is {now[key]}, not {then[key]}" for key in then if then[key] != now[key])
    yield from check_position(dealt)
    if then == now:
        for side in sides(position):
            if unknown(position, seat, side) != unknown(dealt, seat, side):
                yield "N6: other cards are dealt than there were"

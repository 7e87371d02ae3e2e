"""Starts of a game, drawn (S1 to S4, M2)."""

from collections.abc import Sequence
from random import Random
from typing import Any

from tests.referee.politics_and_intrigue.piles import STACKS_OF_A_SEAT
from tests.referee.politics_and_intrigue.positions.form import (
    BASE_STACKS,
    nothing_yet,
    read_position,
    stacked_cards,
    write_position,
)
from tests.referee.politics_and_intrigue.positions.position import (
    BASE,
    DEFAULT_EVENTS,
    SEATS,
    SET,
    STACK_SIZES,
    Cards,
    Json,
    in_table_order,
)

OPTIONS: Json = {
    "num_players": 2,
    "edition": "standard",
    "game": "extended",
    **dict.fromkeys(("decks", "events")),
    "start_player": 0,
    "max_rounds": 100,
    "reward": "win",
}  # chapter 13


def start_of(rules: Json, seat: int = 0) -> Json:
    """The start of a game by these options, without its stacks; in a tournament the events are the default ones."""
    is_tournament = rules["game"] == "tournament"
    if is_tournament:
        rules = rules | {"events": [dict(events) for events in DEFAULT_EVENTS]}
    stacks: list[list[Json]] = [[]] * (len(SEATS) * STACKS_OF_A_SEAT if is_tournament else len(STACK_SIZES))
    return nothing_yet(rules) | {"rules": rules, "start_player": seat, "player": seat, "stacks": stacks}


def shuffled_start(random: Random, **options: Any) -> Json:
    """The start of a game with stacks that are drawn; a tournament needs `decks`."""
    rules = OPTIONS | options
    position = start_of(rules, random.choice(SEATS) if rules["start_player"] == "random" else 0)
    if rules["game"] == "tournament":
        for seat, deck in enumerate(rules["decks"]):
            cards = in_table_order(Cards(deck))
            position["stacks"][STACKS_OF_A_SEAT * seat] = laid(cards, [seat == 0, seat == 1])
    else:
        for kinds, sizes in ((BASE, STACK_SIZES[:BASE_STACKS]), (SET, STACK_SIZES[BASE_STACKS:])):
            stacks = cut(list(stacked_cards(kinds).elements()), sizes, random)
            first = 0 if kinds is BASE else BASE_STACKS
            position["stacks"][first : first + len(sizes)] = [laid(cards, [False, False]) for cards in stacks]
    return write_position(read_position(position))


def laid(cards: Sequence[str], seen: Sequence[bool]) -> list[Json]:
    """Return a stack of cards with these marks (N3)."""
    return [{"card": card, "seen": list(seen)} for card in cards]


def cut(cards: Sequence[str], sizes: Sequence[int], random: Random) -> list[list[str]]:
    """Shuffle the cards and return them in stacks of these sizes."""
    left = iter(random.sample(cards, len(cards)))
    return [[next(left) for _ in range(size)] for size in sizes]

"""Starts of a game, drawn (S1 to S4, M2)."""

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
from tests.referee.politics_and_intrigue.positions.position import BASE, DEFAULT_EVENTS, SEATS, SET, STACK_SIZES, Json

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
    """The start of an extended game with stacks that are drawn."""
    rules = OPTIONS | options
    position = start_of(rules, random.choice(SEATS) if rules["start_player"] == "random" else 0)
    position["stacks"] = []
    for kinds, sizes in ((BASE, STACK_SIZES[:BASE_STACKS]), (SET, STACK_SIZES[BASE_STACKS:])):
        cards = list(stacked_cards(kinds).elements())
        left = iter(random.sample(cards, len(cards)))
        for size in sizes:
            position["stacks"].append([{"card": next(left), "seen": [False, False]} for _ in range(size)])
    return write_position(read_position(position))

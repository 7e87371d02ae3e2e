"""Positions as JSON (chapter 13), and the start of a game (S1 to S4, M1, M2, M7)."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.referee.judge import start_faults
from tests.referee.politics_and_intrigue.land import knight_owner, points, windmill_owner
from tests.referee.politics_and_intrigue.piles import STACKS_OF_A_SEAT
from tests.referee.politics_and_intrigue.positions.position import (
    BASE,
    COMMON_EVENTS,
    EVENTS,
    HAND_AT_START,
    NUM_SLOTS,
    REGION_STACK,
    ROW,
    ROW_COPIES,
    SEATS,
    SET,
    STACK_SIZES,
    START_PLACES,
    START_REGIONS,
    SUPPLY,
    Cards,
    Events,
    Json,
    Position,
    Principality,
    Region,
    Stacked,
    in_table_order,
)

BASE_STACKS = 4  # S3


FORMAT = "politics_and_intrigue.position.v2"
PLAIN = (
    *("rules", "phase", "turn", "start_player", "player", "gate_open", "truncated", "dice", "mints_used", "pending"),
)


def read_position(data: Json) -> Position:
    """Return the model of a position, which shares only the rules. Derived values are not looked at."""
    return Position(
        **{key: _copied(data[key]) for key in PLAIN},
        principalities=[
            Principality(**_copied(land) | {"regions": [Region(**region) for region in land["regions"]]})
            for land in data["principalities"]
        ],
        hands=[Counter(cards) for cards in data["hands"]],
        known=[Counter(cards) for cards in data["known"]],
        stacks=[[Stacked(card["card"], list(card["seen"])) for card in stack] for stack in data["stacks"]],
        discards=[Counter(cards) for cards in data["discards"]],
        bans={ban["pile"]: ban["owner"] for ban in data["bans"]},
        events=Events(Counter(data["events"]["stack"]), Counter(data["events"]["discard"])),
        moved=data["moved"] and [Counter(cards) for cards in data["moved"]],
    )


def write_position(position: Position) -> Json:
    """Return the JSON of a model, with every key of the format."""
    lists_of_cards = {"hands": position.hands, "known": position.known, "discards": position.discards}
    return {
        **{key: _copied(getattr(position, key)) for key in PLAIN},
        **{key: [_counts(cards) for cards in cards_by_seat] for key, cards_by_seat in lists_of_cards.items()},
        "format": FORMAT,
        "turn_player": position.turn_player,
        "supply": position.supply,
        "regions_left": position.regions_left,
        "row_cards": position.row_cards,
        "principalities": [
            _copied(vars(land)) | {"regions": [vars(region).copy() for region in land.regions]}
            for land in position.principalities
        ],
        "stacks": [[{"card": card.card, "seen": list(card.seen)} for card in stack] for stack in position.stacks],
        "bans": [{"pile": pile, "owner": owner} for pile, owner in sorted(position.bans.items())],
        "events": {"stack": _counts(position.events.stack), "discard": _counts(position.events.discard)},
        "moved": position.moved and [_counts(cards) for cards in position.moved],
        "scores": points(position),
        "knight": knight_owner(position),
        "windmill": windmill_owner(position),
    }


def _counts(cards: Cards) -> dict[str, int]:
    """Card id to count, zeros left out."""
    return {card: count for card, count in cards.items() if count}


def _copied(value: Any) -> Any:
    """Copy a dict or list together with the lists in it."""
    if isinstance(value, dict):
        return {key: list(inner) if isinstance(inner, list) else inner for key, inner in value.items()}
    return value


def nothing_yet(rules: Json) -> Json:
    """Every key whose value follows from the options but who starts."""
    is_tournament = rules["game"] == "tournament"
    piles = len(SEATS) if is_tournament else 1
    return {
        "format": FORMAT,
        "phase": "deck_pick" if is_tournament else "setup_stack",
        "turn": 0,
        "gate_open": False,
        "truncated": False,
        "dice": None,
        "mints_used": 0,
        "supply": SUPPLY,
        "regions_left": list(range(len(REGION_STACK))),
        "row_cards": dict.fromkeys(ROW, 0 if is_tournament else ROW_COPIES),
        "principalities": [start_principality(seat) for seat in SEATS],
        "hands": [{}, {}],
        "known": [{}, {}],
        "discards": [{}] * piles,
        "bans": [],
        "events": {"stack": dict(all_events(rules)), "discard": {}},
        "pending": {"left": HAND_AT_START} if is_tournament else None,
        "moved": [{}, {}] if is_tournament else None,
        "scores": [START_PLACES] * len(SEATS),
        "knight": None,
        "windmill": None,
    }


def start_principality(seat: int) -> Json:
    """Return the principality at the start (S1)."""
    return {
        "row": [0, 1],
        "places": ["settlement"] * START_PLACES,
        "open_roads": [False, False],
        "regions": [{"kind": kind, "number": number, "stock": 1} for kind, number in START_REGIONS[seat]],
        "slots": [None] * NUM_SLOTS,
        "brewery": None,
        "alliance": None,
    }


def all_events(rules: Json) -> Cards:
    """Return the event cards of the game (S2, M7)."""
    if rules["game"] != "tournament":
        return Counter(EVENTS)
    return sum((Counter(events) for events in rules["events"]), COMMON_EVENTS)


def stacked_cards(kinds: Json) -> Cards:
    """S3: what lies in stacks of these kinds of cards."""
    return Counter({card: kind.copies for card, kind in kinds.items() if card not in ROW})


def check_start(position: Json) -> list[str]:
    """Return what is wrong with this position as the start of a game; nothing if it is legal."""
    return [*start_faults(position, nothing_yet(position["rules"]), "stacks"), *stack_faults(position)]


def stack_faults(position: Json) -> Iterator[str]:
    """S3; M2: until it is picked from, a deck lies in table order, and its owner sees it."""
    stacks = position["stacks"]
    if position["rules"]["game"] == "tournament":
        for number, stack in enumerate(stacks):
            seat, is_other = divmod(number, STACKS_OF_A_SEAT)
            order = [] if is_other else in_table_order(Counter(position["rules"]["decks"][seat]))
            if stack != [{"card": card, "seen": [seat == 0, seat == 1]} for card in order]:
                yield f"M2: stack {number} is not as it should be"
        if len(stacks) != len(SEATS) * STACKS_OF_A_SEAT:
            yield f"M2: there are {len(stacks)} stacks"
        return
    if tuple(map(len, stacks)) != STACK_SIZES:
        yield f"S3: the stacks have {[len(stack) for stack in stacks]} cards"
    for part, kinds in ((stacks[:BASE_STACKS], BASE), (stacks[BASE_STACKS:], SET)):
        if Counter(card["card"] for stack in part for card in stack) != stacked_cards(kinds):
            yield "S3: these stacks do not hold the cards of their game"
    if any(card["seen"] != [False, False] for stack in stacks for card in stack):
        yield "N3: nobody has seen a card yet"

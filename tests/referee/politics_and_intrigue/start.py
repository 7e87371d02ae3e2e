"""Is a position a lawful start of a game (S1 to S4, M1, M2, M7)?"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from .cards import (
    BASE,
    COMMON_EVENTS,
    DECK_SIZE,
    EVENTS,
    HAND_AT_START,
    KINDS,
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
    in_table_order,
)
from .form import FORMAT
from .moves import NUM_SLOTS
from .piles import STACKS_OF_A_SEAT
from .position import Json

EVENTS_OF_A_SEAT = 4  # M7
BASE_STACKS = 4  # S3


def nothing_yet(rules: Json) -> Json:
    """Every key whose value follows from the options but who starts."""
    is_tournament = rules["game"] == "tournament"
    piles = len(SEATS) if is_tournament else 1
    return {
        "format": FORMAT,
        "rules": rules,
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
    """S1."""
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
    """S2, M7."""
    if rules["game"] != "tournament":
        return Counter(EVENTS)
    return sum((Counter(events) for events in rules["events"]), COMMON_EVENTS)


def stacked_cards(kinds: Json) -> Cards:
    """S3: what lies in stacks of these kinds of cards."""
    return Counter({card: kind.copies for card, kind in kinds.items() if card not in ROW})


def check_start(position: Json) -> list[str]:
    """What is wrong with this position as the start of a game; nothing if it is lawful."""
    faults = rules_faults(position.get("rules") or {})
    if faults:
        return faults
    expected = nothing_yet(position["rules"])
    if position.keys() != expected.keys() | {"stacks", "start_player", "turn_player", "player"}:
        return [f"the keys are {sorted(position)}"]
    faults += [
        f"S1: {key} is {position[key]}, not {value}" for key, value in expected.items() if position[key] != value
    ]
    return [*faults, *start_player_faults(position), *stack_faults(position)]


def start_player_faults(position: Json) -> Iterator[str]:
    """S4: who begins, and that he is asked."""
    start, option = position["start_player"], position["rules"]["start_player"]
    if start not in SEATS or option not in ("random", start):
        yield f"S4: seat {start} starts by the option {option!r}"
    for key in ("turn_player", "player"):
        if position[key] != start:
            yield f"S4: {key} is {position[key]}, not {start}"


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


# -- options --------------------------------------------------------------------------------------------------


def rules_faults(rules: Json) -> list[str]:
    """The options: each is there and has a lawful value (chapter 13)."""
    cap, is_tournament = rules.get("max_rounds"), rules.get("game") == "tournament"
    lawful = {
        "num_players": rules.get("num_players") == len(SEATS),
        "edition": rules.get("edition") == "standard",
        "game": rules.get("game") in ("extended", "tournament"),
        "decks": is_lawful_pair(rules.get("decks"), DECK_SIZE, most_in_deck())
        if is_tournament
        else not rules.get("decks"),
        "events": is_lawful_pair(rules.get("events"), EVENTS_OF_A_SEAT, Counter(EVENTS) - COMMON_EVENTS)
        if is_tournament
        else not rules.get("events"),
        "start_player": rules.get("start_player") in ("random", 0),
        "max_rounds": cap is None or (type(cap) is int and cap >= 1),
        "reward": rules.get("reward") in ("win", "placement", "score"),
    }
    faults = [f"the options are {sorted(rules)}"] if rules.keys() != lawful.keys() else []
    return faults + [
        f"the option {name} cannot be {rules.get(name)!r}" for name, is_lawful in lawful.items() if not is_lawful
    ]


def most_in_deck() -> Cards:
    """M1."""
    return Counter({card: kind.copies for card, kind in KINDS.items()})


def is_lawful_pair(pair: Any, size: int, most: Cards) -> bool:
    """M1, M7: one for each seat, of that size, and of no kind more than there is."""
    is_pair = isinstance(pair, (list, tuple)) and len(pair) == len(SEATS)
    return is_pair and all(sum(cards.values()) == size and Counter(cards) <= most for cards in pair)

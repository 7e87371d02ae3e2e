"""Editions: what is printed on the cards (C3 to C6), and default decks (M1, M7), read from TOML and checked."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from kschwert_env.engine.io import edition as editions
from kschwert_env.engine.io.edition import EditionFolder, TomlTable, read_toml
from kschwert_env.politics_and_intrigue.editions.decks import read_deck, read_events
from kschwert_env.politics_and_intrigue.kernel.components import (
    CARD_NAMES,
    CARD_TYPES,
    EVENT_NAMES,
    FIRST_SET_CARD,
    GOAL,
    NUM_CARDS,
    NUM_EVENT_CARDS,
    NUM_NUMBERS,
    NUM_PLAYERS,
    NUM_RESOURCES,
    REGION_STACK,
    RESOURCE_NAMES,
    ROW_CARDS,
    START_PLACES,
    START_REGIONS,
    Card,
    CardType,
    Centre,
    Event,
)

LETTERS = "LBWGOA"  # of resources, in costs
CENTRE_NAMES = tuple(centre.name.lower() for centre in Centre)
ROW_COPIES = 2  # S3: of church and town hall
STACKED = 58, 27  # S3: cards of the card game and of the set that lie in stacks
MOST_COPIES, MOST_PRINTED = 9, 9  # of a card, of any number on it
MOST_SUM = 80  # of a number on all cards: what a seat has, with harbor and alliance, fits a byte of a record
MOST_AT_START = (GOAL - 1) // START_PLACES  # points of a settlement: nobody wins before the first turn (B11)
SINGLE = (
    Card.BAILIFF_HOUSE,  # one field per seat stores what this card and the next two remember
    Card.BREWERY,
    Card.SECRET_ALLIANCE,
    Card.MINT,  # two trades at 1:1 in a turn at most (W4)
    Card.BROTHEL,  # its rule speaks of one (F21)
)

Cost = tuple[int, ...]
"""Cost by resource."""

Region = tuple[int, int]
"""Kind (a Resource) and number of a region."""


@dataclass(frozen=True)
class Edition:
    """The contents of an edition: cards in the order of `Card`, events in that of `Event`.

    Attributes:
        source: text of its file.
        names: printed name of each card.
        copies: of each card.
        costs: of each card.
        points: victory points of each card; of a metropolis, the points added to those of its city.
        strength: of each card; of the brewery, the value of its strength side.
        tournament: tournament points of each card.
        trade: trade points of each card; of the brewery, the value of its trade side.
        centre_costs: of road, settlement and city.
        centre_points: victory points of the same.
        start_regions: by seat, in the order of their ids.
        region_stack: the eleven other regions.
        events: copies of each.
        deck: the default deck of the tournament game, by card.
        own_events: the default events of each seat in the tournament game.
        backfires: numbers of the die on which black knight and arsonist go wrong, ascending (A3, A4).
    """

    source: str = field(compare=False)
    names: tuple[str, ...]
    copies: tuple[int, ...]
    costs: tuple[Cost, ...]
    points: tuple[int, ...]
    strength: tuple[int, ...]
    tournament: tuple[int, ...]
    trade: tuple[int, ...]
    centre_costs: tuple[Cost, ...]
    centre_points: tuple[int, ...]
    start_regions: tuple[tuple[Region, ...], ...]
    region_stack: tuple[Region, ...]
    events: tuple[int, ...]
    deck: tuple[int, ...]
    own_events: tuple[tuple[int, ...], ...]
    backfires: tuple[int, ...]

    @property
    def fingerprint(self) -> str:
        """Return the hexadecimal SHA-256 of the contents; the path of the file does not matter."""
        return editions.fingerprint(self)


def parse(text: str, name: str) -> Edition:
    """Return the edition written in `text`; `name` names it in errors. Raises EditionError for the first error."""
    top = read_toml(text, name)
    top.only("centre", "regions", "cards", "attacks", "events", "tournament")
    centre, cards, events = top.table("centre"), top.table("cards"), top.table("events")
    copies, event_copies = _copies(cards), _event_copies(events)
    entries = [_card(cards, card) for card in range(NUM_CARDS)]
    start_regions, region_stack = _regions(top.table("regions"))
    centre_costs, centre_points = _centre(centre)
    deck, own_events = _tournament(top.table("tournament"), copies, event_copies)
    return Edition(
        text,
        tuple(entry.text("name") for entry in entries),
        copies,
        tuple(_cost(entry) if "cost" in entry.entries else (0,) * NUM_RESOURCES for entry in entries),
        _printed(cards, entries, copies, "points"),
        _printed(cards, entries, copies, "strength"),
        _printed(cards, entries, copies, "tournament"),
        _printed(cards, entries, copies, "trade"),
        centre_costs,
        centre_points,
        start_regions,
        region_stack,
        event_copies,
        deck,
        own_events,
        _backfires(top.table("attacks")),
    )


# -- cards ------------------------------------------------------------------------------------------------------


def _copies(cards: TomlTable) -> tuple[int, ...]:
    """Return the copies of each card (C5); the card game and the set have fixed totals (S3)."""
    cards.only(*CARD_NAMES)
    copies = []
    for card, name in enumerate(CARD_NAMES):
        most = 1 if card in SINGLE else MOST_COPIES
        low, high = (ROW_COPIES, ROW_COPIES) if card in ROW_CARDS else (0, most)
        copies.append(cards.table(name).integer("copies", low, high))
    parts = {"card game, without churches and town halls": copies[:FIRST_SET_CARD], "set": copies[FIRST_SET_CARD:]}
    for (part, counts), wanted in zip(parts.items(), STACKED, strict=True):
        total = sum(counts) - (ROW_COPIES * len(ROW_CARDS) if part != "set" else 0)
        if total != wanted:
            cards.fail("", f"{total} cards of the {part}", f"{wanted} (S3)")
    return tuple(copies)


def _card(cards: TomlTable, card: int) -> TomlTable:
    """Refuse numbers that a card of its type does not have."""
    entry, kind = cards.table(CARD_NAMES[card]), CARD_TYPES[card]
    has_cost = kind != CardType.ACTION and card != Card.METROPOLIS
    printed = {
        CardType.GREEN: ("points", "trade"),
        CardType.RED: ("points", "trade"),
        CardType.FLEET: ("trade",),
        CardType.KNIGHT: ("strength", "tournament", "trade"),
        CardType.ACTION: (),
    }[CardType(kind)]
    if card == Card.BREWERY:
        printed = (*printed, "strength")  # F22
    if card == Card.METROPOLIS:
        printed = ("points",)  # F19
    if card in (Card.BROTHEL, Card.SECRET_ALLIANCE):
        printed = ()  # F21, F23: no points
    needed = ("name", "copies", *(("cost",) if has_cost else ()))
    entry.only(*needed, *(key for key in printed if key in entry.entries))
    return entry


def _printed(cards: TomlTable, entries: list[TomlTable], copies: tuple[int, ...], key: str) -> tuple[int, ...]:
    """Return a number of every card; the default is 0."""
    values = tuple(entry.integer(key, 0, MOST_PRINTED) if key in entry.entries else 0 for entry in entries)
    total = sum(count * value for count, value in zip(copies, values, strict=True))
    if total > MOST_SUM:
        cards.fail("", f"{key} of {total} on all cards together", f"at most {MOST_SUM}")
    return values


def _cost(entry: TomlTable) -> Cost:
    """Return a cost such as "2B 1L" (B1). Church and town hall cost something even with a mission (F16, W4)."""
    given = entry.value("cost")
    cost = [0] * NUM_RESOURCES
    for part in given.split() if isinstance(given, str) else ["?"]:
        if not re.fullmatch(rf"[1-9][{LETTERS}]", part) or cost[LETTERS.index(part[1])]:
            entry.fail("cost", given, f'a text such as "2B 1L", with at most one number for each of {LETTERS}')
        cost[LETTERS.index(part[1])] = int(part[0])
    least = 2 if entry.place.endswith((".church", ".town_hall")) else 0
    if sum(cost) < least:
        entry.fail("cost", given, f"at least {least} resources, so that every turn ends (W4)")
    return tuple(cost)


def _centre(centre: TomlTable) -> tuple[tuple[Cost, ...], tuple[int, ...]]:
    """Return costs and points of roads, settlements and cities (C3)."""
    centre.only(*CENTRE_NAMES)
    costs, points = [], []
    for name in CENTRE_NAMES:
        entry, counts = centre.table(name), name != "road"
        entry.only("cost", *(("points",) if counts else ()))
        costs.append(_cost(entry))
        most = MOST_AT_START if name == "settlement" else MOST_PRINTED
        points.append(entry.integer("points", 0, most) if counts else 0)
    return tuple(costs), tuple(points)


def _backfires(attacks: TomlTable) -> tuple[int, ...]:
    """Return the numbers of the die on which black knight and arsonist go wrong (A3, A4)."""
    attacks.only("backfires")
    given = attacks.value("backfires")
    right = isinstance(given, list) and all(type(number) is int and 1 <= number <= NUM_NUMBERS for number in given)
    if not right or len(set(given)) < len(given):
        attacks.fail("backfires", given, f"a list of different numbers from 1 to {NUM_NUMBERS}, which may be empty")
    return tuple(sorted(given))


# -- regions, events, decks -------------------------------------------------------------------------------------


def _regions(regions: TomlTable) -> tuple[tuple[tuple[Region, ...], ...], tuple[Region, ...]]:
    """Return the start regions of both seats and the region stack (C4)."""
    regions.only("start", "stack")
    start = regions.value("start")
    if not isinstance(start, list) or len(start) != NUM_PLAYERS:
        regions.fail("start", start, f"a list of {NUM_PLAYERS}, one for each seat")
    by_seat = tuple(_listed(regions, "start", seat, START_REGIONS) for seat in start)
    return by_seat, _listed(regions, "stack", regions.value("stack"), REGION_STACK)


def _listed(regions: TomlTable, key: str, given: object, number: int) -> tuple[Region, ...]:
    """Return a list of `number` regions such as "gold 4"."""
    right = (
        f'{number} regions such as "gold 4", with one of {", ".join(RESOURCE_NAMES)} and a number up to {NUM_NUMBERS}'
    )
    if not isinstance(given, list) or len(given) != number:
        regions.fail(key, given, right)
    found = []
    for region in given:
        match = re.fullmatch(rf"(\w+) ([1-{NUM_NUMBERS}])", region) if isinstance(region, str) else None
        if match is None or match[1] not in RESOURCE_NAMES:
            regions.fail(key, region, right)
        found.append((RESOURCE_NAMES.index(match[1]), int(match[2])))
    return tuple(found)


def _event_copies(events: TomlTable) -> tuple[int, ...]:
    """Return the copies of each event: 13 in all, with one new year, never the last card of its stack (C6, L4, E3)."""
    events.only(*EVENT_NAMES)
    copies = []
    for event, name in enumerate(EVENT_NAMES):
        low, high = (1, 1) if event == Event.NEW_YEAR else (0, NUM_EVENT_CARDS)
        copies.append(events.integer(name, low, high))
    if sum(copies) != NUM_EVENT_CARDS:
        events.fail("", f"{sum(copies)} events in all", f"{NUM_EVENT_CARDS} (C1)")
    return tuple(copies)


def _tournament(
    tournament: TomlTable, copies: tuple[int, ...], event_copies: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Return the default deck and the default events of both seats (M1, M7)."""
    tournament.only("deck", "events")
    deck, events = tournament.table("deck"), tournament.value("events")
    if not isinstance(events, list) or len(events) != NUM_PLAYERS:
        tournament.fail("events", events, f"a list of {NUM_PLAYERS}, one for each seat")
    seats = [TomlTable(tournament.source, f"tournament.events[{seat}]", given) for seat, given in enumerate(events)]
    own = tuple(read_events(seat.entries, event_copies, seat.fail) for seat in seats)
    return read_deck(deck.entries, copies, deck.fail), own


load = EditionFolder(Path(__file__).parent, parse).load
"""Return the edition of that name, or in the file of that path. Raises EditionError for the first wrong value."""

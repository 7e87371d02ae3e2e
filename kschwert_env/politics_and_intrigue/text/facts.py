"""The contents of an edition as tables for people to read (C3 to C6)."""

from kschwert_env.engine.contract.rules import Facts
from kschwert_env.politics_and_intrigue.editions.edition import CENTRE_NAMES, LETTERS, Cost, Edition, Region
from kschwert_env.politics_and_intrigue.kernel.components import (
    CARD_NAMES,
    CARD_TYPES,
    EVENT_NAMES,
    NUM_PLAYERS,
    REGION_STACK,
    RESOURCE_NAMES,
    CardType,
)


def edition_facts(edition: Edition) -> list[Facts]:
    """Return the tables of cards, centre cards, regions, attacks and events."""
    return [_cards(edition), _centre(edition), _regions(edition), _attacks(edition), _events(edition)]


def _cost(cost: Cost) -> str:
    return " ".join(f"{count}{letter}" for letter, count in zip(LETTERS, cost, strict=True) if count) or "-"


def _cards(edition: Edition) -> Facts:
    """Return the table of cards: costs, victory points V, and S, T and M of the rules page (C5)."""
    printed = {"V": edition.points, "S": edition.strength, "T": edition.tournament, "M": edition.trade}
    rows = [
        (
            *(card, edition.names[i], CardType(CARD_TYPES[i]).name.lower(), edition.copies[i], _cost(edition.costs[i])),
            " ".join(f"{values[i]}{letter}" for letter, values in printed.items() if values[i]) or "-",
        )
        for i, card in enumerate(CARD_NAMES)
    ]
    columns = ("card", "name", "type", "copies", "cost", "counts")
    return Facts("Cards", columns, [*rows, ("all", "", "", sum(edition.copies), "", "")])


def _centre(edition: Edition) -> Facts:
    rows = zip(CENTRE_NAMES, map(_cost, edition.centre_costs), (p or "-" for p in edition.centre_points), strict=True)
    return Facts("Centre cards", ("card", "cost", "VP"), list(rows))


def _regions(edition: Edition) -> Facts:
    """Return the table of regions, by id in a principality (P2) and by number in the stack."""
    places = (*edition.start_regions, edition.region_stack)
    columns = ("region", *(f"seat {seat}" for seat in range(NUM_PLAYERS)), "stack")
    rows: list[tuple[str | int, ...]] = [(n, *(_region(place, n) for place in places)) for n in range(REGION_STACK)]
    return Facts("Regions", columns, rows)


def _region(regions: tuple[Region, ...], number: int) -> str:
    if number >= len(regions):
        return ""
    kind, face = regions[number]
    return f"{RESOURCE_NAMES[kind]} {face}"


def _attacks(edition: Edition) -> Facts:
    """Return the numbers of the die on which black knight and arsonist go wrong (A3, A4)."""
    return Facts("Attacks", ("goes wrong on",), [(", ".join(map(str, edition.backfires)) or "-",)])


def _events(edition: Edition) -> Facts:
    return Facts("Events", ("event", "copies"), list(zip(EVENT_NAMES, edition.events, strict=True)))

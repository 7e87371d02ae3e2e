"""Decks (M1) and events (M7) that the seats bring to the tournament game, read and checked."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kschwert_env.politics_and_intrigue.kernel.components import (
    CARD_NAMES,
    DECK,
    EVENT_NAMES,
    NUM_EVENT_CARDS,
    NUM_EVENTS,
    NUM_PLAYERS,
    Event,
)

SHARED_EVENTS = tuple({Event.CIVIL_WAR: 2, Event.PLAGUE: 2, Event.NEW_YEAR: 1}.get(event, 0) for event in Event)
"""The events that neither seat brings (M7)."""

OWN_EVENTS = (NUM_EVENT_CARDS - sum(SHARED_EVENTS)) // NUM_PLAYERS
"""The number of events that each seat brings (M7)."""

Counts = tuple[int, ...]
Fail = Callable[[str, Any, str], Any]


def read_deck(given: Mapping[str, Any], copies: Sequence[int], fail: Fail) -> Counts:
    """Return a deck as counts by card, at most the copies of each. `fail(key, value, right)` raises an error."""
    return _counts(given, CARD_NAMES, copies, DECK, "cards (M1)", fail)


def read_events(given: Mapping[str, Any], copies: Sequence[int], fail: Fail) -> Counts:
    """Return the events of one seat as counts, with the shared ones at most the copies of each. `fail` as above."""
    left = [max(0, copies[event] - SHARED_EVENTS[event]) for event in range(NUM_EVENTS)]
    return _counts(given, EVENT_NAMES, left, OWN_EVENTS, "events (M7)", fail)


def _counts(
    given: Mapping[str, Any], names: Sequence[str], most: Sequence[int], total: int, what: str, fail: Fail
) -> Counts:
    for name, count in given.items():
        if name not in names:
            fail(name, count, f"left out: it is none of the {what}")
        bound = most[names.index(name)]
        if type(count) is not int or not 1 <= count <= bound:
            fail(name, count, f"an integer from 1 to {bound}" if bound else "left out: there is none to bring")
    counts = tuple(given.get(name, 0) for name in names)
    if sum(counts) != total:
        fail("", f"{sum(counts)} in all", f"{total} {what}")
    return counts

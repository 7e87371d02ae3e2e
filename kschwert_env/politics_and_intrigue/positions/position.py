"""Complete positions as JSON ("politics_and_intrigue.position.v2"), for a spectator."""

import json
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import Any

import numpy as np

from kschwert_env.engine.contract.edition_rules import EditionRules
from kschwert_env.engine.contract.options import MAX_TURNS
from kschwert_env.engine.contract.position_table import (
    Counts,
    Custom,
    Flag,
    Index,
    Integer,
    ListOf,
    Name,
    Nullable,
    Table,
    read_position,
    write_position,
)
from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.io.reader import PositionReader, by_name, or_none
from kschwert_env.politics_and_intrigue.kernel.components import (
    CARD_NAMES,
    EVENT_NAMES,
    FACE_NAMES,
    MOST_STACKED,
    NUM_NUMBERS,
    NUM_PLAYERS,
    PHASE_NAMES,
    REGION_STACK,
    ROW_NAMES,
)
from kschwert_env.politics_and_intrigue.kernel.derived_state import derive
from kschwert_env.politics_and_intrigue.positions import soundness
from kschwert_env.politics_and_intrigue.positions.pending import read_pending, write_pending
from kschwert_env.politics_and_intrigue.positions.principality import read_principality, write_principality

FORMAT = "politics_and_intrigue.position.v2"
CENTRES = ("roads", "settlements", "cities")
MOST_MINTS = 2  # trades by mint in a turn: by the own one, and by the enemy's through an alliance (F11)

_derive: Any = derive  # compiled functions are typed by Numba


def to_json(rules: EditionRules, state: np.void) -> dict[str, Any]:
    """Return a complete position in dicts, lists, strings, ints, bools and None."""
    return write_position(rules, FORMAT, _table(rules), state)


def from_json(rules: EditionRules, position: Position) -> np.ndarray:
    """Return the array of length 1 with that position, a dict of JSON's types.

    Raises:
        ValueError: naming every contradiction.
    """
    table, states = _table(rules), rules.board["blank"].copy()
    state = states[0]

    def check(reader: PositionReader) -> Iterable[str]:
        for name in ("decks", "events"):
            if reader.find(f"rules.{name}") is None and rules.options()[name] is not None:
                reader.fail(f"rules.{name}", "what the seats bring to the tournament game, also if it is the default")
        state["turn_player"] = (state["start_player"] + state["turn"]) % NUM_PLAYERS
        _derive(states, rules.board)
        _check_derived(reader, table, states)
        return soundness.contradictions(rules, state)

    return read_position(position, FORMAT, table, states, check)


@lru_cache(64)
def _table(rules: EditionRules) -> Table:
    """Return all keys of a position. Cards and events are limited to those of the game (C5, C6)."""
    board = rules.board[0]
    copies, num_stacks, num_discards = _copies(rules), int(board["num_stacks"]), int(board["num_discards"])
    num_events = [sum(rules.edition_data.events)] * len(EVENT_NAMES)
    dice = {"event": Name("face", FACE_NAMES), "number": Integer("number", 1, NUM_NUMBERS)}
    events = {
        "stack": Counts("event_stack", EVENT_NAMES, most=num_events),
        "discard": Counts("event_discard", EVENT_NAMES, most=num_events),
    }
    return {
        "phase": Name("phase", PHASE_NAMES),
        "turn": Integer("turn", 0, MAX_TURNS),
        "start_player": Integer("start_player", 0, 1),
        "turn_player": _derived(lambda state: int(state["turn_player"])),
        "player": Integer("player", 0, 1, optional=True),
        "gate_open": Flag("gate_open"),
        "truncated": Flag("truncated"),
        "dice": Nullable("face", dice),
        "mints_used": Integer("mints_used", 0, MOST_MINTS),
        "supply": _derived(lambda state: dict(zip(CENTRES, state["supply"].tolist(), strict=True))),
        "regions_left": _derived(lambda state: [i for i in range(REGION_STACK) if state["regions_left"] >> i & 1]),
        "row_cards": _derived(lambda state: dict(zip(ROW_NAMES, state["row_cards"].tolist(), strict=True))),
        "principalities": ListOf(NUM_PLAYERS, Custom(write_principality, read_principality)),
        "hands": ListOf(NUM_PLAYERS, Counts("hands", CARD_NAMES, most=copies)),
        "known": ListOf(NUM_PLAYERS, Counts("known", CARD_NAMES, most=copies)),
        "stacks": Custom(partial(_write_stacks, num_stacks), partial(_read_stacks, num_stacks)),
        "discards": ListOf(num_discards, Counts("discards", CARD_NAMES, most=copies)),
        "bans": Custom(_write_bans, partial(_read_bans, num_stacks + num_discards)),
        "events": events,
        "pending": Custom(write_pending, partial(read_pending, num_stacks)),
        "moved": _derived(lambda state: _moved(state) if board["tournament_game"] else None),
        "scores": _derived(lambda state: state["scores"].tolist()),
        "knight": _derived(lambda state: or_none(state["knight"])),
        "windmill": _derived(lambda state: or_none(state["windmill"])),
    }


def _derived(value: Callable[[np.void], Any]) -> Custom:
    return Custom(lambda states, index: value(states[0]), _read_derived)


def _read_derived(reader: PositionReader, place: str, states: np.ndarray, index: Index) -> None:
    """Check that a key exists whose value follows from the others; `_check_derived` compares it."""
    reader.value(place)


def _moved(state: np.void) -> list[dict[str, int]]:
    """Return the cards won less those lost, by seat (M6)."""
    gained = by_name(state["moved"], CARD_NAMES)
    return [gained, {card: -count for card, count in gained.items()}]


def _copies(rules: EditionRules) -> list[int]:
    """Return the copies of each card, in the tournament game those of both decks together."""
    decks = rules.board["decks"][0].sum(axis=0).tolist()
    return decks if any(decks) else list(rules.edition_data.copies)


def _write_stacks(number: int, states: np.ndarray, index: Index) -> list[list[dict[str, Any]]]:
    """Return the stacks, each from its top, with the seats that have seen its cards (N3)."""
    cards, marks, ends = (states[name][0] for name in ("stack_cards", "stack_marks", "stack_sizes"))
    ends = np.cumsum(ends).tolist()
    places = [
        {"card": CARD_NAMES[card], "seen": [bool(mark >> seat & 1) for seat in range(NUM_PLAYERS)]}
        for card, mark in zip(cards[: ends[-1]].tolist(), marks[: ends[-1]].tolist(), strict=True)
    ]
    return [places[first:end] for first, end in zip([0, *ends], ends[:number], strict=False)]


def _read_stacks(number: int, reader: PositionReader, place: str, states: np.ndarray, index: Index) -> None:
    """Read cards and marks of all stacks (N3, L3)."""
    state, end = states[0], 0
    for stack in range(len(reader.listed(place, number))):
        size = len(reader.listed(f"{place}[{stack}]"))
        if end + size > MOST_STACKED:
            reader.fail(place, f"at most {MOST_STACKED} cards in all (L3)")
            return
        state["stack_sizes"][stack] = size
        for i in range(size):
            here = f"{place}[{stack}][{i}]"
            seen = range(len(reader.listed(f"{here}.seen", NUM_PLAYERS)))
            state["stack_cards"][end + i] = reader.name(f"{here}.card", CARD_NAMES)
            state["stack_marks"][end + i] = sum(reader.flag(f"{here}.seen[{seat}]") << seat for seat in seen)
            reader.only(here, "card", "seen")
        end += size


def _write_bans(states: np.ndarray, index: Index) -> list[dict[str, int]]:
    return [{"pile": pile, "owner": owner} for pile, owner in enumerate(states["bans"][0].tolist()) if owner >= 0]


def _read_bans(piles: int, reader: PositionReader, place: str, states: np.ndarray, index: Index) -> None:
    """Read the bans, at most one on a pile, listed by pile (A17)."""
    last = -1
    for i in range(len(reader.listed(place))):
        pile = reader.integer(f"{place}[{i}].pile", 0, piles - 1)
        if pile <= last:
            reader.fail(f"{place}[{i}].pile", "above that of the ban before")
        states["bans"][0, pile] = reader.integer(f"{place}[{i}].owner", 0, 1)
        reader.only(f"{place}[{i}]", "pile", "owner")
        last = pile


def _check_derived(reader: PositionReader, table: Table, states: np.ndarray) -> None:
    """Refuse derived values that differ from what follows from the rest. As JSON text, True and 1.0 differ from 1."""
    for key, entry in table.items():
        if isinstance(entry, Custom) and entry.read is _read_derived:
            right = entry.write(states, (0,))
            if json.dumps(reader.value(key), sort_keys=True) != json.dumps(right, sort_keys=True):
                reader.fail(key, f"{right}, which follows from the rest")

"""Complete positions as JSON ("politics_and_intrigue.position.v2"), for a spectator."""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from kschwert_env.engine.contract.options import MAX_TURNS
from kschwert_env.engine.contract.rules import GameRules, Position
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
from kschwert_env.politics_and_intrigue.positions import pending, principality, soundness

FORMAT = "politics_and_intrigue.position.v2"
CENTRES = ("roads", "settlements", "cities")
MOST_MINTS = 2  # trades by mint in a turn: by the own one, and by the enemy's through an alliance (F11)

_SEATS = range(NUM_PLAYERS)
_derive: Any = derive  # compiled functions are typed by Numba
_KEYS = (
    *("format", "rules", "phase", "turn", "start_player", "turn_player", "player", "gate_open", "truncated", "dice"),
    *("mints_used", "supply", "regions_left", "row_cards", "principalities", "hands", "known", "stacks", "discards"),
    *("bans", "events", "pending", "moved", "scores", "knight", "windmill"),
)
_DERIVED = ("turn_player", "supply", "regions_left", "row_cards", "moved", "scores", "knight", "windmill")


# -- writing ----------------------------------------------------------------------------------------------------


def to_json(rules: GameRules, state: np.void) -> dict[str, Any]:
    """Return a complete position in dicts, lists, strings, ints, bools and None."""
    board = rules.board[0]
    return {
        "format": FORMAT,
        "rules": rules.options(),
        "phase": PHASE_NAMES[state["phase"]],
        "turn": int(state["turn"]),
        "start_player": int(state["start_player"]),
        "turn_player": int(state["turn_player"]),
        "player": or_none(state["player"]),
        "gate_open": bool(state["gate_open"]),
        "truncated": bool(state["truncated"]),
        "dice": _dice(state),
        "mints_used": int(state["mints_used"]),
        "supply": dict(zip(CENTRES, state["supply"].tolist(), strict=True)),
        "regions_left": [region for region in range(REGION_STACK) if state["regions_left"] >> region & 1],
        "row_cards": dict(zip(ROW_NAMES, state["row_cards"].tolist(), strict=True)),
        "principalities": [principality.write(state, seat) for seat in _SEATS],
        "hands": [by_name(seat, CARD_NAMES) for seat in state["hands"]],
        "known": [by_name(seat, CARD_NAMES) for seat in state["known"]],
        "stacks": _stacks(state, int(board["num_stacks"])),
        "discards": [by_name(state["discards"][pile], CARD_NAMES) for pile in range(board["num_discards"])],
        "bans": [{"pile": pile, "owner": owner} for pile, owner in enumerate(state["bans"].tolist()) if owner >= 0],
        "events": {
            "stack": by_name(state["event_stack"], EVENT_NAMES),
            "discard": by_name(state["event_discard"], EVENT_NAMES),
        },
        "pending": pending.write(state),
        "moved": _moved(state) if board["tournament_game"] else None,
        "scores": state["scores"].tolist(),
        "knight": or_none(state["knight"]),
        "windmill": or_none(state["windmill"]),
    }


def _dice(state: np.void) -> dict[str, Any] | None:
    if state["face"] < 0:
        return None
    return {"event": FACE_NAMES[state["face"]], "number": int(state["number"])}


def _stacks(state: np.void, number: int) -> list[list[dict[str, Any]]]:
    """Return the stacks, each from its top (N3)."""
    cards, marks, ends = state["stack_cards"], state["stack_marks"], np.cumsum(state["stack_sizes"]).tolist()
    places = [
        {"card": CARD_NAMES[card], "seen": [bool(mark >> seat & 1) for seat in _SEATS]}
        for card, mark in zip(cards[: ends[-1]].tolist(), marks[: ends[-1]].tolist(), strict=True)
    ]
    return [places[first:end] for first, end in zip([0, *ends], ends[:number], strict=False)]


def _moved(state: np.void) -> list[dict[str, int]]:
    """Return the cards won less those lost, by seat (M6)."""
    gained = by_name(state["moved"], CARD_NAMES)
    return [gained, {card: -count for card, count in gained.items()}]


# -- reading ----------------------------------------------------------------------------------------------------


def from_json(rules: GameRules, given: Position) -> np.ndarray:
    """Return the array of length 1 with that position, a dict of JSON's types.

    Raises:
        ValueError: naming every contradiction.
    """
    reader = PositionReader(given)
    states = rules.board["blank"].copy()
    state = states[0]
    _read_turn(reader, state)
    for seat in range(len(reader.listed("principalities", NUM_PLAYERS))):
        principality.read(reader, state, seat)
    _read_cards(reader, state, rules)
    pending.read(reader, state, int(rules.board["num_stacks"][0]))
    reader.only("", *_KEYS)
    reader.raise_if_wrong()
    _derive(states, rules.board)
    _check_derived(reader, to_json(rules, state))
    reader.wrong += soundness.contradictions(rules, state)
    reader.raise_if_wrong()
    return states


def _read_turn(reader: PositionReader, state: np.void) -> None:
    if reader.value("format") != FORMAT:
        reader.fail("format", repr(FORMAT))
        reader.raise_if_wrong()  # nothing else of another format can be read
    state["phase"] = reader.name("phase", PHASE_NAMES)
    state["turn"] = reader.integer("turn", 0, MAX_TURNS)
    state["start_player"] = reader.integer("start_player", 0, 1)
    state["turn_player"] = (state["start_player"] + state["turn"]) % NUM_PLAYERS
    state["player"] = reader.integer("player", 0, 1, optional=True)
    state["gate_open"] = reader.flag("gate_open")
    state["truncated"] = reader.flag("truncated")
    if reader.value("dice") is not None:
        state["face"] = reader.name("dice.event", FACE_NAMES)
        state["number"] = reader.integer("dice.number", 1, NUM_NUMBERS)
        reader.only("dice", "event", "number")
    state["mints_used"] = reader.integer("mints_used", 0, MOST_MINTS)


def _read_cards(reader: PositionReader, state: np.void, rules: GameRules) -> None:
    """Read hands, stacks, discards, bans and events, of each kind no more than there are in the game (C5, C6)."""
    board, edition = rules.board[0], rules.edition_data
    for name in ("hands", "known"):
        for seat in range(len(reader.listed(name, NUM_PLAYERS))):
            state[name][seat] = _counts(reader, f"{name}[{seat}]", CARD_NAMES, _copies(rules))
    for pile in range(len(reader.listed("discards", int(board["num_discards"])))):
        state["discards"][pile] = _counts(reader, f"discards[{pile}]", CARD_NAMES, _copies(rules))
    _read_stacks(reader, state, int(board["num_stacks"]))
    _read_bans(reader, state, int(board["num_stacks"] + board["num_discards"]))
    for name in ("stack", "discard"):
        state[f"event_{name}"] = _counts(
            reader, f"events.{name}", EVENT_NAMES, [sum(edition.events)] * len(EVENT_NAMES)
        )
    reader.only("events", "stack", "discard")


def _copies(rules: GameRules) -> list[int]:
    """Return the copies of each card, in the tournament game those of both decks together."""
    decks = rules.board["decks"][0].sum(axis=0).tolist()
    return decks if any(decks) else list(rules.edition_data.copies)


def _counts(reader: PositionReader, place: str, names: Sequence[str], most: Sequence[int]) -> list[int]:
    counts = reader.counts(place, names)
    for i, name in enumerate(names):
        if counts[i] > most[i]:
            reader.fail(f"{place}.{name}", f"left out: there are {most[i]} in the game")
            counts[i] = 0
    return counts


def _read_stacks(reader: PositionReader, state: np.void, number: int) -> None:
    """Read cards and marks of all stacks (N3, L3)."""
    cards: list[int] = []
    marks: list[int] = []
    for stack in range(len(reader.listed("stacks", number))):
        size = len(reader.listed(f"stacks[{stack}]"))
        if len(cards) + size > MOST_STACKED:
            reader.fail("stacks", f"at most {MOST_STACKED} cards in all (L3)")
            return
        state["stack_sizes"][stack] = size
        for i in range(size):
            here = f"stacks[{stack}][{i}]"
            cards.append(reader.name(f"{here}.card", CARD_NAMES))
            seen = range(len(reader.listed(f"{here}.seen", NUM_PLAYERS)))
            marks.append(sum(reader.flag(f"{here}.seen[{seat}]") << seat for seat in seen))
            reader.only(here, "card", "seen")
    state["stack_cards"][: len(cards)], state["stack_marks"][: len(marks)] = cards, marks


def _read_bans(reader: PositionReader, state: np.void, piles: int) -> None:
    """Read the bans, at most one on a pile, listed by pile (A17)."""
    last = -1
    for i in range(len(reader.listed("bans"))):
        pile = reader.integer(f"bans[{i}].pile", 0, piles - 1)
        if pile <= last:
            reader.fail(f"bans[{i}].pile", "above that of the ban before")
        state["bans"][pile] = reader.integer(f"bans[{i}].owner", 0, 1)
        reader.only(f"bans[{i}]", "pile", "owner")
        last = pile


def _check_derived(reader: PositionReader, position: Position) -> None:
    """Refuse derived values that differ from what follows from the rest."""
    for key in _DERIVED:
        if _written(reader.value(key)) != _written(position[key]):
            reader.fail(key, f"{position[key]}, which follows from the rest")


def _written(value: Any) -> str:
    """Return a value as JSON text, in which True and 1.0 differ from 1."""
    return json.dumps(value, sort_keys=True)

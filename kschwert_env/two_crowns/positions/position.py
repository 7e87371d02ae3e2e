"""Positions as JSON ("two_crowns.position.v2"): the complete state, as a spectator sees it."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from kschwert_env.engine.contract.options import MAX_TURNS
from kschwert_env.engine.contract.rules import GameRules, Position
from kschwert_env.engine.io.reader import PositionReader, by_name, or_none
from kschwert_env.two_crowns.kernel.components import (
    CARD_NAMES,
    CASTLE,
    KNIGHT_NAMES,
    LOWEST_CASTLE,
    MOST_LAID,
    NUM_KNIGHTS,
    NUM_PLAYERS,
    PHASE_NAMES,
    PRICED_NAMES,
    REST_NAMES,
    Phase,
)
from kschwert_env.two_crowns.positions import soundness

FORMAT = "two_crowns.position.v2"
BATTLE_PHASES = (Phase.LAY, Phase.PAY)

_SEATS = range(NUM_PLAYERS)
_KEYS = (
    *("format", "rules", "phase", "turn", "turn_player", "player", "start_player", "castles", "hands", "decks"),
    *("discards", "resting", "known", "battle", "exact", "fate_used", "truncated"),
)


# -- writing ----------------------------------------------------------------------------------------------------


def to_json(rules: GameRules, state: np.void) -> dict[str, Any]:
    """Return the complete state as a position, in JSON types."""
    return {
        "format": FORMAT,
        "rules": rules.options(),
        "phase": PHASE_NAMES[state["phase"]],
        "turn": int(state["turn"]),
        "turn_player": int(state["turn_player"]),
        "player": or_none(state["player"]),
        "start_player": int(state["start_player"]),
        "castles": state["scores"].tolist(),
        "hands": _by_seat(state["hands"]),
        "decks": _by_seat(state["decks"]),
        "discards": _by_seat(state["discards"]),
        "resting": [
            {when: by_name(knights, KNIGHT_NAMES) for when, knights in zip(REST_NAMES, seat, strict=True)}
            for seat in state["resting"]
        ],
        "known": _by_seat(state["known"], KNIGHT_NAMES),
        "battle": _battle(state),
        "exact": by_name(state["exact"], CARD_NAMES) if state["phase"] == Phase.KEEP else None,
        "fate_used": bool(state["fate_used"]),
        "truncated": bool(state["truncated"]),
    }


def _by_seat(counts: np.ndarray, names: Sequence[str] = CARD_NAMES) -> list[dict[str, int]]:
    return [by_name(seat, names) for seat in counts]


def _battle(state: np.void) -> dict[str, Any] | None:
    if state["phase"] not in BATTLE_PHASES:
        return None
    counts, paid = state["laid_counts"].tolist(), _by_seat(state["paid"], PRICED_NAMES)
    return {"laid": _by_seat(state["laid"]), "counts": counts, "paid": paid}


# -- reading ----------------------------------------------------------------------------------------------------


def from_json(rules: GameRules, given: Position) -> np.ndarray:
    """Read a position, a dict of JSON types, into a state; return it as an array of length 1.

    Raises ValueError with every contradiction.
    """
    reader = PositionReader(given)
    states = rules.board["blank"].copy()
    state = states[0]
    _read_turn(reader, state)
    _read_cards(reader, state)
    _read_running(reader, state)
    reader.only("", *_KEYS)
    reader.raise_if_wrong()
    reader.wrong += soundness.contradictions(rules, state)
    reader.raise_if_wrong()
    return states


def _read_turn(reader: PositionReader, state: np.void) -> None:
    reader.expect_format(FORMAT)
    state["phase"] = reader.name("phase", PHASE_NAMES)
    state["turn"] = reader.integer("turn", 0, MAX_TURNS)
    state["turn_player"] = reader.integer("turn_player", 0, 1)
    state["player"] = reader.integer("player", 0, 1, optional=True)
    state["start_player"] = reader.integer("start_player", 0, 1)
    for seat in range(len(reader.listed("castles", NUM_PLAYERS))):
        state["scores"][seat] = reader.integer(f"castles[{seat}]", LOWEST_CASTLE, CASTLE)
    state["fate_used"] = reader.flag("fate_used")
    state["truncated"] = reader.flag("truncated")


def _read_cards(reader: PositionReader, state: np.void) -> None:
    for name in ("hands", "decks", "discards"):
        for seat in range(len(reader.listed(name, NUM_PLAYERS))):
            state[name][seat] = reader.counts(f"{name}[{seat}]", CARD_NAMES)
    for seat in range(len(reader.listed("known", NUM_PLAYERS))):
        state["known"][seat] = _known(reader, f"known[{seat}]")
    for seat in range(len(reader.listed("resting", NUM_PLAYERS))):
        for when, name in enumerate(REST_NAMES):
            state["resting"][seat, when] = reader.counts(f"resting[{seat}].{name}", KNIGHT_NAMES)
        reader.only(f"resting[{seat}]", *REST_NAMES)


def _known(reader: PositionReader, key: str) -> list[int]:
    """Read the known cards of a hand: only knights can be known (P1)."""
    counts = reader.counts(key, CARD_NAMES)
    for card, count in list(zip(CARD_NAMES, counts, strict=True))[NUM_KNIGHTS:]:
        if count:
            reader.wrong.append(f"{key}.{card}: only knights come into a hand openly, so no other card is known (P1)")
    return counts[:NUM_KNIGHTS]


def _read_running(reader: PositionReader, state: np.void) -> None:
    """Read a battle and an `exact`. Each is present only in its own phases."""
    for name, phases in {"battle": BATTLE_PHASES, "exact": (Phase.KEEP,)}.items():
        if (reader.value(name) is not None) != (state["phase"] in phases):
            reader.fail(name, "null, except in the phases " + ", ".join(PHASE_NAMES[phase] for phase in phases))
            return
    if state["phase"] == Phase.KEEP:
        state["exact"] = reader.counts("exact", CARD_NAMES)
    elif state["phase"] in BATTLE_PHASES:
        for name in ("laid", "counts", "paid"):
            reader.listed(f"battle.{name}", NUM_PLAYERS)
        for seat in _SEATS:
            state["laid"][seat] = reader.counts(f"battle.laid[{seat}]", CARD_NAMES)
            state["laid_counts"][seat] = reader.integer(f"battle.counts[{seat}]", 0, MOST_LAID)
            state["paid"][seat] = reader.counts(f"battle.paid[{seat}]", PRICED_NAMES)
        reader.only("battle", "laid", "counts", "paid")

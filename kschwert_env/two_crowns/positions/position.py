"""Positions as JSON ("two_crowns.position.v2"): the complete state, as a spectator sees it."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from kschwert_env.engine.contract.options import MAX_TURNS
from kschwert_env.engine.contract.position_table import (
    At,
    Counts,
    Custom,
    During,
    Flag,
    Index,
    Integer,
    ListOf,
    Name,
    read_position,
    write,
    write_position,
)
from kschwert_env.engine.contract.rules import GameRules, Position
from kschwert_env.engine.io.reader import PositionReader
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


def _read_known(reader: PositionReader, place: str, states: np.ndarray, index: Index) -> None:
    """Read the known cards of a hand: only knights can be known (P1)."""
    counts = reader.counts(place, CARD_NAMES)
    for card, count in list(zip(CARD_NAMES, counts, strict=True))[NUM_KNIGHTS:]:
        if count:
            reader.wrong.append(f"{place}.{card}: only knights come into a hand openly, so no other card is known (P1)")
    states["known"][index] = counts[:NUM_KNIGHTS]


def _list_cards(field: str, names: Sequence[str] = CARD_NAMES) -> ListOf:
    return ListOf(NUM_PLAYERS, Counts(field, names))


_RESTING = {when: At(i, Counts("resting", KNIGHT_NAMES)) for i, when in enumerate(REST_NAMES)}
_BATTLE = {
    "laid": _list_cards("laid"),
    "counts": ListOf(NUM_PLAYERS, Integer("laid_counts", 0, MOST_LAID)),
    "paid": _list_cards("paid", PRICED_NAMES),
}
_TABLE = {
    "phase": Name("phase", PHASE_NAMES),
    "turn": Integer("turn", 0, MAX_TURNS),
    "turn_player": Integer("turn_player", 0, 1),
    "player": Integer("player", 0, 1, optional=True),
    "start_player": Integer("start_player", 0, 1),
    "castles": ListOf(NUM_PLAYERS, Integer("scores", LOWEST_CASTLE, CASTLE)),
    "hands": _list_cards("hands"),
    "decks": _list_cards("decks"),
    "discards": _list_cards("discards"),
    "resting": ListOf(NUM_PLAYERS, _RESTING),
    "known": ListOf(NUM_PLAYERS, Custom(partial(write, Counts("known", KNIGHT_NAMES)), _read_known)),
    "battle": During((Phase.LAY, Phase.PAY), PHASE_NAMES, _BATTLE),
    "exact": During((Phase.KEEP,), PHASE_NAMES, Counts("exact", CARD_NAMES)),
    "fate_used": Flag("fate_used"),
    "truncated": Flag("truncated"),
}


def to_json(rules: GameRules, state: np.void) -> dict[str, Any]:
    """Return the complete state as a position, in JSON types."""
    return write_position(rules, FORMAT, _TABLE, state)


def from_json(rules: GameRules, position: Position) -> np.ndarray:
    """Read a position, a dict of JSON types, into a state; return it as an array of length 1.

    Raises ValueError with every contradiction.
    """
    states = rules.board["blank"].copy()
    return read_position(position, FORMAT, _TABLE, states, lambda _: soundness.contradictions(rules, states[0]))

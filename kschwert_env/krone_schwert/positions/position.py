"""Positions as JSON ("krone_schwert.position.v2"): the complete state, as a spectator sees it."""

from collections.abc import Iterable
from functools import lru_cache, partial
from typing import Any

import numpy as np

from kschwert_env.engine.contract.edition_rules import EditionRules
from kschwert_env.engine.contract.options import MAX_TURNS
from kschwert_env.engine.contract.position_table import (
    At,
    Counts,
    Custom,
    During,
    Flag,
    Integer,
    ListOf,
    Name,
    Nullable,
    Table,
    read_position,
    write_position,
)
from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.io.reader import PositionReader
from kschwert_env.engine.text.phrases import names_of
from kschwert_env.krone_schwert.kernel.components import CARD_NAMES, NUM_ACTION_CARDS, PHASE_NAMES, Phase, Result, Vote
from kschwert_env.krone_schwert.kernel.state import blank
from kschwert_env.krone_schwert.positions import fields, soundness

FORMAT = "krone_schwert.position.v2"
MOST_POINTS = 2**62  # largest number that a position can hold; `soundness` checks tighter bounds

_ACTION_CARDS = CARD_NAMES[:NUM_ACTION_CARDS]
_VOTE_NAMES = names_of(Vote)


def to_json(rules: EditionRules, state: np.void) -> dict[str, Any]:
    """Return the complete state as a position, in JSON types."""
    return write_position(rules, FORMAT, _table(rules), state)


def from_json(rules: EditionRules, position: Position) -> np.ndarray:
    """Read a position, a dict of JSON types, into a state; return it as an array of length 1.

    Raises ValueError with every contradiction.
    """
    states = np.zeros(1, rules.state_dtype)
    state = states[0]
    blank(rules.board[0], state)  # without the start of an edition
    state["terrain"] = rules.board["blank"]["terrain"][0]

    def check(_: PositionReader) -> Iterable[str]:
        fields.derive(fields.map_of(rules), state)
        return soundness.contradictions(rules, state)

    return read_position(position, FORMAT, _table(rules), states, check)


@lru_cache(64)
def _table(rules: EditionRules) -> Table:
    """Return all keys of a position."""
    seats, last_seat, last_field = rules.num_players, rules.num_players - 1, len(rules.neighbours) - 1
    num_cards, num_people = int(rules.board["copies"][0].sum()), int(rules.board["people"][0].sum())
    people = {
        "face_down": Counts("face_down", _VOTE_NAMES, complete=True),
        "open_swords": Integer("open_swords", 0, num_people),
        "crowns_aside": Integer("crowns_aside", 0, num_people),
    }
    expansion = {"card": Name("expansion_card", _ACTION_CARDS), "claims_left": Integer("claims_left", 1, 3)}
    attack = {"field": Integer("attacked", 0, last_field), "cards": At("turn_player", Counts("laid", _ACTION_CARDS))}
    last_revolt = {
        "leader": Integer("last_leader", 0, last_seat),
        "king": Integer("last_king", 0, last_seat),
        "votes": ListOf(seats, Name("last_votes", _VOTE_NAMES)),
        "laid": ListOf(seats, Counts("last_laid", _ACTION_CARDS)),
        "open_swords": Integer("last_open_swords", 0, int(rules.board["people"][0, Vote.SWORD])),
        "result": Name("last_result", names_of(Result)),
    }
    revolt = {
        "leader": Integer("leader", 0, last_seat),
        "votes": ListOf(seats, Name("votes", _VOTE_NAMES, optional=True)),
        "laid": ListOf(seats, Counts("laid", _ACTION_CARDS)),
        "decided": ListOf(seats, Flag("decided")),
    }
    return {
        "parts": Custom(partial(fields.write_parts, rules), partial(fields.read_parts, rules)),
        "fields": Custom(partial(fields.write_fields, rules), partial(fields.read_fields, rules)),
        "phase": Name("phase", PHASE_NAMES),
        "turn": Integer("turn", 0, MAX_TURNS, optional=True),
        "turn_player": Integer("turn_player", 0, last_seat),
        "player": Integer("player", 0, last_seat, optional=True),
        "start_player": Integer("start_player", 0, last_seat),
        "action_points": Integer("action_points", 0, 3),
        "attack_spent": Flag("attack_spent"),
        "owner": ListOf(last_field + 1, Integer("owner", 0, last_seat, optional=True)),
        "buildings": Custom(partial(fields.write_buildings, rules), partial(fields.read_buildings, rules)),
        "hands": ListOf(seats, Counts("hands", _ACTION_CARDS)),
        "draw_pile": Counts("draw_pile", CARD_NAMES),
        "discard_pile": Counts("discard_pile", CARD_NAMES),
        "cards_before_game_end": Integer("cards_before_game_end", 0, num_cards, optional=True),
        "papal_visit": ListOf(seats, Flag("papal_visit")),
        "people": people,
        "king": Integer("king", 0, last_seat, optional=True),
        "scores": ListOf(seats, Integer("scores", 0, MOST_POINTS)),
        "announced": ListOf(seats, Integer("announced", 0, MOST_POINTS, optional=True)),
        "end_begun": Flag("end_begun"),
        "truncated": Flag("truncated"),
        "expansion": During((Phase.EXPAND,), PHASE_NAMES, expansion),
        "attack": During((Phase.ATTACK_LAY, Phase.ATTACK_REACT), PHASE_NAMES, attack),
        "last_revolt": Nullable("last_leader", last_revolt),
        "revolt": During((Phase.REVOLT_VOTE, Phase.REVOLT_LAY), PHASE_NAMES, revolt),
    }

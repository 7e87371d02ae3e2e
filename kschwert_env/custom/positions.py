"""Positions as JSON for games in one file: a key for each field of the state."""

from typing import Any

import numpy as np

from kschwert_env.custom.state import Field, StateSpace
from kschwert_env.engine.contract.position_table import (
    Flag,
    Integer,
    ListOf,
    Name,
    Table,
    read_position,
    write_position,
)
from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.simulation.warmup import GAME_STAGE, look_up_now


class FieldPositions:
    """Positions with the format name `<game>.position.v<version>`. `rules` are `CustomRules`."""

    def to_json(self, rules: Any, state: np.void) -> Position:
        """Return the whole state as a position."""
        return write_position(rules, _format_name(rules), _table(rules.state, rules.phase_names), state)

    def from_json(self, rules: Any, position: Position) -> np.ndarray:
        """Return the state of a position, a structured array of length 1.

        Raises ValueError for values outside the ranges of their fields, if the deciding seat has no legal action, and
        for what `CustomRules.contradictions` finds.
        """
        states, table = rules.board["blank"].copy(), _table(rules.state, rules.phase_names)

        def contradictions(_: object) -> list[str]:
            wrong = rules.contradictions(states[0])
            if wrong is None:
                raise TypeError("contradictions must return a sequence: an empty one if nothing is wrong")
            return [*wrong] or _idle(rules, states)

        return read_position(position, _format_name(rules), table, states, contradictions)


def _format_name(rules: Any) -> str:
    return f"{rules.package}.position.v{rules.version}"


def _idle(rules: Any, states: np.ndarray) -> list[str]:
    """Return an error if a game goes on without a legal action, or if one that goes on is truncated."""
    mask = np.zeros((1, rules.num_actions), np.int8)
    is_over = states["player"][0] < 0
    if not is_over:
        look_up_now(rules, GAME_STAGE).refresh(states, rules.board, mask, None)
        if not mask.any():
            return [f"player: seat {states['player'][0]} has no legal action"]
    return ["truncated: only a game that is over is truncated"] if states["truncated"][0] and not is_over else []


def _table(space: StateSpace, phase_names: tuple[str, ...]) -> Table:
    """Return the table of keys: that of each field is its name."""
    table: Table = {field.name: _entry(field) for field in space.fields}
    return {**table, "phase": Name("phase", phase_names), "truncated": Flag("truncated")}


def _entry(field: Field) -> Any:
    is_seat = field.name == "player"
    entry: Any = Integer(field.name, max(field.low, 0) if is_seat else field.low, field.high, optional=is_seat)
    for length in reversed(field.shape):
        entry = ListOf(length, entry)
    return entry

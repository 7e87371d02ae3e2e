"""Texts for games in one file, made from the names of actions, phases, pieces of observations and fields.

A seat reads what it observes, so that nothing hidden can appear; a spectator reads the fields of the state.
"""

import inspect
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from kschwert_env.engine.contract.actions import Action, action_label
from kschwert_env.engine.contract.presentation import Facts, Position, Question
from kschwert_env.engine.contract.purposes import Purpose
from kschwert_env.engine.simulation.warmup import GAME_STAGE, OBSERVATION_STAGE, look_up_now
from kschwert_env.engine.text.voice import PLAIN


class PlainTexts:
    """Texts of one game. In all methods, `rules` are its `CustomRules`."""

    def __init__(self, rules_type: Any) -> None:
        """Write about games under rules of this class."""
        self._rules_type = rules_type

    def card_help(self, rules: Any) -> list[Facts]:
        """Return no tables: the game has no cards that need help."""
        return []

    def explain(self, rules: Any, state: np.void, action: Action) -> str:
        """Return that the action is illegal; empty if it is legal."""
        legal = legal_actions(rules, state)
        return "" if rules.actions.encode(*action) in legal else "it is not legal now"

    def is_asked(self, rules: Any, state: np.void, action: Action) -> bool:
        """Return that reasons never depend on the position."""
        return False

    def draw_text(self, position: Position, viewer: int | None, last_action: Action | None) -> str:
        """Return the deciding seat, the scores, the last action, the board, and what the viewer knows."""
        return "\n".join(map(PLAIN.say, self._lines(position, viewer, last_action))) + "\n"

    def _lines(self, position: Position, viewer: int | None, last_action: Action | None = None) -> list[str]:
        """Return the lines of a drawing, with marks for the seats."""
        rules, state = rules_and_state(self._rules_type, position)
        lines = [f"{rules.title}, turn {position['turn']}: {_decision(rules, position)}"]
        lines.append(f"scores: {', '.join(map(str, position['scores']))}")
        if last_action is not None and (viewer is None or last_action.kind not in rules.hidden_actions):
            lines.append(f"last action: {action_label(last_action)}")
        lines += board_rows(rules, state, viewer)
        lines += [f"{name}: {value}" for name, value in known_values(rules, state, viewer)]
        return lines

    def question(self, position: Position) -> Question | None:
        """Return what the seat to move decides: the name of the phase."""
        if position["player"] is None:
            return None
        phase = position["phase"].replace("_", " ")
        return Question(f"[{position['player']}] [decides]: {phase}", "", f"Your decision: {phase}")

    def phrase(self, action: Action, position: Position) -> str:
        """Return the name of an action."""
        return action_label(action).capitalize()

    def purpose(self, rules: Any, state: np.void, action: Action, position: Position) -> Purpose:
        """Return the kind of an action."""
        kind = action.kind.replace("_", " ").capitalize()
        return Purpose(kind, kind)

    def selection(self, position: Position) -> None:
        """Return nothing: cards are laid one by one."""
        return None

    def advice(self, rules: Any, state: np.void, action: Action, position: Position) -> list[str]:
        """Return no advice."""
        return []

    def assets(self, position: Position, seat: int) -> dict[str, int]:
        """Return nothing to compare."""
        return {}

    def tell(self, before: Position, action: Action, after: Position, viewer: int | None = None) -> list[str]:
        """Return the action, unless it is hidden from the viewer, and the end of the game."""
        seat, words = before["player"], action_label(action)
        is_hidden = action.kind in self._rules_type.hidden_actions and viewer not in (None, seat)
        lines = [f"[{seat}] [decides]" if is_hidden else f"[{seat}]: {words}"]
        if after["player"] is None:
            lines.append(_ending(*rules_and_state(self._rules_type, after)))
        return lines

    def describe_rules(self, rules: Any) -> str:
        """Return the documentation of the game's module and class."""
        own = inspect.cleandoc(self._rules_type.__doc__ or "")
        signature = f"{self._rules_type.__name__}("  # what a dataclass without a docstring gets
        parts = inspect.getdoc(inspect.getmodule(self._rules_type)), "" if own.startswith(signature) else own
        return "\n\n".join(filter(None, (rules.title, *parts))) + "\n"

    def describe_position(self, position: Position, viewer: int, draws_map: bool = False) -> str:
        """Return the same as `draw_text`, with marks for the seats."""
        return "\n".join(self._lines(position, viewer))

    def speak_position(self, position: Position, viewer: int | None) -> list[str]:
        """Return the lines of `draw_text`, with marks for the seats."""
        return self._lines(position, viewer)

    def point_sources(self, decisions: Iterable[tuple[Position, Action, Position]]) -> list[dict[str, int]]:
        """Return the final scores, as points of the whole game."""
        *_, (_, _, last) = decisions
        return [{"points": score} for score in last["scores"]]


def rules_and_state(rules_type: Any, position: Position) -> tuple[Any, np.void]:
    """Return the rules of a position, and its state."""
    rules = rules_type.read_options(position["rules"])
    return rules, rules.from_position(position)[0]


def legal_actions(rules: Any, state: np.void) -> list[int]:
    """Return the ids of the legal actions."""
    mask = np.zeros((1, rules.num_actions), np.int8)
    look_up_now(rules, GAME_STAGE).refresh(state.reshape(1), rules.board, mask, None)
    ids: list[int] = np.flatnonzero(mask[0]).tolist()
    return ids


def board_rows(rules: Any, state: np.void, viewer: int | None) -> list[str]:
    """Return the rows of the board in characters; none where `grid_values` returns none."""
    cells = grid_values(rules, state, viewer)
    return ["".join(f" {rules.grid.symbols[value].replace(' ', '.')}" for value in row) for row in cells]


def grid_values(rules: Any, state: np.void, viewer: int | None) -> np.ndarray:
    """Return the values of the squares as indices into the symbols: int64 (rows, columns).

    Where seats have secrets, only a spectator sees the board: it could hide some. Without a board, return (0, 0).
    """
    grid = rules.grid
    if grid is None or (viewer is not None and rules.hides_information()):
        return np.zeros((0, 0), np.int64)
    low = next(field.low for field in rules.state.fields if field.name == grid.field)
    values: np.ndarray = state[grid.field].reshape(grid.rows, grid.columns).astype(np.int64) - low
    return values


def known_values(rules: Any, state: np.void, viewer: int | None) -> Iterator[tuple[str, str]]:
    """Yield names and values: the pieces that a seat observes, or for a spectator the fields that only this game has.

    Flags that are all 0 are left out, and the field of the board. Pieces whose meaning begins with "one-hot" are shown
    as the indices of their ones, from 0; a dash stands for none.
    """
    if viewer is None:
        common = ("player", "phase", "turn", "truncated", "scores", rules.grid and rules.grid.field)
        named = {field.name: state[field.name] for field in rules.state.fields if field.name not in common}
        flags = {field.name for field in rules.state.fields if (field.low, field.high) == (0, 1)}
    elif not 0 <= viewer < rules.num_players or (rules.grid is not None and not rules.hides_information()):
        return  # for the public, or where the board shows everything
    else:
        observations = np.zeros((1, rules.observation.size), np.int8)
        look_up_now(rules, OBSERVATION_STAGE)(state.reshape(1), rules.board, viewer, observations)
        named = rules.observation.split(observations[0])
        flags = {name for name, piece in rules.observation.pieces.items() if (piece.low, piece.high) == (0, 1)}
    pieces = {} if viewer is None else rules.observation.pieces
    for name, values in named.items():
        if name not in flags or np.any(values):
            is_one_hot = name in pieces and pieces[name].meaning.startswith("one-hot")
            words = _indices(values) if is_one_hot else np.asarray(values).astype(str)
            yield name.replace("_", " "), " | ".join(_rows(words))


def _indices(values: np.ndarray) -> np.ndarray:
    """Return the indices of the ones in the last dimension, as words."""
    return np.where(values.any(axis=-1), values.argmax(axis=-1).astype(str), "-")


def _rows(words: np.ndarray) -> list[str]:
    return [row for part in words for row in _rows(part)] if words.ndim > 1 else [" ".join(np.atleast_1d(words))]


def _ending(rules: Any, state: np.void) -> str:
    """Return who has won, by returns, and the scores."""
    returns = np.zeros((1, rules.num_players))
    look_up_now(rules, GAME_STAGE).compute_returns(state.reshape(1), rules.board, returns)
    best = returns[0].max()
    winners = [f"[{seat}]" for seat, each in enumerate(returns[0]) if each >= best - 1e-9]
    result = "a draw" if len(winners) == rules.num_players else f"won by {' and '.join(winners)}"
    return f"The game is over, {result}; scores: {', '.join(map(str, state['scores'].tolist()))}"


def _decision(rules: Any, position: Position) -> str:
    if position["player"] is None:
        return "stopped by the cap" if position["truncated"] else "finished"
    return f"[{position['player']}] [decides] ({position['phase'].replace('_', ' ')})"

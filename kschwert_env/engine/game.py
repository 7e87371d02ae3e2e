"""One game, played action by action from Python."""

import hashlib
import operator
from array import array
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, Self, TypedDict, TypeVar

import numpy as np

from kschwert_env.engine.actions import Action, IllegalAction
from kschwert_env.engine.io.reader import plain_dict
from kschwert_env.engine.jit.thread_guard import SingleThreaded
from kschwert_env.engine.rng import POSITION, RESAMPLE, seeded_streams
from kschwert_env.engine.rules import GameRules, Position
from kschwert_env.engine.text import brief
from kschwert_env.engine.warmup import RESAMPLE_STAGE, ensure_compiled, game_entry_points

R = TypeVar("R", bound=GameRules)

_MAGIC = b"kschwert_env.1"
_DIGEST = 32  # bytes of a SHA-256

_ALL = np.ones(1, np.bool_)  # of one game
_NONE = np.zeros((1, 0), np.int8)  # in place of observations


class Observation(TypedDict):
    """What a seat is shown.

    Attributes:
        observation: int8 (rules.observation.size,), own seat first.
        action_mask: int8 (rules.num_actions,), all zeros unless the seat decides now.
    """

    observation: np.ndarray
    action_mask: np.ndarray


class Game(SingleThreaded, Generic[R]):
    """A position that is played on in place, together with its own random stream.

    Game `seed` plays like the first game of a batch with that seed. One thread at a time may use a game: while one is
    in `step`, others get a RuntimeError, and nothing is changed.

    Attributes:
        rules_type: set by each game: the class of its rules.
        rules: those of this game.
    """

    rules_type: ClassVar[type[Any]]
    rules: R

    _of_rules: ClassVar[dict[type[Any], type["Game[Any]"]]] = {}

    def __init_subclass__(cls) -> None:
        """A class that names rules of its own is the game of these rules (`game_type`)."""
        if "rules_type" in cls.__dict__:
            Game._of_rules[cls.rules_type] = cls

    def __init__(self, rules: R, seed: int = 0) -> None:
        """A fresh game. Raises ValueError for a seed outside 0 to 2**63 - 1."""
        self._lay_out(rules, np.zeros(1, rules.state_dtype), seeded_streams(seed, 1))
        self._entry_points.reset(self._states, self._streams, self._board, _ALL, self._masks, _NONE)

    def _lay_out(self, rules: R, states: np.ndarray, streams: np.ndarray) -> None:
        self.rules = rules
        self._entry_points = game_entry_points(rules)
        self._step, self._list_legal = self._entry_points.step, self._entry_points.list_legal
        self._board = rules.board
        self._hold(states, streams, np.zeros((1, rules.num_actions), np.int8))

    def _hold(self, states: np.ndarray, streams: np.ndarray, masks: np.ndarray) -> None:
        """Take over these arrays, with views by which Python reads them in a fraction of the time."""
        self._states, self._streams, self._masks = states, streams, masks
        self._player = states["player"].data
        self._mask = masks[0]
        self._is_legal = self._mask.data
        self._room = array("q", bytes(8 * len(self._mask)))  # a slice of it is made in half the time of NumPy's
        self._numbers = np.frombuffer(self._room, np.int64)

    @classmethod
    def _holding(cls, rules: R, states: np.ndarray, streams: np.ndarray) -> Self:
        """A game that takes over these arrays."""
        game = cls.__new__(cls)
        game._lay_out(rules, states, streams)
        game._entry_points.refresh(states, rules.board, game._masks, _NONE)
        return game

    # -- what everybody may know ------------------------------------------------------------------------------

    @property
    def player(self) -> int | None:
        """The seat that decides now; None when the game is over."""
        player: int = self._player[0]
        return player if player >= 0 else None

    @property
    def turn_player(self) -> int:
        """The seat whose turn it is."""
        return int(self._states["turn_player"][0])

    @property
    def phase(self) -> str:
        """What is asked of the deciding seat; "over" when the game is over."""
        return self.rules.phase_names[self._states["phase"][0]]

    @property
    def is_over(self) -> bool:
        """Whether the game is over, terminated or truncated."""
        return self._player[0] < 0

    @property
    def is_truncated(self) -> bool:
        """Whether the game was stopped by a cap."""
        return bool(self._states["truncated"][0])

    @property
    def scores(self) -> np.ndarray:
        """Points by seat, int, a copy; with the final scoring when over."""
        return self._states["scores"][0].astype(np.int64)

    @property
    def returns(self) -> np.ndarray:
        """Returns by seat, float64, summing to zero; all zeros until the game is over."""
        returns = np.zeros((1, self.rules.num_players))
        self._entry_points.compute_returns(self._states, self._board, returns)
        return returns[0]

    @property
    def state(self) -> np.void:
        """The record itself, everything hidden included, as a copy; its dtype says what each field is."""
        return self._states[0].copy()

    # -- decisions --------------------------------------------------------------------------------------------

    def legal_mask(self) -> np.ndarray:
        """Int8 of shape (num_actions,): 1 for every legal action of the deciding seat. A copy."""
        return self._mask.copy()

    def legal_actions(self) -> list[int]:
        """The numbers of the legal actions in ascending order; empty when over."""
        return self._room[: self._list_legal(self._masks, self._numbers)].tolist()

    def step(self, action: int) -> None:
        """Carry out an action and all that follows from it by itself.

        Raises IllegalAction, naming the action and the reason, and leaves the position as it was.
        """
        if self._in_use:
            self.check_free()
        self._in_use = True  # as `alone` does, without the cost of a call
        try:
            try:
                number = action if type(action) is int else _number(action)  # nearly all are: no call for these
                legal = number >= 0 and self._is_legal[number] == 1
            except (TypeError, IndexError, OverflowError):
                legal = False
            if not legal:
                raise IllegalAction(why_illegal(self.rules, self._states[0], action))
            self._step(self._states, self._streams, self._board, number, self._masks)
        finally:
            self._in_use = False

    # -- what one seat may know -------------------------------------------------------------------------------

    def observe(self, seat: int) -> Observation:
        """What `seat` may know, from its own point of view, in arrays of its own.

        `observation` is int8 of shape (rules.observation.size,), `action_mask` int8 of shape (num_actions,), all
        zeros unless `seat` decides now. Raises ValueError for a seat that does not exist.
        """
        seat = self._check_seat(seat)
        self.check_free()
        observations = np.empty((1, self.rules.observation.size), np.int8)
        self._entry_points.observe(self._states, self._board, seat, observations)
        mask = self._mask.copy() if seat == self._player[0] else np.zeros(len(self._mask), np.int8)
        return {"observation": observations[0], "action_mask": mask}

    def resample(self, seat: int, seed: int) -> Self:
        """A game in which all that is hidden from `seat` is dealt anew, with a stream seeded by `seed`.

        What `seat` observes is the same. Raises ValueError for a seat or seed that does not exist.
        """
        seat = self._check_seat(seat)
        self.check_free()
        ensure_compiled(self.rules, RESAMPLE_STAGE)
        states, streams = self._states.copy(), seeded_streams(seed, 1, RESAMPLE)
        self.rules.loops.resample(states, streams, self._board, seat)
        return self._holding(self.rules, states, streams)

    # -- drawings ---------------------------------------------------------------------------------------------

    def text(self, viewer: int | None = None, last_action: int | None = None) -> str:
        """The position drawn as text: as the seat `viewer` sees it, or all of it for a spectator, None.

        `last_action` is told too, unless it is secret. Raises ValueError for a seat or an action that does not exist.
        """
        return self.rules.draw_text(*self._seen(viewer, last_action))

    def svg(self, viewer: int | None = None, last_action: int | None = None) -> str:
        """The same as a picture, a whole SVG document. Raises ValueError as `text` does."""
        return self.rules.draw_svg(*self._seen(viewer, last_action))

    def _repr_svg_(self) -> str:
        """The picture for a spectator, which notebooks show by themselves."""
        return self.svg()

    def _seen(self, viewer: int | None, last_action: int | None) -> tuple[Position, int | None, Action | None]:
        """What a drawing is made of. What is hidden from the viewer is dealt anew: no drawing can give it away."""
        action = None if last_action is None else self.rules.actions.decode(last_action)
        if viewer is None:
            return self.position(), None, action
        viewer = self._check_seat(viewer)
        return self.resample(viewer, 0).position(), viewer, action

    def _check_seat(self, seat: int) -> int:
        is_integer = type(seat) is int or (isinstance(seat, (int, np.integer)) and not isinstance(seat, bool))
        if not is_integer or not 0 <= seat < self.rules.num_players:
            raise ValueError(f"seat must be an integer from 0 to {self.rules.num_players - 1}, not {brief(seat)}")
        return int(seat)

    # -- copies and positions ---------------------------------------------------------------------------------

    def copy(self) -> Self:
        """A game that goes on exactly as this one does, chance included."""
        self.check_free()
        game = type(self).__new__(type(self))
        game.__dict__.update(self.__dict__)
        record = self._states.view(np.uint8).copy()  # NumPy copies a structured array field by field: ten times as long
        game._hold(np.ndarray(1, self._states.dtype, record), self._streams.copy(), self._masks.copy())
        return game

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_bytes, (self.rules, self.to_bytes())

    def __eq__(self, other: object) -> bool:
        """The same position under the same rules, whatever chance has in store."""
        if not isinstance(other, Game):
            return NotImplemented
        return self.rules == other.rules and self._states.tobytes() == other._states.tobytes()

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def __repr__(self) -> str:
        """What everybody may know, for a debugger."""
        return (
            f"<{type(self).__name__} of {self.rules}: {self.phase}, player {self.player}, turn of {self.turn_player}>"
        )

    def to_bytes(self) -> bytes:
        """The position with its random stream, for `from_bytes`. A matter of this version of the package."""
        self.check_free()
        payload = _MAGIC + bytes.fromhex(self.rules.fingerprint) + self._states.tobytes() + self._streams.tobytes()
        return payload + hashlib.sha256(payload).digest()

    @classmethod
    def from_bytes(cls, rules: R, data: bytes) -> Self:
        """The game that `to_bytes` wrote under the same rules. Raises ValueError for anything else."""
        states, streams = np.zeros(1, rules.state_dtype), seeded_streams(0, 1)
        start = len(_MAGIC) + _DIGEST
        size = start + states.nbytes + streams.nbytes + _DIGEST
        if not isinstance(data, (bytes, bytearray, memoryview)) or len(data) != size:
            raise ValueError(f"a game of these rules is saved as {size} bytes; this is something else")
        payload, digest = bytes(data[:-_DIGEST]), bytes(data[-_DIGEST:])
        if not payload.startswith(_MAGIC) or hashlib.sha256(payload).digest() != digest:
            raise ValueError("these bytes are no saved game, or they have been damaged")
        if payload[len(_MAGIC) : start] != bytes.fromhex(rules.fingerprint):
            raise ValueError(f"the bytes hold a game of other rules than {rules}")
        states[:] = np.frombuffer(payload, rules.state_dtype, 1, start)
        streams[:] = np.frombuffer(payload, np.uint32, streams.size, start + states.nbytes).reshape(streams.shape)
        if not streams.any(axis=2).all() or not rules.is_sound(states[0]):
            raise ValueError("the bytes hold a position that no game can reach")
        return cls._holding(rules, states, streams)

    @classmethod
    def from_state(cls, rules: R, state: np.void, seed: int = 0) -> Self:
        """The game with that record, as `state` tells it, and a fresh stream. The record is not checked."""
        states = np.zeros(1, rules.state_dtype)
        states[0] = state
        return cls._holding(rules, states, seeded_streams(seed, 1, POSITION))

    def position(self) -> Position:
        """The whole position in JSON's types, for a spectator. It equals `json.loads(json.dumps(it))`."""
        self.check_free()
        return self.rules.position(self._states[0].copy())

    @classmethod
    def from_position(cls, position: Mapping[str, Any], seed: int = 0) -> Self:
        """The game with that position and a fresh stream. Raises ValueError, naming every contradiction."""
        streams = seeded_streams(seed, 1, POSITION)
        plain = plain_dict(position)
        if not isinstance(plain.get("rules"), dict):
            raise ValueError("a position is a dict whose key 'rules' holds the options of the game")
        rules = cls.rules_type.read_options(plain["rules"])
        return cls._holding(rules, rules.from_position(plain), streams)


def _number(action: Any) -> int:
    """That of an action which is some integer; -1 of a bool. Raises TypeError for what is none."""
    return -1 if isinstance(action, bool) else operator.index(action)


def why_illegal(rules: GameRules, state: np.void, action: Any) -> str:
    """Which action is not legal, and why; whatever `action` is."""
    try:
        name = rules.actions.describe(action)
    except ValueError as unknown:
        return str(unknown)
    reason = "the game is over" if state["player"] < 0 else rules.explain(state, action)
    return f"action {int(action)}, {name}, is illegal: {reason}"


def game_type(rules: GameRules) -> type[Game[Any]]:
    """The class of the game that these rules are of, or those that theirs are derived from."""
    return next(Game._of_rules[kind] for kind in type(rules).__mro__ if kind in Game._of_rules)

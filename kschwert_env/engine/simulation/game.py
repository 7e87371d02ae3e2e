"""A single game, stepped action by action from Python."""

import hashlib
import operator
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, Self, TypedDict, TypeVar

import numpy as np

from kschwert_env.engine.compiled.rng import CHANCE, POSITION, RESAMPLE, STREAMS_SHAPE, check_seed, seeded_streams
from kschwert_env.engine.contract.actions import Action, IllegalAction
from kschwert_env.engine.contract.rules import GameRules, Position
from kschwert_env.engine.io.reader import plain_dict
from kschwert_env.engine.jit.tiers import PlainUntilCompiled
from kschwert_env.engine.simulation.thread_guard import SingleThreaded
from kschwert_env.engine.simulation.warmup import GAME_STAGE, OBSERVATION_STAGE, RESAMPLE_STAGE, look_up_now
from kschwert_env.engine.text.phrases import brief

R = TypeVar("R", bound=GameRules)

_MAGIC = b"kschwert_env.1"
_DIGEST = 32  # bytes of a SHA-256


class Observation(TypedDict):
    """Observation of one seat.

    Attributes:
        observation: int8 (rules.observation.size,), own seat first.
        action_mask: int8 (rules.num_actions,), all zeros unless the seat decides now.
    """

    observation: np.ndarray
    action_mask: np.ndarray


class Game(SingleThreaded, Generic[R]):
    """A position that is changed in place, together with its random stream.

    A game with seed s plays like the first game of a batch with seed s. One thread at a time may use a game: a
    concurrent call raises RuntimeError and changes nothing.

    Attributes:
        rules_type: class of the rules, set by each game.
        rules: rules of this game.
    """

    rules_type: ClassVar[type[Any]]
    rules: R

    _of_rules: ClassVar[dict[type[Any], type["Game[Any]"]]] = {}

    def __init_subclass__(cls) -> None:
        """Register a class that sets `rules_type` as the game of these rules (`game_type`)."""
        if "rules_type" in cls.__dict__:
            Game._of_rules[cls.rules_type] = cls

    def __init__(self, rules: R, seed: int = 0) -> None:
        """Start a new game. Raises ValueError for a seed outside 0 to 2**63 - 1."""
        seed = check_seed(seed)
        self._lay_out(rules, np.zeros(1, rules.state_dtype), np.zeros(STREAMS_SHAPE, np.uint32))
        self._entry_points.start(self._states, self._streams, self._board, self._masks, seed)

    def reset(self, seed: int) -> None:
        """Start anew, as `Game(rules, seed)` does, in less time than a new game takes.

        Raises ValueError for a seed outside 0 to 2**63 - 1, and changes nothing then.
        """
        seed = check_seed(seed)
        self.check_free()
        if self._is_plain:  # the code itself, once it is there, is faster than `PlainUntilCompiled`
            self._find_code()
            self._hold(self._states, self._streams, self._masks)
        self._entry_points.start(self._states, self._streams, self._board, self._masks, seed)

    def _lay_out(self, rules: R, states: np.ndarray, streams: np.ndarray) -> None:
        self.rules = rules
        self._board = rules.board
        masks = np.zeros((1, rules.num_actions), np.int8)
        self._ids = np.zeros(masks.size, np.int64)
        self._find_code()
        self._hold(states, streams, masks)

    def _find_code(self) -> None:
        self._entry_points = look_up_now(self.rules, GAME_STAGE)
        self._is_plain = isinstance(self._entry_points.start, PlainUntilCompiled)
        self._observe: Callable[..., Any] | None = None

    def _hold(self, states: np.ndarray, streams: np.ndarray, masks: np.ndarray) -> None:
        """Take ownership of these arrays, and make memory views, which Python reads several times faster."""
        self._states, self._streams, self._masks = states, streams, masks
        self._player = states["player"].data
        self._mask = masks[0]
        self._step = self._entry_points.bind_step(states, streams, self._board, masks)
        self._list_legal = self._entry_points.bind_list_legal(masks, self._ids)

    @classmethod
    def _holding(cls, rules: R, states: np.ndarray, streams: np.ndarray) -> Self:
        """Return a game that owns these arrays."""
        game = cls.__new__(cls)
        game._lay_out(rules, states, streams)
        game._entry_points.refresh(states, rules.board, game._masks, None)
        return game

    # -- public state -----------------------------------------------------------------------------------------

    @property
    def player(self) -> int | None:
        """The seat that decides now; None when the game is over."""
        player: int = self._player[0]
        return player if player >= 0 else None

    @property
    def turn_player(self) -> int:
        """The seat whose turn it is; where a turn is one decision, the seat that decides, negative when over."""
        names = self._states.dtype.names or ()
        return int(self._states["turn_player" if "turn_player" in names else "player"][0])

    @property
    def phase(self) -> str:
        """Name of the phase, which determines the kind of decision; "over" when the game is over."""
        return "over" if self.is_over else self.rules.phase_names[self._states["phase"][0]]

    @property
    def is_over(self) -> bool:
        """True when the game is over, terminated or truncated."""
        return self._player[0] < 0

    @property
    def is_truncated(self) -> bool:
        """True if the game was truncated by a cap."""
        return bool(self._states["truncated"][0])

    @property
    def scores(self) -> np.ndarray:
        """Copy of the points by seat, int64 (num_players,); includes the final scoring when the game is over."""
        return self._states["scores"][0].astype(np.int64)

    @property
    def returns(self) -> np.ndarray:
        """Returns by seat, float64 (num_players,), summing to zero; all zeros until the game is over."""
        returns = np.zeros((1, self.rules.num_players))
        self._entry_points.compute_returns(self._states, self._board, returns)
        return returns[0]

    @property
    def state(self) -> np.void:
        """Copy of the complete state, hidden information included; its dtype documents each field."""
        return self._states[0].copy()

    # -- decisions --------------------------------------------------------------------------------------------

    def legal_mask(self) -> np.ndarray:
        """Return a copy of the action mask of the deciding seat: int8 (num_actions,), 1 for every legal action."""
        return self._mask.copy()

    def legal_actions(self) -> list[int]:
        """Return the ids of the legal actions in ascending order; empty when the game is over."""
        return self._list_legal()

    def step(self, action: int) -> None:
        """Carry out an action and all its automatic consequences.

        Raises IllegalAction, naming the action and the reason, and leaves the position unchanged.
        """
        if self._in_use:
            self.check_free()
        self._in_use = True  # as `single_threaded` does, without the cost of a call
        try:
            if not self._step(action if type(action) is int else _number(action)):  # no call in the common case
                raise IllegalAction(why_illegal(self.rules, self._states[0], action))
        except OverflowError:
            raise IllegalAction(why_illegal(self.rules, self._states[0], action)) from None
        finally:
            self._in_use = False

    # -- observations -----------------------------------------------------------------------------------------

    def observe(self, seat: int) -> Observation:
        """Return what `seat` may know, from its point of view, in new arrays.

        Returns:
            "observation": int8 (rules.observation.size,).
            "action_mask": int8 (num_actions,), all zeros unless `seat` decides now.

        Raises:
            ValueError: there is no such seat.
        """
        seat = self._check_seat(seat)
        self.check_free()
        observations = np.empty((1, self.rules.observation.size), np.int8)
        if self._observe is None:
            self._observe = look_up_now(self.rules, OBSERVATION_STAGE)
        self._observe(self._states, self._board, seat, observations)
        mask = self._mask.copy() if seat == self._player[0] else np.zeros(len(self._mask), np.int8)
        return {"observation": observations[0], "action_mask": mask}

    def resample(self, seat: int, seed: int) -> Self:
        """Return a determinization: a game in which everything hidden from `seat` is resampled.

        `seat` observes the same as here. The new game has a random stream seeded by `seed`. Raises ValueError for an
        unknown seat or an invalid seed.
        """
        seat = self._check_seat(seat)
        self.check_free()
        states, streams = self._states.copy(), seeded_streams(seed, 1, RESAMPLE)
        look_up_now(self.rules, RESAMPLE_STAGE)(states, streams, self._board, seat)
        return self._holding(self.rules, states, streams)

    # -- drawings ---------------------------------------------------------------------------------------------

    def text(self, viewer: int | None = None, last_action: int | None = None) -> str:
        """Return the position as text, as the seat `viewer` sees it; None is a spectator, who sees everything.

        The text mentions `last_action` unless it is secret. Raises ValueError for an unknown seat or action.
        """
        return self.rules.draw_text(*self._drawing_arguments(viewer, last_action))

    def svg(self, viewer: int | None = None, last_action: int | None = None) -> str:
        """Return the position as an SVG document. Arguments and errors are those of `text`."""
        return self.rules.draw_svg(*self._drawing_arguments(viewer, last_action))

    def _repr_svg_(self) -> str:
        """Return the picture for a spectator, which notebooks display."""
        return self.svg()

    def _drawing_arguments(
        self, viewer: int | None, last_action: int | None
    ) -> tuple[Position, int | None, Action | None]:
        """Return the arguments of a drawing, with everything that is hidden from the viewer resampled."""
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
        """Return a copy, which continues exactly as this game, random stream included."""
        self.check_free()
        game = type(self).__new__(type(self))
        game.__dict__.update(self.__dict__)
        if self._is_plain:
            game._find_code()
        record = self._states.view(
            np.uint8
        ).copy()  # NumPy copies structured arrays field by field, which takes ten times as long
        game._hold(np.ndarray(1, self._states.dtype, record), self._streams.copy(), self._masks.copy())
        return game

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.rules, self.to_bytes())

    def __eq__(self, other: object) -> bool:
        """Return whether rules and positions are equal; random streams are ignored."""
        if not isinstance(other, Game):
            return NotImplemented
        return self.rules == other.rules and self._states.tobytes() == other._states.tobytes()

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def __repr__(self) -> str:
        """Return the public state, for debugging."""
        return (
            f"<{type(self).__name__} of {self.rules}: {self.phase}, player {self.player}, turn of {self.turn_player}>"
        )

    def to_bytes(self) -> bytes:
        """Return the position with its random stream, for `from_bytes` of the same package version."""
        self.check_free()
        payload = _MAGIC + bytes.fromhex(self.rules.fingerprint) + self._states.tobytes() + self._streams.tobytes()
        return payload + hashlib.sha256(payload).digest()

    @classmethod
    def from_bytes(cls, rules: R, data: bytes) -> Self:
        """Return the game that `to_bytes` wrote under the same rules. Raises ValueError for any other bytes."""
        states, streams = np.zeros(1, rules.state_dtype), seeded_streams(0, 1)
        start = len(_MAGIC) + _DIGEST
        size = start + states.nbytes + streams.nbytes + _DIGEST
        if not isinstance(data, (bytes, bytearray, memoryview)) or len(data) != size:
            raise ValueError(f"a saved game of these rules has {size} bytes; got something else")
        payload, digest = bytes(data[:-_DIGEST]), bytes(data[-_DIGEST:])
        if not payload.startswith(_MAGIC) or hashlib.sha256(payload).digest() != digest:
            raise ValueError("the bytes are not a saved game, or they are damaged")
        if payload[len(_MAGIC) : start] != bytes.fromhex(rules.fingerprint):
            raise ValueError(f"the bytes hold a game under other rules; expected {rules}")
        states[:] = np.frombuffer(payload, rules.state_dtype, 1, start)
        streams[:] = np.frombuffer(payload, np.uint32, streams.size, start + states.nbytes).reshape(streams.shape)
        if not streams.any(axis=2).all() or not rules.is_sound(states[0]):
            raise ValueError("the bytes hold a position that no game can reach")
        return cls._holding(rules, states, streams)

    @classmethod
    def from_state(cls, rules: R, state: np.void, seed: int = 0) -> Self:
        """Return the game with this record, as in `state`, and a new random stream. The record is not validated."""
        states = np.zeros(1, rules.state_dtype)
        states[0] = state
        return cls._holding(rules, states, seeded_streams(seed, 1, POSITION))

    def position(self) -> Position:
        """Return the whole position in JSON types, for a spectator. It equals `json.loads(json.dumps(position))`."""
        self.check_free()
        return self.rules.position(self._states[0].copy())

    @classmethod
    def from_position(cls, position: Mapping[str, Any], seed: int = 0) -> Self:
        """Return the game with this position and a new random stream. Raises ValueError, naming every contradiction."""
        streams = seeded_streams(seed, 1, POSITION)
        plain = plain_dict(position)
        if not isinstance(plain.get("rules"), dict):
            raise ValueError("a position is a dict whose key 'rules' holds the options of the game")
        rules = cls.rules_type.read_options(plain["rules"])
        if missing := [f"rules.{name} is missing" for name in rules.options() if name not in plain["rules"]]:
            raise ValueError("; ".join(missing))
        return cls._holding(rules, rules.from_position(plain), streams)


def _unpickled(rules: GameRules, data: bytes) -> Game[Any]:
    return game_type(rules).from_bytes(rules, data)


def _number(action: Any) -> int:
    """Return the id of an integer action; -1 for a bool and for other types."""
    try:
        return -1 if isinstance(action, bool) else operator.index(action)
    except TypeError:
        return -1


def why_illegal(rules: GameRules, state: np.void, action: Any) -> str:
    """Return which action is illegal, and why, for an `action` of any type."""
    try:
        name = rules.actions.describe(action)
    except ValueError as unknown:
        return str(unknown)
    reason = "the game is over" if state["player"] < 0 else rules.explain(state, action)
    return f"action {int(action)}, {name}, is illegal: {reason}"


def has_drawn(before: Game[Any], after: Game[Any]) -> bool:
    """Return whether `after`, a copy of `before` that was stepped, has drawn from its random stream."""
    return bool((before._streams[:, CHANCE] != after._streams[:, CHANCE]).any())


def game_type(rules: GameRules | type[GameRules]) -> type[Game[Any]]:
    """Return the `Game` class of rules, or of the nearest base class that has one; a new one if there is none."""
    rules_type: type[Any] = rules if isinstance(rules, type) else type(rules)
    known = (Game._of_rules[kind] for kind in rules_type.__mro__ if kind in Game._of_rules)
    return next(known, None) or type("Game", (Game,), {"rules_type": rules_type})

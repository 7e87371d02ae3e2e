"""Checks of a game: random games in plain Python and compiled, compared at every decision.

As `check_env` of Gymnasium and `pettingzoo.test` do for environments, it finds what a definition promises and the
compiled functions do not keep.
"""

import traceback
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from kschwert_env.custom.rules import CustomRules
from kschwert_env.engine.compiled.rng import CHANCE, RESAMPLE, seeded_streams
from kschwert_env.engine.contract.presentation import Position
from kschwert_env.engine.jit.compiler_errors import compiler_message
from kschwert_env.engine.jit.plain import PlainCode, PlainRecord
from kschwert_env.engine.simulation.game import Game, game_type

_ENDLESS = 100_000  # decisions of one random game
_UNWRITTEN = -128
"""Value of entries that no function has written; observations and masks never hold it."""


class GameError(Exception):
    """A fault of a game. The message says what is wrong and where."""


class Checked(NamedTuple):
    """Numbers of what was checked.

    Attributes:
        games: number of random games.
        decisions: number of decisions in them.
        longest: decisions of the longest game.
        actions: number of actions that were legal at least once.
    """

    games: int
    decisions: int
    longest: int
    actions: int


def check_game(rules: CustomRules, games: int = 100, seed: int = 0) -> Checked:
    """Play random games and check everything that a game promises.

    Checked are: masks (zeros and ones, at least one action until the end), observations (all entries are written,
    within the ranges of their pieces), fields of the state within their ranges, returns (zero until the end, then of
    sum zero and in range), the bound on decisions, positions (written and read again), `resample` (it changes
    something, the seat observes the same, and can act as before, in a position that a game can reach), and that
    commentary reveals nothing that a seat can't observe. Compiled code must do exactly what plain Python does.

    Raises GameError for the first fault.
    """
    if rules.state_dtype.hasobject or rules.board_dtype.hasobject:
        raise GameError("state_dtype and board_dtype must hold numbers only, no Python objects")
    kinds = {rules.actions.decode(action).kind for action in range(rules.num_actions)}
    if not isinstance(rules.hidden_actions, tuple) or not set(rules.hidden_actions) <= kinds:
        raise GameError(f"hidden_actions must be a tuple of kinds of actions, not {rules.hidden_actions!r}")
    lengths, seen, resampled = [], np.zeros(rules.num_actions, np.bool_), set[int]()
    for number in range(games):
        lengths.append(_check_one(rules, seed + number, seen, resampled))
    if rules.hides_information() and not resampled:
        raise GameError(
            f"resample: it changed nothing in {games} games; it must deal anew what a seat does not know; without "
            "secrets, leave it out"
        )
    return Checked(games, sum(lengths), max(lengths), int(seen.sum()))


def _check_one(rules: CustomRules, seed: int, seen: np.ndarray, resampled: set[int]) -> int:
    """Check one random game; return its number of decisions. Note legal actions, and seats that `resample` served."""
    plain, random = _PlainGame(rules, seed), np.random.default_rng(seed)
    plain.check()  # its errors name lines, and come before those of the compiler
    game, decisions = _compiled_game(rules, seed), 0
    while True:
        where = f"seed {seed}, decision {decisions}: "
        try:
            _compare(rules, plain, game, decisions)
            resampled |= _check_worlds(rules, game, decisions)
            _check_game(rules, game)
            if game.is_over:
                return decisions
            actions = game.legal_actions()
            seen[actions] = True
            if rules.hides_information():
                _check_commentary(rules, game, actions)
        except GameError as error:
            raise GameError(f"{where}{error}") from error.__cause__
        except Exception as error:
            raise _compiler_error(error) from error
        action = int(random.choice(actions))
        plain.step(action)
        game.step(action)
        decisions += 1
        if rules.most_decisions is not None and decisions > rules.most_decisions:
            raise GameError(f"{where}most_decisions is {rules.most_decisions}, but the game goes on")
        if decisions > _ENDLESS:
            raise GameError(f"{where}the game does not end")


def _compiled_game(rules: CustomRules, seed: int) -> Game[Any]:
    try:
        game = game_type(rules)(rules, seed)
        game.observe(0)
    except Exception as error:
        raise _compiler_error(error) from error
    return game


def _compiler_error(error: Exception) -> Exception:
    """Return what to raise for an error of Numba: its place and reason in one line; other errors as they are."""
    message = compiler_message(error)
    return error if message is None else GameError(message)


class _PlainGame:
    """A game whose functions run as plain Python, so that errors name their line."""

    def __init__(self, rules: CustomRules, seed: int) -> None:
        self._rules = rules
        self._board = PlainRecord(rules.board[0])
        self._stream = seeded_streams(seed, 1)[0, CHANCE]
        self._functions = PlainCode({})
        self.state = PlainRecord(rules.board["blank"][0])
        self._call("reset", self.state, self._stream, self._board)

    def step(self, action: int) -> None:
        """Carry out an action."""
        self._call("step", self.state, self._stream, self._board, action)

    def check(self) -> None:
        """Check mask and observations of all seats."""
        self.mask()
        for seat in range(self._rules.num_players):
            self.observe(seat)

    def record(self) -> np.ndarray:
        """Return the state, after a check of the ranges of its fields."""
        for name in self._rules.state_dtype.names or ():
            values = np.asarray(getattr(self.state, name))
            low, high = self._range(name)
            if values.size and not (low <= values.min() and values.max() <= high):
                raise GameError(f"field {name} of the state is {values.tolist()}; it must be from {low} to {high}")
        return self.state.record()

    def _range(self, name: str) -> tuple[int, int]:
        if name == "phase":
            return 0, len(self._rules.phase_names) - 1
        return next((field.low, field.high) for field in self._rules.state.fields if field.name == name)

    def mask(self) -> np.ndarray:
        """Return the mask, int8 (A,)."""
        mask = np.full(self._rules.num_actions, _UNWRITTEN, np.int8)
        self._call("legal_mask", self.state, self._board, mask)
        if wrong := np.flatnonzero((mask != 0) & (mask != 1)).tolist():
            value = "not written" if mask[wrong[0]] == _UNWRITTEN else f"{mask[wrong[0]]}"
            raise GameError(f"legal_mask: entry {wrong[0]} is {value}; it must be 0 or 1")
        if self.state.player >= 0 and not mask.any():
            raise GameError(f"legal_mask: seat {self.state.player} has no legal action, but the game goes on")
        if self.state.player < 0 and mask.any():
            raise GameError("legal_mask: there are legal actions after the end of the game")
        return mask

    def observe(self, seat: int) -> np.ndarray:
        """Return the observation of a seat, int8 (N,)."""
        space = self._rules.observation
        observation = np.full(space.size, _UNWRITTEN, np.int8)
        self._call("observe", self.state, self._board, seat, observation)
        for name, piece in space.pieces.items():
            values = observation[piece.slice]
            if (values == _UNWRITTEN).any():
                raise GameError(f"observe: entry {np.argmax(values == _UNWRITTEN)} of piece {name} is not written")
            if values.size and not (piece.low <= values.min() and values.max() <= piece.high):
                found = f"from {values.min()} to {values.max()}"
                raise GameError(f"observe: piece {name} has values {found}; declared are {piece.low} to {piece.high}")
        return observation

    def returns(self) -> np.ndarray:
        """Return the returns, float64 (P,)."""
        returns = np.zeros(self._rules.num_players)
        self._call("returns", self.state, self._board, returns)
        return returns

    def resample(self, seat: int, seed: int) -> np.ndarray:
        """Return the state in which everything hidden from a seat is resampled."""
        world = _PlainGame.__new__(_PlainGame)
        world.__dict__.update(self.__dict__, state=PlainRecord(self.state.record()[0]))
        stream = seeded_streams(seed, 1, RESAMPLE)[0, CHANCE]
        world._call("resample", world.state, stream, self._board, seat)
        return world.record()

    def _call(self, name: str, *arguments: Any) -> None:
        try:
            self._functions.twin(getattr(self._rules.kernel, name))(*arguments)
        except Exception as error:
            raise GameError(f"{_place(error, name)}: {type(error).__name__}: {error}") from error


def _place(error: Exception, name: str) -> str:
    """Return the file, line and function in which an error was raised; of the game's own files if there is one."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "/kschwert_env/engine/" not in Path(frame.filename).as_posix()]
    frame = [each for each in own if each.filename != __file__][-1:] or frames[-1:]
    return f"{name}: {frame[0].filename}, line {frame[0].lineno}, in {frame[0].name}"


def _compare(rules: CustomRules, plain: _PlainGame, game: Game[Any], seed: int) -> None:
    """Compare what compiled code gives with plain Python: state, mask, observations, resampled states and returns."""
    wanted, state = plain.record()[0], game.state
    for name in rules.state_dtype.names or ():
        if not np.array_equal(wanted[name], state[name]):
            found = f"{state[name].tolist()}, but {wanted[name].tolist()} in plain Python"
            raise GameError(f"compiled code: field {name} of the state is {found}")
    if not np.array_equal(plain.mask(), game.legal_mask()):
        raise GameError("compiled code: the mask differs from that of plain Python")
    for seat in range(rules.num_players):
        if not np.array_equal(plain.observe(seat), game.observe(seat)["observation"]):
            raise GameError(f"compiled code: the observation of seat {seat} differs from that of plain Python")
        world = plain.resample(seat, seed)  # first, since compiled code does not notice an index out of range
        if game.resample(seat, seed).state.tobytes() != world.tobytes():
            raise GameError(f"compiled code: resample for seat {seat} differs from that of plain Python")
    if not np.array_equal(returns := plain.returns(), game.returns):
        raise GameError(f"compiled code: returns are {game.returns.tolist()}, but {returns.tolist()} in plain Python")


def _check_game(rules: CustomRules, game: Game[Any]) -> None:
    """Check returns, that the position can be read again, and that every viewer has a text and a picture."""
    returns = game.returns
    if not game.is_over and returns.any():
        raise GameError(f"returns: they are {returns.tolist()} before the end of the game")
    if abs(returns.sum()) > 1e-9 or not np.isfinite(returns).all():
        raise GameError(f"returns: they are {returns.tolist()}; their sum must be 0")
    bounds = rules.return_range
    if bounds and not (bounds[0] - 1e-9 <= returns.min() and returns.max() <= bounds[1] + 1e-9):
        raise GameError(f"returns: they are {returns.tolist()}; they must be from {bounds[0]} to {bounds[1]}")
    try:
        again = type(game).from_position(game.position())
        for viewer in (None, *range(rules.num_players)):
            game.text(viewer)
            game.svg(viewer)
    except Exception as error:  # of the user's own functions, too
        raise GameError(f"positions, texts and pictures: {type(error).__name__}: {error}") from error
    if again != game:
        raise GameError("the position, read again, is another one")


def _check_worlds(rules: CustomRules, game: Game[Any], seed: int) -> set[int]:
    """Check determinizations for every seat; return the seats for which something was dealt anew."""
    changed = set()
    for seat in range(rules.num_players):
        world = game.resample(seat, seed)
        if world == game:
            continue
        changed.add(seat)
        if not np.array_equal(world.observe(seat)["observation"], game.observe(seat)["observation"]):
            raise GameError(f"resample: seat {seat} observes something else in the resampled game")
        if world.player != game.player:
            raise GameError(f"resample: seat {world.player} decides in the resampled game, not seat {game.player}")
        if seat == game.player and not np.array_equal(world.legal_mask(), game.legal_mask()):
            raise GameError(f"resample: seat {seat} has other legal actions in the resampled game")
        try:
            type(game).from_position(world.position())
        except ValueError as error:
            raise GameError(f"resample: the game resampled for seat {seat} can't be reached: {error}") from error
    return changed


def _check_commentary(rules: CustomRules, game: Game[Any], actions: list[int]) -> None:
    """Check that seats to which two actions of a kind look the same are told the same."""
    first_of_kind: dict[str, int] = {}
    before = game.position()
    for second in actions:
        first = first_of_kind.setdefault(rules.actions.decode(second).kind, second)
        if first != second:
            _compare_commentary(rules, game, before, (first, second))


def _compare_commentary(rules: CustomRules, game: Game[Any], before: Position, actions: tuple[int, int]) -> None:
    after, words = [game.copy(), game.copy()], [rules.actions.decode(action) for action in actions]
    for each, action in zip(after, actions, strict=True):
        each.step(action)
    for seat in set(range(rules.num_players)) - {game.player}:
        one, other = (each.observe(seat)["observation"] for each in after)
        told = [rules.tell(before, action, each.position(), seat) for action, each in zip(words, after, strict=True)]
        if np.array_equal(one, other) and told[0] != told[1]:
            raise GameError(
                f"hidden_actions: seat {seat} can't observe which action {words[0].kind!r} was chosen, but is told; "
                "name the kind in hidden_actions if the choice is secret, else let observe show it"
            )

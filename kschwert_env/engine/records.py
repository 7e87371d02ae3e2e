"""Records of games (replays) as JSON lines, which play to the identical end or are refused.

The first line holds the rules, their fingerprint, the seed and what chance dealt at the start; then one line per
decision holds the deciding seat, the action and what changed among the things that chance touches; the last line holds
the end. A record needs nothing but its seed and actions to be replayed: all else is there to be read, and checked.
"""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from kschwert_env.engine.actions import Action
from kschwert_env.engine.game import Game
from kschwert_env.engine.io.files import FileError, read_text, write_text
from kschwert_env.engine.rng import check_seed
from kschwert_env.engine.rules import GameRules, Position
from kschwert_env.engine.text import brief

FORMAT = "kschwert_env.record.v1"
"""What a record is, in its first line; another where the keys of lines change."""

Line = dict[str, Any]
"""A line of a record, in JSON's types."""

G = TypeVar("G", bound=Game[Any])


class RecordError(ValueError):
    """A record that can't be read, or that does not fit what it says of itself. Names the line."""


class Decision(NamedTuple):
    """One decision of a game.

    Attributes:
        before: the position in which it was taken.
        action: what was done.
        after: the position that it led to, with all that followed by itself.
    """

    before: Position
    action: Action
    after: Position


class Recorder(Generic[G]):
    """Plays a game and keeps its record.

    Attributes:
        game: the game; step it through the recorder only.
        lines: the record so far, without its end.
    """

    def __init__(self, game_type: type[G], rules: GameRules, seed: int) -> None:
        """A fresh game of `game_type`. Raises ValueError for a wrong seed, as the game does."""
        self.game: G = game_type(rules, seed)
        self._chance_values = _chance_values(self.game)
        self.lines: list[Line] = [
            {
                "format": FORMAT,
                "game": rules.package,
                "rules": rules.options(),
                "fingerprint": rules.fingerprint,
                "seed": check_seed(seed),
                "chance": self._chance_values,
            }
        ]

    def step(self, action: int) -> None:
        """Carry out an action and record it. Raises IllegalAction, and then records nothing."""
        player = self.game.player
        self.game.step(action)
        before, self._chance_values = self._chance_values, _chance_values(self.game)
        changed = {key: value for key, value in self._chance_values.items() if value != before[key]}
        decoded = self.game.rules.actions.decode(action)
        self.lines.append(
            {"player": player, "action": {"kind": decoded.kind, **decoded.arguments()}, "chance": changed}
        )

    def decisions(self) -> Iterator[Decision]:
        """The game so far once more, from its start, decision by decision."""
        rules = self.game.rules
        game = type(self.game)(rules, self.lines[0]["seed"])
        before = game.position()
        for line in self.lines[1:]:
            action = rules.actions.encode(**line["action"])
            game.step(action)
            after = game.position()
            yield Decision(before, rules.actions.decode(action), after)
            before = after

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the record, finished or not, whole or not at all."""
        write_text(path, self.text())

    def text(self) -> str:
        """The record, finished or not, as `write` writes it."""
        return "".join(json.dumps(line) + "\n" for line in [*self.lines, _end(self.game)])


def replay(path: str | os.PathLike[str], game_type: type[G]) -> Recorder[G]:
    """Play a written record again, checking every line.

    Returns a recorder with the game as the record leaves it, which can be played on. Raises RecordError, naming the
    line, if the file is no record of this game, or longer than 64 MiB, if the rules have changed, or if a line does
    not fit.
    """
    return replay_text(_text(Path(path)), game_type)


def replay_text(text: str, game_type: type[G]) -> Recorder[G]:
    """The same for the text of a record."""
    lines = _parse(text)
    recorder = _start_replay(lines[0], game_type)
    for number, line in enumerate(lines[1:-1], start=2):
        _replay_line(recorder, line, number)
    if lines[-1] != _end(recorder.game):
        raise RecordError(f"line {len(lines)}: the game ends as {_end(recorder.game)}, not as {brief(lines[-1])}")
    return recorder


def read_game_name(path: str | os.PathLike[str]) -> str:
    """The name of the game that a written record is of. Raises RecordError if the file is no record."""
    return str(read_header(_text(Path(path))).get("game"))


def read_header(text: str) -> Line:
    """The first line of a record's text: what it says of its game. Raises RecordError if the text is no record."""
    return _parse(text)[0]


def _chance_values(game: Game[Any]) -> Line:
    """The parts of a position that chance touches."""
    position = game.position()
    return {key: position[key] for key in game.rules.chance_keys}


def _end(game: Game[Any]) -> Line:
    digest = hashlib.sha256(json.dumps(game.position(), sort_keys=True).encode()).hexdigest()
    end = {"over": game.is_over, "truncated": game.is_truncated, "scores": game.scores.tolist(), "position": digest}
    return {"end": end}


def _text(path: Path) -> str:
    try:
        return read_text(path)
    except FileError as error:
        raise RecordError(str(error)) from None


def _parse(text: str) -> list[Line]:
    lines = [_parse_line(number, line) for number, line in enumerate(text.splitlines(), start=1)]
    if len(lines) < 2 or lines[0].get("format") != FORMAT:
        raise RecordError(f"line 1: this is no record of the format {FORMAT}")
    if "end" not in lines[-1]:
        raise RecordError(f"line {len(lines)}: the record is cut off, its end is missing")
    return lines


def _parse_line(number: int, text: str) -> Line:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"line {number} is not JSON: {error}") from None
    if not isinstance(line, dict):
        raise RecordError(f"line {number} must be a JSON object, not {brief(line)}")
    return line


def _start_replay(header: Line, game_type: type[G]) -> Recorder[G]:
    rules_type = game_type.rules_type
    if header.get("game") != rules_type.package:
        raise RecordError(f"line 1: this is a record of {brief(header.get('game'))}, not of {rules_type.package!r}")
    try:
        rules = rules_type.read_options(header["rules"])
        recorder = Recorder(game_type, rules, header["seed"])
    except (KeyError, TypeError, ValueError) as error:
        raise RecordError(f"line 1: rules or seed are wrong: {error}") from None
    if header.get("fingerprint") != rules.fingerprint:
        raise RecordError(
            "line 1: the rules, or files that they name, are not what they were when this was recorded; "
            f"{rules.package} is played by version {rules.version} of its rules now"
        )
    _compare(header, recorder.lines[0], 1)
    return recorder


def _replay_line(recorder: Recorder[G], line: Line, number: int) -> None:
    action = line.get("action")
    try:
        recorder.step(recorder.game.rules.actions.encode(**action))  # type: ignore[arg-type]
    except (TypeError, ValueError) as error:
        raise RecordError(f"line {number}: action {brief(action)} does not fit: {error}") from None
    _compare(line, recorder.lines[-1], number)


def _compare(given: Line, expected: Line, number: int) -> None:
    for key in _all_keys(given, expected):
        found, right = given.get(key), expected.get(key)
        if not _equal_as_json(found, right):
            raise RecordError(f"line {number}: {key} is {brief(found)}, but played again it is {brief(right)}")


def _equal_as_json(found: Any, right: Any) -> bool:
    """Whether two values are written alike: false is not 0."""
    try:
        return json.dumps(found, sort_keys=True) == json.dumps(right, sort_keys=True)
    except RecursionError:  # nothing of a game is nested so deep
        return False


def _all_keys(*lines: Line) -> Iterable[str]:
    return dict.fromkeys(key for line in lines for key in line)

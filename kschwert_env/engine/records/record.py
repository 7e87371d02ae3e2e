"""Game records (replays) as JSON lines. Replaying a record gives the identical game or raises RecordError.

The first line holds the rules, the text of an edition that is not bundled, the rules' fingerprint, the seed and the
initial chance events. Each further line holds one decision: the deciding seat, the action, and the changed values of
those position keys that chance can touch. The last line holds the end of the game. Rules, seed and actions alone
suffice for a replay; everything else is checked against it.
"""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from kschwert_env.engine.compiled.rng import check_seed
from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import GameRules, Position
from kschwert_env.engine.io.files import FileError, atomic_write_text, read_text
from kschwert_env.engine.io.parsing import parse_json
from kschwert_env.engine.records.embedded_editions import embedded, store_edition
from kschwert_env.engine.simulation.game import Game
from kschwert_env.engine.text.phrases import brief

FORMAT = "kschwert_env.record.v1"
"""Identifier of the file format, in the first line of a record.

It changes with the keys of the lines, unless earlier versions refuse the new key, as they do with `edition`.
"""

Line = dict[str, Any]
"""One line of a record, in JSON types."""

G = TypeVar("G", bound=Game[Any])


class RecordError(ValueError):
    """Raised for a record that is unreadable or inconsistent. The message names the line."""


class Decision(NamedTuple):
    """One decision of a game.

    Attributes:
        before: position in which the decision was taken.
        action: action taken.
        after: position after the action and all its automatic consequences.
    """

    before: Position
    action: Action
    after: Position


class Recorder(Generic[G]):
    """Plays a game and keeps its record.

    Attributes:
        game: the game; step it through the recorder only.
        lines: lines of the record so far, without the end line.
    """

    def __init__(self, game_type: type[G], rules: GameRules, seed: int, embed: bool = True) -> None:
        """Start a new game of `game_type`.

        An edition that is not bundled is recorded as text, or with `embed=False` as a path, as in older records. Raises
        ValueError for an invalid seed.
        """
        self.game: G = game_type(rules, seed)
        self._chance_values = _chance_values(self.game)
        self.lines: list[Line] = [
            {
                "format": FORMAT,
                "game": rules.package,
                **(embedded(rules) if embed else {"rules": rules.options()}),
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
        """Replay the recorded game from its start and yield each decision."""
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
        """Write the record of a finished or unfinished game atomically. Raises OSError."""
        atomic_write_text(path, self.text())

    def text(self) -> str:
        """Return the record of a finished or unfinished game as text, in the format of `write`."""
        return "".join(json.dumps(line) + "\n" for line in [*self.lines, self.end_line()])

    def end_line(self) -> Line:
        """Return the last line of the record, if the game ends here."""
        game, position = self.game, self.game.position()
        position["rules"] = self.lines[0]["rules"]  # the path of an edition differs between machines
        digest = hashlib.sha256(json.dumps(position, sort_keys=True).encode()).hexdigest()
        scores = game.scores.tolist()
        return {"end": {"over": game.is_over, "truncated": game.is_truncated, "scores": scores, "position": digest}}


def replay(path: str | os.PathLike[str], game_type: type[G]) -> Recorder[G]:
    """Replay a record file, checking every line.

    Return a recorder that holds the game at the end of the record; the game can be continued.

    Raises:
        RecordError: the file is not a record of this game, is larger than 64 MiB, was made under other rules, or has a
            line that contradicts the replay. The message names the line.
    """
    return replay_text(_text(Path(path)), game_type)


def replay_text(text: str, game_type: type[G], edition: str | None = None) -> Recorder[G]:
    """Replay the text of a record. Return and raise as `replay` does.

    An edition in the record is stored in the user's cache folder, unless `edition` is a file with the same contents,
    which is used instead.
    """
    recorder, lines = _start_replay(read_header(text), game_type, edition), _lines(text)
    number, line = next(lines)
    for following in lines:  # the last line is not a decision
        if number > 1:
            _replay_line(recorder, line, number)
        number, line = following
    end = recorder.end_line()
    if "end" not in line:
        raise RecordError(f"line {number}: the record is truncated: the end line is missing")
    if line != end:
        raise RecordError(f"line {number}: the record ends with {brief(line)}, but the replayed game with {end}")
    return recorder


def read_game_name(path: str | os.PathLike[str]) -> str:
    """Return the name of the game that a record file belongs to. Raises RecordError if the file is not a record."""
    return str(read_header(_text(Path(path))).get("game"))


def read_header(text: str) -> Line:
    """Return the first line of a record's text. Raises RecordError if the text is not a record."""
    header = next(_lines(text), (1, Line()))[1]
    if header.get("format") != FORMAT:
        raise RecordError(f"line 1: not a record of format {FORMAT}")
    return header


def _chance_values(game: Game[Any]) -> Line:
    """Return the values of those position keys that chance can change."""
    position = game.position()
    return {key: position[key] for key in game.rules.chance_keys}


def _text(path: Path) -> str:
    try:
        return read_text(path)
    except FileError as error:
        raise RecordError(str(error)) from None


def _lines(text: str) -> Iterator[tuple[int, Line]]:
    """Yield the number of each line, from 1, and its contents. One line at a time is parsed."""
    start = 0
    for number in count(1):
        if start >= len(text):
            return
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield number, _parse_line(number, text[start:end])
        start = end + 1


def _parse_line(number: int, text: str) -> Line:
    try:
        line = parse_json(text)
    except ValueError as error:
        raise RecordError(f"line {number} is not JSON: {error}") from None
    if not isinstance(line, dict):
        raise RecordError(f"line {number} must be a JSON object, not {brief(line)}")
    return line


def _start_replay(header: Line, game_type: type[G], edition: str | None) -> Recorder[G]:
    rules_type = game_type.rules_type
    if header.get("game") != rules_type.package:
        raise RecordError(f"line 1: this is a record of {brief(header.get('game'))}; expected {rules_type.package!r}")
    try:
        options, has_edition = header["rules"], "edition" in header
        if has_edition:
            options = {**options, "edition": edition or store_edition(rules_type, header["edition"])}
        rules = rules_type.read_options(options)
        recorder = Recorder(game_type, rules, header["seed"], embed=has_edition)
    except (KeyError, TypeError, ValueError) as error:
        raise RecordError(f"line 1: invalid rules or seed: {error}") from None
    if header.get("fingerprint") != rules.fingerprint:
        raise RecordError(
            "line 1: the rules, or the edition file they name, have changed since the recording; "
            f"{rules.package} now has version {rules.version} of its rules"
        )
    if has_edition:
        recorder.lines[0]["edition"] = header["edition"]  # with the same contents; comments may differ
    _compare(header, recorder.lines[0], 1)
    return recorder


def _replay_line(recorder: Recorder[G], line: Line, number: int) -> None:
    action = line.get("action")
    try:
        recorder.step(recorder.game.rules.actions.encode(**action))  # type: ignore[arg-type]
    except (TypeError, ValueError) as error:
        raise RecordError(f"line {number}: invalid action {brief(action)}: {error}") from None
    _compare(line, recorder.lines[-1], number)


def _compare(line: Line, expected: Line, number: int) -> None:
    for key in _all_keys(line, expected):
        value, right = line.get(key), expected.get(key)
        if not _equal_as_json(value, right):
            raise RecordError(f"line {number}: {key} is {brief(value)}, but the replay gives {brief(right)}")


def _equal_as_json(value: Any, right: Any) -> bool:
    """Return whether two values have the same JSON text: false differs from 0."""
    try:
        return json.dumps(value, sort_keys=True) == json.dumps(right, sort_keys=True)
    except RecursionError:  # no value of a game is nested that deeply
        return False


def _all_keys(*lines: Line) -> Iterable[str]:
    return dict.fromkeys(key for line in lines for key in line)

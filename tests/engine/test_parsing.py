"""Texts that explode: parsing needs time and memory in proportion to the length of a text, for every reader."""

import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kschwert_env import krone_schwert, politics_and_intrigue
from kschwert_env.arena.game_log import GameLog, LogError
from kschwert_env.engine.io.edition import EditionError
from kschwert_env.engine.io.files import FileError
from kschwert_env.engine.io.logs import MAX_LINE_BYTES, read_log, remove_cut_off_line
from kschwert_env.engine.io.parsing import MAX_KEY_PARTS, MAX_NESTING, MAX_TOML_MARKS, parse_json, parse_toml
from kschwert_env.engine.io.reader import PositionReader
from kschwert_env.engine.records.record import Recorder, RecordError, replay, replay_text
from kschwert_env.engine.simulation.game import game_type
from kschwert_env.two_crowns import Game, Rules

SIZE = 1 << 18
MOST_TIMES, SMALL = 20, 1 << 24
"""Bytes that parsing may use: a multiple of the text, and a constant."""


def numbered(form: str, size: int) -> str:
    """Return `form` with as many different names as fit."""
    return "".join(form % number for number in range(size // (len(form) + 2)))


PARTS = ".".join("a" * 16)
TOML: dict[str, Callable[[int], str]] = {
    "a key of many parts": lambda size: ".".join("a" * (size // 2)) + " = 1",
    "a key of many quoted parts": lambda size: ".\"\".''" * (size // 6) + ".a = 1",
    "a key of many spaced parts": lambda size: "a . " * (size // 4) + "a = 1",
    "a table of many parts": lambda size: "[" + ".".join("a" * (size // 2)) + "]",
    "keys of several parts": lambda size: f"[{PARTS}]\n" + numbered(f"k%x.{PARTS}=1\n", size),
    "tables of several parts": lambda size: numbered(f"[k%x.{PARTS}]\n", size),
    "keys": lambda size: numbered("k%x=1\n", size),
    "keys of lists": lambda size: numbered("k%x=[]\n", size),
    "tables": lambda size: numbered("[k%x]\n", size),
    "keys in braces": lambda size: "a={" + numbered("k%x.a.a=1,", size) + "}",
    "lists": lambda size: "a=[" + "[]," * (size // 3) + "]",
    "nested lists": lambda size: "a=[" + "[[[[[[[[]]]]]]]]," * (size // 17) + "]",
    "open lists": lambda size: "a=" + "[" * size,
    "a number": lambda size: "a=" + "1" * size,
    "a hexadecimal number": lambda size: "a=0x" + "f" * size,
    "a fraction": lambda size: "a=1." + "1" * size,
    "a string that does not end": lambda size: '"""' + '\\"""' * (size // 4),
    "quotes": lambda size: '"' * size,
    "strings": lambda size: "a=[" + numbered('"%x",', size) + "]",
    "comments": lambda size: "#\n" * (size // 2),
    "empty strings": lambda size: '""' + ',,""' * (size // 4),
}

JSON: dict[str, Callable[[int], str]] = {
    "lists": lambda size: "[" + "[]," * (size // 3) + "0]",
    "objects": lambda size: "[" + "{}," * (size // 3) + "0]",
    "nested lists": lambda size: "[" + ("[" * 50 + "]" * 50 + ",") * (size // 101) + "0]",
    "nested objects": lambda size: "[" + ('{"":' * 50 + "0" + "}" * 50 + ",") * (size // 253) + "0]",
    "open lists": lambda size: "[" * size,
    "keys": lambda size: "{" + numbered('"k%x":1,', size) + '"":0}',
    "texts": lambda size: "[" + numbered('"k%x",', size) + "0]",
    "numbers": lambda size: "[" + "999," * (size // 4) + "0]",
    "a number": lambda size: "1" * size,
    "a text": lambda size: '"' + "\\n" * (size // 2) + '"',
    "a wide text": lambda size: '"\U0001f600' + "x" * size + '"',
    "wide characters": lambda size: "[" + '"\u4e2d",' * (size // 6) + "0]",
}


def measured(size: int, read: Callable[[], Any]) -> None:
    """Read a text of that size; fail if it needs too much memory."""
    tracemalloc.start()
    try:
        read()
    except ValueError:
        pass
    finally:
        used = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert used <= size * MOST_TIMES + SMALL


@pytest.mark.parametrize("kind", TOML)
def test_toml_needs_memory_in_proportion_to_its_length(kind: str) -> None:
    text = TOML[kind](SIZE)
    measured(len(text), lambda: parse_toml(text))


@pytest.mark.parametrize("kind", JSON)
def test_json_needs_memory_in_proportion_to_its_length(kind: str) -> None:
    text = JSON[kind](SIZE * 4)
    measured(len(text.encode()), lambda: parse_json(text.encode()))


def test_what_editions_and_positions_have_is_parsed() -> None:
    text = 'a.b = ["x.y.z", "[[[["] # [[[\n' * 1 + "[[c]]\nd = '''[[\n#'''\n" + 'e = """"\\""" ""[" """\n[c.f]\n'
    assert parse_toml(text) == {"a": {"b": ["x.y.z", "[[[["]}, "c": [{"d": "[[\n#", "e": '"""" ""[" ', "f": {}}]}
    assert parse_json(b'\xef\xbb\xbf{"a": ["[\\"[", {}]}') == {"a": ['["[', {}]}


@pytest.mark.parametrize(
    ("within", "beyond"),
    [
        (".".join("a" * MAX_KEY_PARTS) + "=1", ".".join("a" * (MAX_KEY_PARTS + 1)) + "=1"),
        ("a=" + "[" * MAX_NESTING + "]" * MAX_NESTING, "a=" + "[" * (MAX_NESTING + 1) + "]" * (MAX_NESTING + 1)),
        (
            numbered("k%x=1\n", 0) + "a=[" + "[]," * (MAX_TOML_MARKS - 2) + "]",
            "a=[" + "[]," * (MAX_TOML_MARKS - 1) + "]",
        ),
        ("a" * 1000 + " = 1", "a" * 1001 + " = 1"),
    ],
)
def test_bounds_of_toml(within: str, beyond: str) -> None:
    parse_toml(within)
    with pytest.raises(ValueError, match="more than"):
        parse_toml(beyond)


def test_nesting_of_json_is_bounded() -> None:
    for opening, closing in ("[", "]"), ('{"[": ', "}"):
        parse_json(opening * MAX_NESTING + "1" + closing * MAX_NESTING)
        with pytest.raises(ValueError, match="more than 64 levels of nesting"):
            parse_json(opening * (MAX_NESTING + 1) + "1" + closing * (MAX_NESTING + 1))
    parse_json("[" + "[]," * 1000 + "1]")


# -- readers ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules_type", [Rules, krone_schwert.Rules, politics_and_intrigue.Rules])
@pytest.mark.parametrize("kind", TOML)
def test_editions_need_memory_in_proportion_to_their_length(rules_type: Any, kind: str, tmp_path: Path) -> None:
    path = tmp_path / "edition.toml"
    path.write_text(TOML[kind](SIZE // 4))
    with pytest.raises(EditionError):
        rules_type(edition=str(path))
    measured(path.stat().st_size, lambda: rules_type(edition=str(path)))


def record_with(**changes: Any) -> str:
    header, *rest = Recorder(Game, Rules(), 1).text().splitlines()
    return "\n".join((json.dumps({**json.loads(header), **changes}), *rest))


@pytest.mark.parametrize("kind", TOML)
def test_records_with_an_edition_need_memory_in_proportion_to_their_length(kind: str) -> None:
    text = record_with(rules={"edition": "embedded"}, edition=TOML[kind](SIZE // 4))
    measured(len(text), lambda: replay_text(text, Game))
    with pytest.raises(RecordError, match="line 1: invalid rules or seed"):
        replay_text(text, Game)


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("kind", JSON)
def test_records_need_memory_in_proportion_to_their_length(kind: str, place: int, tmp_path: Path) -> None:
    lines = record_with().splitlines()
    lines.insert(place, '{"a": ' + JSON[kind](SIZE // 4) + "}")
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(lines))
    measured(path.stat().st_size, lambda: replay(path, Game))
    with pytest.raises(RecordError, match=f"line {place + 1}"):
        replay(path, Game)


def test_short_lines_of_a_record_are_not_collected() -> None:
    text = "\n".join((record_with().splitlines()[0], "{}\n" * SIZE))
    measured(len(text), lambda: replay_text(text, game_type(Rules())))


def entry(number: int) -> str:
    keys = '"seed":0,"line_up":[0],"scores":[0],"ending":"","decisions":[0],"points":[{}]'
    return f'{{"game":{number},{keys}}}\n'


@pytest.mark.parametrize("lines", ["{}\n" * SIZE, "\n" * SIZE * 2, "".join(map(entry, range(SIZE // 64)))])
def test_logs_need_memory_in_proportion_to_their_length(lines: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with_header = '{"format": "kschwert_env.arena.v1"}\n' + lines
    path.write_text(with_header)
    measured(len(with_header), lambda: GameLog(tmp_path, {}, resume=True).close())


def test_a_line_of_a_log_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"{}\n" + b"x" * MAX_LINE_BYTES + b"\n")
    with pytest.raises(FileError, match=r"line 2 of .* is larger than the limit of 16 MiB"):
        list(read_log(path))


@pytest.mark.parametrize("whole", ["", "{}\n", "{}\n" * 50_000, "x" * 65_536 + "\n"])
@pytest.mark.parametrize("cut_off", ["", "x", "x" * 65_535, "x" * 65_536, "x" * 200_000])
def test_an_unfinished_line_is_removed(whole: str, cut_off: str, tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text(whole + cut_off)
    values = [value for _, value in read_log(path)]
    remove_cut_off_line(path)
    assert path.read_text() == whole
    assert values == [{} if line == "{}" else None for line in whole.splitlines()]


def test_a_log_without_a_whole_line_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text('{"format": ')
    with pytest.raises(LogError, match="is not a log of an arena"):
        GameLog(tmp_path, {}, resume=True)
    assert path.read_text() == '{"format": '


class Unsearched(list[str]):
    """A list that is not searched: for each of many missing values this would take too long."""

    def __contains__(self, key: object) -> bool:
        raise AssertionError("searched")


def test_missing_values_are_reported_once_each() -> None:
    reader = PositionReader({"buildings": [{}] * 3})
    reader.wrong = Unsearched()
    for _ in range(2):
        for i in range(3):
            reader.integer(f"buildings[{i}].kind", 0, 1)
            reader.value(f"buildings[{i}].kind")
    assert list(reader.wrong) == [f"buildings[{i}].kind is missing" for i in range(3)]

"""Bounded parsing of JSON and TOML from outside: what would cost much time or memory is refused before parsing."""

import json
import re
import tomllib
from typing import Any

from kschwert_env.engine.text.phrases import reason

MAX_NESTING = 64
"""Maximum depth of lists and tables inside each other; positions have six levels."""

MAX_TOML_MARKS = 20_000
"""Maximum number of keys, lists, tables and dots of a TOML text: the largest map that is listed by field has half."""

MAX_KEY_PARTS = 32
"""Maximum number of parts of a dotted TOML key. `tomllib` needs time and memory in proportion to their square."""

_MAX_WORD = 1000  # characters of a TOML key or number; `tomllib` needs a hundred times as many bytes
_OBJECT, _LIST = 200, 100  # bytes that a small dict or list of JSON needs, about
_MOST_TIMES, _SMALL = 16, 1 << 24  # bytes for all of them: a multiple of the text, and a constant

_JSON_BRACKETS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[][{}]', re.DOTALL)  # strings, too, as they can contain brackets
_TOML_OPAQUE = re.compile(  # strings and comments; those that do not end extend to the end, so the scan is linear
    r'"""(?:[^"\\]++|\\.|"(?!""))*+(?:"{3,5}|\Z)|'
    r"'''(?:[^']++|'(?!''))*+(?:'{3,5}|\Z)|"
    r'"(?:[^"\\\n]++|\\.)*+"?|'
    r"'[^'\n]*+'?|"
    r"#[^\n]*+",
    re.DOTALL,
)
_TOML_BRACKETS, _TOML_WORDS = re.compile(r"[][{}]"), re.compile(r"[^][{}=,\n]++")


def parse_json(text: str | bytes) -> Any:
    """Return the value of a JSON text; bytes are UTF-8.

    Time and memory are linear in its length. Raises ValueError, in one line, for invalid JSON, for nesting above
    `MAX_NESTING`, and for more lists and objects than a text of this length plausibly has.
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8-sig")
    if text.count("[") + text.count("{") > MAX_NESTING:
        _check_brackets(_JSON_BRACKETS, text)
    try:
        return json.loads(text)
    except RecursionError as error:  # a caller that is itself deep
        raise ValueError(str(error)) from None


def parse_toml(text: str) -> dict[str, Any]:
    """Return the top level of a TOML text.

    Time and memory are linear in its length. Raises ValueError, in one line, for invalid TOML, and above the bounds of
    this module.
    """
    bare = _TOML_OPAQUE.sub('"', text)
    if sum(map(bare.count, "=.[{")) > MAX_TOML_MARKS:
        raise ValueError(f"more than {MAX_TOML_MARKS:,} keys, lists and tables")
    for word in _TOML_WORDS.finditer(bare):
        if len(word.group().strip()) > _MAX_WORD:
            raise ValueError(f"a key or a number with more than {_MAX_WORD:,} characters")
        if word.group().count(".") >= MAX_KEY_PARTS:
            raise ValueError(f"a key with more than {MAX_KEY_PARTS} parts")
    _check_brackets(_TOML_BRACKETS, bare)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(reason(error)) from None


def _check_brackets(brackets: re.Pattern[str], text: str) -> None:
    """Raise ValueError for brackets inside each other above `MAX_NESTING`, and for too many of them."""
    depth, memory = 0, len(text) * _MOST_TIMES + _SMALL
    for found in brackets.finditer(text):
        mark = found.group()
        if mark in "[{":
            depth += 1
            memory -= _LIST if mark == "[" else _OBJECT
            if depth > MAX_NESTING:
                raise ValueError(f"more than {MAX_NESTING} levels of nesting")
            if memory < 0:
                raise ValueError("too many lists and objects for a text of this length")
        elif mark in "]}":
            depth -= 1

"""A recorded game as one self-contained HTML page: every position drawn, every decision described."""

import base64
import json
import os
import re
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import Template
from typing import Any, NamedTuple

from kschwert_env.engine.io.files import atomic_write_text
from kschwert_env.engine.records.record import Recorder
from kschwert_env.engine.text.phrases import shown
from kschwert_env.engine.text.voice import Voice
from kschwert_env.rendering.pages.titles import describe_options
from kschwert_env.rendering.svg import split


class _Page(Template):
    """Template with placeholders @{NAME}, since scripts use $."""

    delimiter = "@"
    idpattern = "[A-Z]+"
    flags = re.NOFLAG  # names in capitals only


_PAGE = _Page((files("kschwert_env.rendering.pages") / "page.html").read_text(encoding="utf-8"))


def _theme() -> str:
    """Return the style sheet with the fonts of the pictures in it."""
    folder = files("kschwert_env.rendering")
    faces = [
        f"@font-face {{ font-family: Roboto; font-weight: {weight}; font-display: block; "
        f'src: url("data:font/woff2;base64,{_base64(folder / "fonts" / f"Roboto-{name}.woff2")}") format("woff2"); }}\n'
        for name, weight in (("Regular", 400), ("Bold", 700))
    ]
    return (folder / "theme.css").read_text(encoding="utf-8") + "".join(faces)


def _base64(file: Traversable) -> str:
    return base64.b64encode(file.read_bytes()).decode()


THEME = _theme()
"""Style sheet shared by all pages: colours in light and dark mode, and the fonts of texts and pictures."""


class Note(NamedTuple):
    """A text beside a step.

    Attributes:
        heading: its heading.
        text: plain text with line breaks.
    """

    heading: str
    text: str


def write_page(
    recorder: Recorder[Any], path: str | os.PathLike[str], notes: Mapping[int, Sequence[Note]] | None = None
) -> None:
    """Write a recorded game, finished or not, as a page with a slider, a picture per position and a list of steps.

    `notes` are shown beside the steps with these numbers; step n shows the position after n decisions.

    `write_page(replay("game.jsonl", Game), "game.html")` converts a record on disk. Like the record, the page shows
    all hidden cards; don't give it to players of an unfinished game.
    """
    atomic_write_text(path, page(recorder, notes))


def page(recorder: Recorder[Any], notes: Mapping[int, Sequence[Note]] | None = None) -> str:
    """Return the HTML of the page."""
    rules, decisions = recorder.game.rules, list(recorder.decisions())
    voice = Voice(tuple(f"Player {seat + 1}" for seat in range(rules.num_players)), first=1)
    start = decisions[0].before if decisions else recorder.game.position()
    pictures = [rules.draw_svg(start, None, None, voice=voice)]
    steps = [["The start"], *(rules.tell(*decision, voice=voice) for decision in decisions)]
    pictures += [
        rules.draw_svg(decision.after, None, decision.action, news=told[0], voice=voice)
        for decision, told in zip(decisions, steps[1:], strict=True)
    ]
    return _PAGE.substitute(
        THEME=THEME,
        TITLE=escape(shown(f"{rules.title}, seed {recorder.lines[0]['seed']}")),
        OPTIONS=escape(shown(describe_options(rules))),
        GAME=_embedded({"steps": steps, "notes": notes or {}, **_shared(pictures)}),
    )


def _shared(pictures: list[str]) -> dict[str, Any]:
    """Return the pictures as lists of indices into a list of distinct parts; most parts occur in many pictures."""
    numbers: dict[str, int] = {}
    frames: list[list[int]] = []
    attributes: dict[str, str] = {}
    for picture in pictures:
        attributes, parts = split(picture)
        frames.append([numbers.setdefault(part, len(numbers)) for part in parts])
    return {"attributes": attributes, "parts": list(numbers), "frames": frames}


def _embedded(data: dict[str, Any]) -> str:
    """Return JSON for an HTML script element, escaped so that it can't end the script."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")

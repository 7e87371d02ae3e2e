"""A recorded game as one HTML page that needs no network: every position drawn, every decision told."""

import json
import os
import re
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from kschwert_env.engine.io.files import atomic_write_text
from kschwert_env.engine.records import Recorder
from kschwert_env.engine.text import shown
from kschwert_env.rendering.svg import split


class _Page(Template):
    """Its places are written @{NAME}, since $ is what scripts have."""

    delimiter = "@"
    idpattern = "[A-Z]+"
    flags = re.NOFLAG  # names in capitals only


_PAGE = _Page((files("kschwert_env.rendering") / "page.html").read_text(encoding="utf-8"))

LOOK = (files("kschwert_env.rendering") / "look.css").read_text(encoding="utf-8")
"""The style sheet that all pages share: colours, by day and in the dark, and letters."""


def write_page(recorder: Recorder[Any], path: str | os.PathLike[str]) -> None:
    """Write a recorded game, finished or not, as one page with a slider, a picture per position and a list of steps.

    `write_page(replay("game.jsonl", Game), "game.html")` does it for a record on disk. Like a record the page tells
    everything, hidden cards included: it is not for players of a game that goes on.
    """
    atomic_write_text(path, page(recorder))


def page(recorder: Recorder[Any]) -> str:
    """The text of the page."""
    rules, decisions = recorder.game.rules, list(recorder.decisions())
    start = decisions[0].before if decisions else recorder.game.position()
    pictures = [rules.draw_svg(start, None, None)]
    pictures += [rules.draw_svg(decision.after, None, decision.action) for decision in decisions]
    steps = [["The start"], *(rules.tell(*decision) for decision in decisions)]
    options = ", ".join(f"{name} {value}" for name, value in rules.options().items())
    return _PAGE.substitute(
        LOOK=LOOK,
        TITLE=escape(shown(f"{rules.package}, seed {recorder.lines[0]['seed']}")),
        OPTIONS=escape(shown(options)),
        GAME=_embedded({"steps": steps, **_shared(pictures)}),
    )


def _shared(pictures: list[str]) -> dict[str, Any]:
    """The pictures as lists of the parts that they consist of. Most parts are in many pictures, and are held once."""
    numbers: dict[str, int] = {}
    frames: list[list[int]] = []
    attributes: dict[str, str] = {}
    for picture in pictures:
        attributes, parts = split(picture)
        frames.append([numbers.setdefault(part, len(numbers)) for part in parts])
    return {"attributes": attributes, "parts": list(numbers), "frames": frames}


def _embedded(data: dict[str, Any]) -> str:
    """JSON that can stand in an HTML script: nothing in it can end the script."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")

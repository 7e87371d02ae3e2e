"""Editions with other kinds of maps than the standard one, each a file of this folder."""

from pathlib import Path
from typing import Any

from kschwert_env.krone_schwert import Game, Rules
from tests.helpers.editions import standard

FOLDER = Path(__file__).parent
ISLANDS = str(FOLDER / "islands.toml")
"""Edition with parts of different sizes, and as many fields on each board as in the standard edition."""
HAND_DRAWN = str(FOLDER / "hand_drawn.toml")
"""Edition with individually listed fields: as many as in the standard edition, but three more octagons than squares."""

OTHER_TABLES = standard("krone_schwert")[standard("krone_schwert").index("[cards]") :]
"""Tables of the standard edition except the map."""

Listed = dict[str, Any]


def with_maps(fields: list[Listed]) -> str:
    """Return the text of an edition that lists these fields for every number of players."""
    listed = ",\n".join("{ " + ", ".join(f"{key} = {_toml(value)}" for key, value in f.items()) + " }" for f in fields)
    return "[maps]\n" + "".join(f"{number} = [\n{listed}\n]\n" for number in range(2, 6)) + OTHER_TABLES


def _toml(value: Any) -> str:
    """Return a TOML literal: like Python's, except for strings and booleans."""
    return f'"{value}"' if isinstance(value, str) else str(value).replace("True", "true")


def as_listed(position: dict[str, Any]) -> list[Listed]:
    """Return the fields of a lattice as listed fields with coordinates."""
    shift = {"octagon": 0, "square": 0.5}
    return [
        {
            "shape": field["shape"],
            "terrain": field["terrain"],
            "at": [field["column"] + shift[field["shape"]], field["row"] + shift[field["shape"]]],
            "neighbours": field["neighbours"],
        }
        for field in position["fields"]
    ]


def small() -> list[Listed]:
    """Return six rows of four octagons with their squares, as in the standard edition for two players."""
    return as_listed(Game(Rules(2, shuffle_parts=False)).position())

"""Editions: a damaged file can be played, or is refused by a one-line ValueError."""

import tempfile
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from kschwert_env import GAMES
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.engine.simulation.game import game_type
from tests.fuzz.damage import check_message, damaged_bytes
from tests.helpers.editions import rules_with_editions

_ODD = (
    "-1",
    "0",
    "1",
    "127",
    "128",
    "999999999999999999999",
    "1.5",
    "nan",
    "true",
    '""',
    '"\\u001b[31m"',
    "[]",
    "{}",
    "[[]]",
)
_DECISIONS = 20


@cache
def _whole(game: str) -> list[bytes]:
    """Return the editions of a game: the standard one, and those of the tests, which have other kinds of maps."""
    package: Any = import_module(f"kschwert_env.{game}")
    standard = Path(package.__file__ or "").parent / "editions" / "standard.toml"
    others = Path(__file__).parents[1].with_name(game).glob("editions/*.toml")
    return [path.read_bytes() for path in (standard, *sorted(others))]


def _damaged(whole: bytes, rng: np.random.Generator) -> bytes:
    """Damage bytes, or replace a value, delete, duplicate or move a line."""
    if rng.integers(4) == 0:
        return damaged_bytes(whole, rng)
    lines = whole.decode().splitlines()
    for _ in range(rng.integers(1, 3)):
        place, other = rng.integers(0, len(lines), 2)
        key, equals, _ = lines[place].partition("=")
        if rng.integers(3) and equals:
            lines[place] = f"{key}= {_ODD[rng.integers(len(_ODD))]}"
        elif rng.integers(2):
            lines[place], lines[other] = lines[other], lines[place]
        else:
            lines.insert(place, lines.pop(other))
    return "\n".join(lines).encode()


def try_one(rng: np.random.Generator) -> None:
    game = GAMES[rng.integers(len(GAMES))]
    rules_type = rules_with_editions(game)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "mine.toml")
        whole = _whole(game)
        path.write_bytes(_damaged(whole[rng.integers(len(whole))], rng))
        players = rules_type.player_counts[0]
        try:
            rules = rules_type.from_options({"num_players": players, "edition": str(path)})
        except ValueError as error:
            check_message(error)
            return
        rules.edition_facts()
        rules.edition_svg()
        usual = rules_type.from_options({"num_players": players})
        if rules.record_kind == usual.record_kind:  # otherwise it would need compilation
            begun = game_type(rules)(rules, int(rng.integers(2**63)))
            assert game_type(rules).from_position(begun.position()) == begun  # its own positions are accepted
            batch = Batch(rules, 1, seed=int(rng.integers(2**63)))
            for _ in range(_DECISIONS):
                batch.step(batch.random_actions())

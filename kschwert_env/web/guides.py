"""Guides of the games for newcomers: what a game is about, and a guided opening, from `guide.toml` of its package."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from kschwert_env.web.table_config import package


class Step(NamedTuple):
    """A step of a guided opening.

    Attributes:
        title: its title.
        text: what the learner reads.
        show: targets in the picture that it points at.
        actions: ids of the decisions that the learner takes in this step, in turn; empty for a step that is only read.
    """

    title: str
    text: str
    show: tuple[str, ...]
    actions: tuple[int, ...]


class Guide(NamedTuple):
    """Introduction of a game.

    Attributes:
        about: what the game is about, and how long it takes, in three sentences.
        seats: number of players of the guided opening; the learner has the first seat.
        seed: seed of its deal.
        opponent: agent of the other seats.
        steps: the guided opening.
    """

    about: tuple[str, ...]
    seats: int
    seed: int
    opponent: str
    steps: tuple[Step, ...]


@cache
def guide_of(game: str) -> Guide:
    """Return the guide of a game.

    Raises KeyError for a missing key of the file, and ValueError for an action that the game does not have.
    """
    source = files(f"kschwert_env.{game}") / "guide.toml"
    given = tomllib.loads(source.read_text(encoding="utf-8"))
    opening = given["opening"]
    encode = package(game).Rules.read_options({"num_players": opening["seats"]}).actions.encode
    steps = tuple(
        Step(
            step["title"],
            " ".join(step["text"].split()),
            tuple(step.get("show", ())),
            tuple(encode(**action) for action in step.get("actions", ())),
        )
        for step in given["steps"]
    )
    return Guide(tuple(given["about"]), opening["seats"], opening["seed"], opening["opponent"], steps)


def opening_message(game: str) -> dict[str, Any]:
    """Return the guided opening of a game, in JSON types."""
    guide = guide_of(game)
    return {
        "seats": guide.seats,
        "seed": guide.seed,
        "opponent": guide.opponent,
        "steps": [step._asdict() for step in guide.steps],
    }

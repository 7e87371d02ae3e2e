"""Guides of the games for newcomers: what a game is about, and a guided opening, from `guide.toml` of its package."""

import inspect
import tomllib
from collections.abc import Sequence
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.importing import find_game


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


class OptionWords(NamedTuple):
    """An option of the rules in words for players.

    Attributes:
        label: its label.
        words: what it changes; empty where the label says it.
    """

    label: str
    words: str


class Guide(NamedTuple):
    """Introduction of a game.

    Attributes:
        about: what the game is about, and how long it takes, in three sentences.
        aim: what to do in a turn and how to win, in three paragraphs.
        options: the options for players, by name.
        seats: number of players of the guided opening; the learner has the first seat.
        seed: seed of its deal.
        opponent: agent of the other seats.
        steps: the guided opening.
    """

    about: tuple[str, ...]
    aim: tuple[str, ...]
    options: dict[str, OptionWords]
    seats: int
    seed: int
    opponent: str
    steps: tuple[Step, ...]


@cache
def guide_of(game: str) -> Guide:
    """Return the guide of a game; without the file, one without steps.

    Raises KeyError for a missing key of the file, and ValueError for an action that the game does not have.
    """
    rules_type = find_game(game)
    source = Path(inspect.getfile(rules_type)).with_name("guide.toml")
    if rules_type.file is not None or not source.exists():
        about = (inspect.getdoc(rules_type) or rules_type.title).partition("\n\n")[0]
        return Guide((" ".join(about.split()),), (), {}, rules_type.player_counts[0], 0, "random", ())
    guide = tomllib.loads(source.read_text(encoding="utf-8"))
    opening = guide["opening"]
    encode = rules_type.read_options({"num_players": opening["seats"]}).actions.encode
    steps = tuple(
        Step(
            step["title"],
            " ".join(step["text"].split()),
            tuple(step.get("show", ())),
            tuple(encode(**action) for action in step.get("actions", ())),
        )
        for step in guide["steps"]
    )
    options = {name: OptionWords(*words) for name, words in guide["options"].items()}
    return Guide(
        tuple(guide["about"]),
        tuple(guide["aim"]),
        options,
        opening["seats"],
        opening["seed"],
        opening["opponent"],
        steps,
    )


def guided_decisions(game: str, seed: int, rules: GameRules, decisions: Sequence[tuple[int, int]]) -> set[int]:
    """Return the indices of the decisions (seat, action) of a game that its guided opening named; none in other games.

    A game with the deal of the guide follows it until the learner's first other decision.
    """
    guide = guide_of(game)
    is_opening = seed == guide.seed and rules == find_game(game).read_options({"num_players": guide.seats})
    named = [action for step in guide.steps for action in step.actions] if is_opening else []
    own = [(i, action) for i, (seat, action) in enumerate(decisions) if seat == 0]
    same = takewhile(lambda pair: pair[0][1] == pair[1], zip(own, named, strict=False))
    return {i for (i, _), _ in same}


def opening_message(game: str) -> dict[str, Any]:
    """Return the guided opening of a game, in JSON types."""
    guide = guide_of(game)
    return {
        "seats": guide.seats,
        "seed": guide.seed,
        "opponent": guide.opponent,
        "steps": [step._asdict() for step in guide.steps],
    }

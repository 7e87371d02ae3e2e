"""Titles and options of games, as people read them."""

from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from kschwert_env.engine.contract.rules import GameRules


def describe_options(rules: GameRules) -> str:
    """Return the number of players and the options that differ from their defaults: "2 players; reward: score"."""
    kind: Any = rules
    defaults = {option.name: option.default for option in fields(kind)}
    changed_options = {name: value for name, value in rules.options().items() if value != defaults[name]}
    changed_options.pop("num_players", None)
    words = [f"{name.replace('_', ' ')}: {_value_words(name, value)}" for name, value in changed_options.items()]
    return "; ".join([f"{rules.num_players} players", *words])


def _value_words(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name == "edition":
        return Path(value).stem  # without the folder of its file
    if isinstance(value, Sequence) and not isinstance(value, str):  # cards of each seat, with their counts
        return ", ".join(f"{sum(cards.values())} for Player {seat + 1}" for seat, cards in enumerate(value))
    return "none" if value is None else str(value)

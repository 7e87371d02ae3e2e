"""Games and agents that strangers may choose, by the rules of the browser table: bounded cost, no files."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from kschwert_env import GAMES
from kschwert_env.agents.base import Agent
from kschwert_env.agents.registry import make_agent
from kschwert_env.engine.options import check
from kschwert_env.engine.rules import GameRules
from kschwert_env.web.server_config import DEFAULT_CONFIG, ServerConfig


def requested_rules(game: object, options: object = None, config: ServerConfig = DEFAULT_CONFIG) -> GameRules:
    """Return the rules of a game with options of its `Rules`, by default with the fewest players.

    Raises ValueError for an unknown game, option, or edition: it may be the path of any file.
    """
    given = {} if options is None else options
    check("rules", options, isinstance(given, Mapping), "an object with options of the game by name")
    assert isinstance(given, Mapping)
    fewest: dict[str, Any] = {}
    if isinstance(game, str) and game in GAMES:
        fewest = {"num_players": import_module(f"kschwert_env.{game}").Rules.player_counts[0]}
    return config.rules(game, {**fewest, **given})


def requested_agents(
    rules: GameRules, seats: Sequence[int], specs: object, config: ServerConfig = DEFAULT_CONFIG
) -> dict[int, Agent]:
    """Return agents for these seats. `specs` is a specification for all seats, or a list with one for each.

    Raises ValueError for an agent that is unknown or may cost too much, ImportError if a library is missing.
    """
    listed = [specs] * len(seats) if isinstance(specs, str) else specs
    check("opponents", specs, _are_specs(listed, len(seats)), f"a specification of an agent, or a list of {len(seats)}")
    assert isinstance(listed, list)
    for spec in listed:
        config.check_agent(rules, spec)
    made = {spec: make_agent(spec, rules) for spec in dict.fromkeys(listed)}
    return {seat: made[spec] for seat, spec in zip(seats, listed, strict=True)}


def _are_specs(specs: object, number: int) -> bool:
    return isinstance(specs, list) and len(specs) == number and all(isinstance(spec, str) for spec in specs)

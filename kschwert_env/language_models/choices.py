"""Games and agents by name. Strangers may choose what the browser table allows: bounded cost, and no files."""

from collections.abc import Mapping, Sequence
from typing import Any

from kschwert_env.agents.base import Agent
from kschwert_env.agents.registry import make_agent
from kschwert_env.engine.contract.options import check
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.importing import find_game, known_games
from kschwert_env.requests.server_config import DEFAULT_CONFIG, ServerConfig


def named_rules(game: object, options: Mapping[str, Any] | None = None) -> GameRules:
    """Return the rules of a game with options of its `Rules`, by default with the fewest players.

    Raises ValueError for an unknown game or a wrong option.
    """
    check("game", game, game in known_games(), f"one of {', '.join(known_games())}")
    kind: Any = find_game(str(game))
    rules: GameRules = kind.read_options({"num_players": kind.player_counts[0], **(options or {})})
    return rules


def requested_rules(
    game: object, options: object = None, config: ServerConfig = DEFAULT_CONFIG, players: int | None = None
) -> GameRules:
    """Return the rules as `named_rules`, for a stranger, by default for `players` if the game supports that number.

    Raises ValueError also for other editions than those of `config`: an edition may be the path of any file.
    """
    fewest_players = named_rules(game).num_players
    kind: Any = find_game(str(game))
    default = players if players in kind.player_counts else fewest_players
    check(
        "rules", options, options is None or isinstance(options, Mapping), "an object with options of the game by name"
    )
    chosen: Any = options or {}
    return config.rules(game, {"num_players": default, **chosen})


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

"""Catalogue of games with their options and agents, for the browser."""

import inspect
import re
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from kschwert_env.agents.registry import KINDS
from kschwert_env.engine.contract.options import attribute_docs
from kschwert_env.importing import find_game
from kschwert_env.requests.server_config import ServerConfig
from kschwert_env.web.lobby.guides import OptionWords, guide_of
from kschwert_env.web.lobby.levels import level_of, levels_of
from kschwert_env.web.lobby.ratings import league_ratings

_EXCLUDED = ("num_players", "edition")  # have their own controls


@cache
def catalogue(server_config: ServerConfig) -> list[dict[str, Any]]:
    """Return all games with their options and agents, in JSON types."""
    return [_game(game, server_config) for game in server_config.games]


def _game(game: str, server_config: ServerConfig) -> dict[str, Any]:
    rules_type = find_game(game)
    counts = list(rules_type.player_counts)
    return {
        "name": game,
        "title": find_game(game).title,
        "about": list(guide_of(game).about),
        "aim": list(guide_of(game).aim),
        "has_guide": bool(guide_of(game).steps),
        "players": counts,
        "options": _options(rules_type),
        "editions": server_config.editions_of(game),
        "agents": _agents([rules_type.read_options({"num_players": count}) for count in counts], server_config),
        "rules": {"page": f"api/rules/{game}"},
    }


def _options(rules_type: Any) -> list[dict[str, Any]]:
    """Return the options of a game: those of its guide in words for players, others with their documentation."""
    docs, hints = attribute_docs(rules_type), get_type_hints(rules_type)
    for_players = guide_of(rules_type.package).options
    return [
        {
            "name": option.name,
            "research": option.name not in for_players,
            **for_players.get(option.name, _documented(option.name, docs))._asdict(),
            "default": None if option.default is MISSING else option.default,
            **_kind(hints[option.name]),
        }
        for option in fields(rules_type)
        if option.init and option.name not in _EXCLUDED
    ]


def _documented(name: str, docs: dict[str, str]) -> OptionWords:
    return OptionWords(name.replace("_", " ").capitalize(), docs.get(name, ""))


def _kind(hint: Any) -> dict[str, Any]:
    """Return the kind of an option's value (flag, choice, number, text or JSON), its choices, and if it may be None."""
    parts = [part for part in (get_args(hint) or (hint,)) if part is not type(None)]
    if get_origin(hint) is Literal:
        return {"kind": "choice", "choices": list(get_args(hint)), "none": False}
    choices = [choice for part in parts if get_origin(part) is Literal for choice in get_args(part)]
    if choices:
        return {"kind": "choice", "choices": [0, *choices] if int in parts else choices, "none": False}
    kinds = {bool: "flag", int: "number", str: "text"}
    kind = next((name for plain, name in kinds.items() if plain in parts), "json")
    return {"kind": kind, "choices": [], "none": type(None) in get_args(hint)}


def _agents(rules: list[Any], server_config: ServerConfig) -> list[dict[str, Any]]:
    """Return the agents, with their numbers of players, and their league results by number of players."""
    able = {each.num_players: _offered(each, server_config) for each in rules}
    ratings = {str(each.num_players): league_ratings(each) for each in rules}
    return [
        {
            "spec": typed,
            "levels": {
                str(each.num_players): level._asdict()
                for each in rules
                if (level := level_of(each.package, each.num_players, typed))
            },
            "words": _agent_summary(typed),
            "players": [count for count in able if typed in able[count]],
            "strength": {count: its[typed] for count, its in ratings.items() if typed in its},
        }
        for typed in dict.fromkeys(typed for agents in able.values() for typed in agents)
    ]


def _offered(rules: Any, server_config: ServerConfig) -> list[str]:
    """Return the agents for a game: those of its levels from weak to strong, then all others."""
    agents = server_config.agents_for(rules)
    levels = [typed for typed in levels_of(rules.package, rules.num_players) if typed.partition(":")[0] in agents]
    return list(dict.fromkeys([*levels, *agents]))


def _agent_summary(typed: str) -> str:
    """Return the summary of an agent, from its docstring."""
    kind = KINDS.get(typed.partition(":")[0])
    summary = "one of your own" if kind is None else inspect.getdoc(kind) or ""
    return " ".join(re.sub(r" \(`[^)]*\)", "", summary.partition("\n\n")[0]).split())

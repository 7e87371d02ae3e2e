"""Preparation of games in the background: code of everything that a table may need, before somebody waits for it."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from kschwert_env.agents.registry import available
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.jit import background
from kschwert_env.engine.jit.code_folders import missing_marker
from kschwert_env.engine.jit.native import libraries
from kschwert_env.engine.simulation.game import game_type
from kschwert_env.engine.simulation.warmup import GAME_STAGE
from kschwert_env.importing import find_game
from kschwert_env.requests.agents import agent_for
from kschwert_env.web.lobby.guides import guide_of
from kschwert_env.web.lobby.levels import levels_of
from kschwert_env.web.workers import analysis, comparison


def request_preparation(games: Iterable[str]) -> bool:
    """Let the background process compile what tables of these games need. Return whether there is something to do."""
    kinds = sorted((rules for game in games for rules in find_game(game).kinds()), key=lambda each: each.num_players)
    requested = False
    for rules in kinds:
        if marker := _missing(rules):
            requested |= background.request(partial(prepare, rules), marker, is_urgent=False)
    return requested


def is_prepared(rules: GameRules) -> bool:
    """Return whether analyses of a game need not wait for a compiler."""
    return _missing(rules) is None


def _missing(rules: GameRules) -> Path | None:
    """Return the file that exists once everything is compiled; None where it is, or where nothing is cached."""
    kind, _ = rules.record_kind
    if libraries.covers(rules.code_folder, f"{kind}-{GAME_STAGE.name}"):
        return None
    return missing_marker(rules.code_folder, f"{kind}-tables")


def prepare(rules: GameRules) -> None:
    """Compile what tables of a game need: games, the agents of all levels, analyses and hints."""
    marker = _missing(rules)
    kinds = available(rules)
    for agent in [guide_of(rules.package).opponent, *levels_of(rules.package, rules.num_players)]:
        if agent.partition(":")[0] in kinds:
            agent_for(rules, agent)
    rules = analysis.with_win_reward(rules)
    game = game_type(rules)(rules)
    state, actions = game.state.reshape(1), game.legal_actions()[:2]
    analysis.best_actions(rules, state, f"{analysis.default_search_agent(rules)}:sims=2", 1.0, 0)
    comparison.compare(rules, state, actions, 0)
    if marker is not None:
        marker.parent.mkdir(parents=True, exist_ok=True)
        marker.touch()

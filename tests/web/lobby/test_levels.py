"""Easy, Medium and Strong: agents of matches that were played under the present rules, with each step neither small nor
large."""

import json
from typing import Any

import pytest

from kschwert_env import GAMES
from kschwert_env.agents.base import choose_action
from kschwert_env.agents.policy import bundled_versions
from kschwert_env.agents.registry import make_agent
from kschwert_env.importing import find_game
from kschwert_env.politics_and_intrigue import Game, Rules
from kschwert_env.requests.server_config import DEFAULT_CONFIG
from kschwert_env.web.lobby.catalogue import catalogue
from kschwert_env.web.lobby.levels import FILE, levels_of

MATCHES: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", MATCHES)
def test_levels_were_measured_under_the_present_rules(name: str) -> None:
    """With the present network; otherwise run `python -m benchmarks.levels` again."""
    game, players = name[:-1].rsplit("-", 1)
    rules, match = find_game(game).read_options({"num_players": int(players)}), MATCHES[name]
    assert match["fingerprint"] == rules.fingerprint
    assert match["network"] == max(bundled_versions(rules))
    assert match["games"] >= 1500
    assert len(match["win_shares"]) == len(match["agents"]) - 1 == 2
    assert all(0.65 <= share <= 0.85 for share in match["win_shares"])


def test_every_game_and_number_of_players_has_three_levels() -> None:
    """The lobby describes each, and how often it wins."""
    for game in catalogue(DEFAULT_CONFIG):
        for players in map(str, game["players"]):
            found = [agent["levels"][players] for agent in game["agents"] if players in agent["levels"]]
            words = {level["name"]: level["words"] for level in found}
            assert words.keys() == {"Easy", "Medium", "Strong"}
            shares = [f"{share:.0%} of" for share in MATCHES[f"{game['name']}-{players}p"]["win_shares"]]
            for name, weaker, share in zip(("Medium", "Strong"), ("Easy", "Medium"), shares, strict=True):
                assert f"{share.replace('%', ' %')} games against {weaker}." in words[name]
            assert "games against Medium." in words["Easy"]
    assert {name[:-3] for name in MATCHES} == set(GAMES)


@pytest.mark.needs_jit
def test_easy_builds_in_a_long_game() -> None:
    """An agent that looks one action ahead only lays cards away in Politics & Intrigue."""
    rules = Rules(2)
    spec = next(iter(levels_of("politics_and_intrigue", 2)))
    game, agent, built = Game(rules, 1), make_agent(spec, rules), 0
    for seed in range(2000):
        if game.player is None:
            break
        action = choose_action(agent, rules, game.state, seed, spec)
        built += rules.actions.decode(action).kind == "build"
        game.step(action)
    assert game.player is None
    assert built >= 10
    assert max(game.scores) >= 10

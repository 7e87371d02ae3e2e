"""The catalogue of the lobby, and the rules pages."""

import json
import re
from pathlib import Path

import pytest

from kschwert_env import GAMES
from kschwert_env.agents import policy
from kschwert_env.importing import find_game
from kschwert_env.requests.errors import RequestError
from kschwert_env.requests.server_config import DEFAULT_CONFIG, ServerConfig
from kschwert_env.web.lobby.catalogue import catalogue
from kschwert_env.web.lobby.rules_page import rules_page
from tests.docs.generators.generated import DOCS
from tests.helpers.cases import BUSY
from tests.web.client import Client


def test_every_game_is_there_with_its_options() -> None:
    found = {game["name"]: game for game in catalogue(DEFAULT_CONFIG)}
    assert tuple(found) == GAMES
    assert find_game("krone_schwert").title == found["krone_schwert"]["title"] == "Krone & Schwert"
    for name, game in found.items():
        rules_type = find_game(name)
        assert game["players"] == list(rules_type.player_counts)
        assert game["editions"] == ["standard"]
        usual = rules_type.from_options({"num_players": game["players"][0]}).options()
        assert {option["name"] for option in game["options"]} == usual.keys() - {"num_players", "edition"}
        for option in game["options"]:
            assert option["default"] == usual[option["name"]]
            if option["kind"] == "choice":
                assert option["default"] in option["choices"]


def test_options_for_players_are_in_words_for_players() -> None:
    """No rule ids, no Python, no names of variants; options for researchers have their documentation."""
    for game in catalogue(DEFAULT_CONFIG):
        for option in game["options"]:
            if option["research"]:
                assert option["words"], option["name"]
                continue
            said = f"{option['label']} {option['words']}"
            assert not re.search(r"True|False|None|\([A-Z]\d|seed|seat|VP|\"|_", said), said
            assert option["label"] != option["name"].replace("_", " ").capitalize() or option["words"], option["name"]
        names = {option["name"] for option in game["options"] if option["research"]}
        assert {"reward"} < names <= {"reward", "max_rounds", "max_turns", "decks", "events"}


def test_choices_that_are_offered_are_taken() -> None:
    for game in catalogue(DEFAULT_CONFIG):
        for option in game["options"]:
            for value in option["choices"]:
                DEFAULT_CONFIG.rules(game["name"], {"num_players": game["players"][-1], option["name"]: value})


def test_agents_are_there_for_the_players_that_they_are_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "krone_schwert_3").mkdir()
    (tmp_path / "krone_schwert_3" / "v1.npz").touch()
    monkeypatch.setattr(policy, "TRAINED", tmp_path)
    agents = {agent["spec"]: agent for agent in catalogue.__wrapped__(DEFAULT_CONFIG)[0]["agents"]}
    assert agents["heuristic"]["players"] == [2, 3, 4, 5]
    assert agents["policy"]["players"] == [3]
    assert agents["policy:temperature=6"]["levels"].keys() == {"3"}
    assert "policy:temperature=5" not in agents
    assert all(agent["words"].endswith(".") for agent in agents.values())


def test_what_leagues_have_found_is_told() -> None:
    """For each agent of the lobby; `policy` is the newest network."""
    games = {game["name"]: {agent["spec"]: agent for agent in game["agents"]} for game in catalogue(DEFAULT_CONFIG)}
    for path in sorted((DOCS / "league").glob("*.json")):
        game, players = path.stem[:-1].rsplit("-", 1)
        league = json.loads(path.read_text(encoding="utf-8"))
        told = {typed: agent["strength"].get(players) for typed, agent in games[game].items()}
        newest = f"policy:version={max(policy.bundled_versions(find_game(game)(int(players))))}"
        assert newest in league["agents"], f"play the league of {path.name} again, with {newest}"
        for typed, name in (("heuristic", "heuristic"), ("random", "random"), ("policy", newest)):
            its, best = told[typed], league["exploitability"].get(name)
            assert its is not None
            assert (its["rating"], its["win_share"]) == tuple(
                league["agents"][name][key] for key in ("rating", "win_share")
            )
            assert its["among"] == len(league["agents"])
            assert its["response"] == (best and best["win_share"])
        assert told["ismcts"] is None  # the league's thinks less


def test_what_the_owner_names_is_offered(client: Client) -> None:
    server_config = ServerConfig.read(["policy:sample=0"], [BUSY])
    assert server_config.editions_of("politics_and_intrigue") == ["standard", BUSY]
    assert server_config.editions_of("two_crowns") == ["standard"]
    with pytest.raises(RequestError, match="is not an edition of"):
        ServerConfig.read([], ["nowhere.toml"])


@pytest.mark.parametrize("game", GAMES)
def test_each_rule_can_be_linked_to(game: str) -> None:
    page = rules_page(game)
    text = (DOCS / f"{game}_rules.md").read_text(encoding="utf-8")
    told = re.findall(r"^(?:- )?\*\*([A-Z]+\d+)\*\*", text, re.MULTILINE)
    ids = re.findall(r' id="([A-Z]+\d+)"', page)
    assert set(told) <= set(ids), set(told) - set(ids)
    assert len(ids) == len(set(ids))
    assert "<script" not in page


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_for_players_do_not_mention_programs(game: str) -> None:
    page = rules_page(game)
    assert "Code, tests" not in page
    assert "kschwert_env" not in page.split("<h2")[0]
    assert "Each rule has an id in bold." in page
    assert "the table counts them from 1" in page


def test_the_rules_come_over_http(client: Client) -> None:
    status, headers, body = client.ask("GET", "/api/rules/two_crowns")
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert body.decode() == rules_page("two_crowns")
    assert client.ask("GET", "/api/rules/chess")[0] == 404
    assert client.ask("GET", "/api/rules/..%2f..%2fsecret")[0] == 404

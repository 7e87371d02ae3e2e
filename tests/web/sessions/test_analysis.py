"""Analysis: win chances, costly decisions, and opened games."""

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kschwert_env import politics_and_intrigue
from kschwert_env.agents.registry import make_agents
from kschwert_env.arena.contest import Contest
from kschwert_env.engine.records.record import Recorder
from kschwert_env.two_crowns import Game, Rules
from kschwert_env.web.sessions.analyst import AnalysedPosition, candidates
from kschwert_env.web.workers import analysis
from kschwert_env.web.workers.fair_queue import SERVER, Requester
from kschwert_env.web.workers.pool import WorkerPool
from kschwert_env.web.workers.shares import win_share
from tests.helpers.cases import BUSY, ONE_EACH, RICH, Case
from tests.web.client import LINK, ME, Client, agent, without_names


@pytest.fixture(params=[True, False], ids=["network", "playouts"])
def by_network(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Win chances by a network and by playouts."""
    if request.param and find_spec("torch") is None:
        pytest.skip("torch is not installed")
    if not request.param:
        monkeypatch.setattr(analysis, "has_network", lambda rules: False)
    return bool(request.param)


def test_win_chances_are_shares_of_one_win(by_network: bool) -> None:
    rules = Rules()
    assert analysis.has_network(rules) == by_network
    game = Game(rules, 4)
    found = analysis.win_chances(rules, game.state.reshape(1), 1)
    assert found.sum() == pytest.approx(1)
    assert (found > 0.1).all()
    assert (found == analysis.win_chances(rules, game.state.reshape(1), 1)).all()


def test_win_chances_know_who_is_about_to_win(by_network: bool) -> None:
    """A castle of 20 against one of 1."""
    game = Game(Rules(), 4)
    position = game.position()
    for seat in (0, 1):
        position["castles"] = [1, 20] if seat else [20, 1]
        found = analysis.win_chances(game.rules, Game.from_position(position).state.reshape(1), 1)
        assert found[seat] > 0.6


def test_who_has_won_has_it_all() -> None:
    game, rng = Game(Rules(), 1), np.random.default_rng(0)
    while not game.is_over:
        game.step(int(rng.choice(game.legal_actions())))
    found = analysis.win_chances(game.rules, game.state.reshape(1), 0)
    assert found.tolist() == [float(game.returns[0] > 0), float(game.returns[1] > 0)]


def test_shares_that_belong_to_returns() -> None:
    assert win_share(np.array([-1.0, 0.0, 1.0]), 2).tolist() == [0, 0.5, 1]
    assert win_share(np.array([-1 / 3, 0.0, 1.0]), 4).tolist() == pytest.approx([0, 0.25, 1])
    assert analysis._with_share(np.array([0.5, 0.3, 0.2]), 0, 0.2).tolist() == pytest.approx([0.2, 0.48, 0.32])


def test_a_search_tells_values_and_visits() -> None:
    rules, start = analysis.with_win_reward(Rules(reward="score")), Game(Rules(), 2).state.reshape(1)
    assert rules == Rules()
    found = analysis.best_actions(rules, start, "ismcts:sims=64", 20, 0)
    visits = [action["visits"] for action in found["actions"]]
    assert visits == sorted(visits, reverse=True)
    assert sum(visits) == 64
    assert sum(action["share"] for action in found["actions"]) == pytest.approx(1)
    assert all(0 <= action["value"] <= 1 for action in found["actions"])
    assert sum(found["win"]) == pytest.approx(1)
    with pytest.raises(ValueError, match="unknown option 'seconds'"):
        analysis.best_actions(rules, start, "random", 1, 0)


def test_where_only_one_action_is_legal_nothing_is_searched() -> None:
    rules, rng = Rules(), np.random.default_rng(1)
    game = Game(rules, 2)
    while len(game.legal_actions()) > 1:
        game.step(int(rng.choice(game.legal_actions())))
    found = analysis.best_actions(rules, game.state.reshape(1), "ismcts:sims=64", 20, 0)
    assert [(action["number"], action["visits"]) for action in found["actions"]] == [(game.legal_actions()[0], 0)]


def test_the_greatest_losses_of_who_decided_are_looked_at() -> None:
    state = np.zeros(1)
    points = [AnalysedPosition(state, i, i % 2, 0, 2 if i != 2 else 1) for i in range(4)] + [
        AnalysedPosition(state, 4, None, None, 0)
    ]
    chances: list[list[float] | None] = [[0.5, 0.5], [0.4, 0.6], [0.7, 0.3], [0.1, 0.9], [0.2, 0.8]]
    assert candidates(points, chances, None) == [1, 0, 3]


# -- over the socket ------------------------------------------------------------------------------------------


def test_analysis_while_playing_is_for_tables_that_allow_it(client: Client) -> None:
    with client.sits("two_crowns", [ME, LINK]) as seat:
        for kind, fields in (("analyse", {}), ("graph", {}), ("position", {}), ("branch", {"seats": [ME, LINK]})):
            assert "does not allow analysis before the game is over" in seat.ask(kind, **fields)["words"]
    links = client.table("two_crowns", [ME, LINK], analysis=True)["links"]
    with client.join(links[0]["token"]) as first, client.join(links[1]["token"]) as second:
        found = first.ask("analyse", seconds=0.2, agent="ismcts:sims=20")
        assert found["actions"]
        assert found["done"]
        other = second.ask("analyse", seconds=0.2)
        assert (other["actions"], len(other["win"])) == ([], 2)


def finished(client: Client, game: str = "two_crowns", **options: Any) -> Any:
    """Return a link to a finished game between agents."""
    token = client.table(game, [agent("heuristic"), agent("random")], options=options)["watch"]
    with client.join(token) as watcher:
        while not watcher.state["over"]:
            watcher.until("state")
    return token


def test_a_graph_of_the_game_with_the_decisions_that_cost_most(client: Client) -> None:
    with client.join(finished(client, max_turns=6)) as watcher:
        watcher.say("graph")
        graph = watcher.until("graph", where=lambda message: message["done"])
        assert len(graph["points"]) == watcher.state["of"] + 1
        assert all(sum(point) == pytest.approx(1, abs=1e-3) for point in graph["points"])
        costs = [found["cost"] for found in graph["costly"]]
        assert costs == sorted(costs, reverse=True)
        assert all(found["best"] != found["done"] for found in graph["costly"])


def test_the_analysis_of_a_game_is_shared_and_waits_for_all_others(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each person at the table asks for it when the game ends."""
    jobs, run = list[tuple[str, Requester]](), WorkerPool.run

    async def counted(pool: WorkerPool, job: Any, seconds: float = 0, who: Requester = SERVER) -> Any:
        jobs.append((json.dumps(job), who))
        return await run(pool, job, seconds, who)

    token = finished(client, max_turns=6)
    with client.join(token) as first, client.join(token) as second:
        monkeypatch.setattr(WorkerPool, "run", counted)
        for watcher in (first, second):
            watcher.say("graph", seat=0)
        found = [watcher.until("graph", where=lambda graph: graph["done"]) for watcher in (first, second)]
        assert found[0] == found[1]
    assert len({job for job, _ in jobs}) == len(jobs)
    assert all(who.in_background for _, who in jobs)
    assert jobs


def test_a_game_is_played_on_from_any_position(client: Client) -> None:
    with client.join(finished(client)) as watcher:
        watcher.say("goto", number=8)
        then = watcher.until("state", where=lambda state: state["number"] == 8)
        links = watcher.ask("branch", number=8, seats=[ME, agent("random")])["links"]
        with client.join(links[0]["token"]) as seat:
            if not seat.table["paused"] and seat.state["number"] == 0:
                assert (seat.state["player"], seat.state["phase"]) == (then["player"], then["phase"])
            seat.wait_for_turn()
            seat.act()
        assert "the number of seats must be 2, not 1" in watcher.ask("branch", number=8, seats=[ME])["words"]


def test_records_and_positions_go_out_and_in_again(client: Client) -> None:
    with client.join(finished(client)) as watcher:
        record, position = watcher.ask("record")["text"], watcher.ask("position", number=9)["position"]
        end = watcher.state
    status, answer = client.post("/api/analyses", {"record": record})
    assert status == 200
    with client.join(answer["token"]) as looked_at:
        assert (looked_at.table["open"], looked_at.table["seats"][0]["kind"]) == (True, "nobody")
        assert without_names(looked_at.state["svg"]) == without_names(end["svg"])
        assert looked_at.ask("record")["text"] == record
    status, answer = client.post("/api/analyses", {"position": position})
    with client.join(answer["token"]) as looked_at:
        assert looked_at.ask("position")["position"] == position
        assert "it has no record" in looked_at.ask("record")["words"]
        assert "for watching" in looked_at.ask("act", number=0, action=0)["words"]


def test_a_record_under_an_offered_edition_can_be_opened(client: Client, tmp_path: Path) -> None:
    """The owner's file may have another path and other comments than the file that the record was made with."""
    mine = tmp_path / "mine.toml"
    mine.write_text(Path(BUSY).read_text() + "# mine\n")
    recorder = Recorder(politics_and_intrigue.Game, politics_and_intrigue.Rules(edition=str(mine)), 5)
    for _ in range(10):
        recorder.step(recorder.game.legal_actions()[0])
    mine.unlink()
    status, answer = client.post("/api/analyses", {"record": recorder.text()})
    assert status == 200, answer
    with client.join(answer["token"]) as looked_at:
        downloaded = looked_at.ask("record")["text"]
    assert json.loads(downloaded.partition("\n")[0])["edition"] == Path(BUSY).read_text()
    assert client.post("/api/analyses", {"record": downloaded})[0] == 200


@pytest.mark.parametrize("agents", [["random", "heuristic"], ["policy", "ismcts:sims=5"]], ids="-".join)
def test_a_game_of_an_arena_is_played_again(client: Client, tmp_path: Path, agents: list[str]) -> None:
    rules = Rules()
    if "policy" in agents:
        pytest.importorskip("torch")
    with Contest(rules, make_agents(agents, rules), tmp_path, games=2) as contest:
        contest.play(1)
    settings, *lines = (tmp_path / "games.jsonl").read_text().splitlines()
    row = next(row for row in map(json.loads, lines) if row.get("game") == 1)
    status, answer = client.post("/api/analyses", {"arena": {"settings": settings, "game": json.dumps(row)}})
    assert status == 200, answer
    with client.join(answer["token"]) as looked_at:
        assert looked_at.state["scores"] == row["scores"]
        assert {seat["name"] for seat in looked_at.table["seats"]} == set(agents)
    wrong = {**row, "scores": [row["scores"][0] + 1, row["scores"][1]]}
    status, answer = client.post("/api/analyses", {"arena": {"settings": settings, "game": json.dumps(wrong)}})
    assert (status, "the replayed game has other scores" in answer["error"]) == (400, True)


def a_record(edition: str | None = None) -> str:
    """Return the record of a game without decisions."""
    return Recorder(Game, Rules(), 0).text().replace('"standard"', json.dumps(edition or "standard"))


def arena(names: Any = ("random", "random"), **changes: Any) -> Any:
    """Return a request to open a game of an arena."""
    settings = {"format": "kschwert_env.arena.v1", "game": "two_crowns", "rules": Rules().options(), "names": names}
    result = {"seed": 1, "line_up": [0, 1], "scores": [1, 2], "decisions": [1, 1], "points": [{}, {}]}
    row = {"game": 0, "ending": "end", **result, **changes}
    return {"arena": {"settings": json.dumps(settings), "game": json.dumps(row)}}


WRONG: list[tuple[Any, str]] = [
    ([], "must be a JSON object"),
    ({}, "exactly one of: record, position, arena"),
    ({"record": 5}, "invalid record of a game to open"),
    ({"record": "nothing"}, "line 1 is not JSON"),
    ({"record": a_record("/etc/passwd")}, "edition must be one of"),
    ({"record": a_record().replace('"seed": 0', '"seed": 1')}, "can't be opened"),
    ({"record": Recorder(Game, Rules(edition=RICH), 0).text()}, "contains an edition that this server does not offer"),
    ({"record": a_record().replace('"seed": 0', '"edition": "", "seed": 1')}, "can't be opened"),
    ({"record": a_record().replace('"game": "two_crowns"', '"game": 5, "edition": ""')}, "unknown game 5"),
    ({"record": a_record().replace('"seed": 0', '"edition": 5, "seed": 0')}, "edition in a record must be a text"),
    ({"position": {}}, "this is no position: it must have a format"),
    ({"position": {"format": "two_crowns.position.v2"}}, "rules must be a dict of options"),
    ({"position": {"format": "two_crowns.position.v1", "rules": {}}}, "the position can't be opened"),
    ({"position": {"format": "chess.position.v1", "rules": {}}}, "unknown game 'chess'"),
    ({"position": {"format": "two_crowns.position.v1", "rules": {"edition": "/etc/passwd"}}}, "edition must be one of"),
    ({"position": {**Game(Rules(), 0).position(), "\ud800": 1}}, r"\ud800"),
    ({"arena": {}}, "settings must be the first line"),
    ({"arena": {"settings": "{", "game": "{}"}}, "settings must be the first line"),
    ({"arena": {"settings": '{"format": "kschwert_env.arena.v1"}', "game": "{}"}}, "game must be a line"),
    (arena(seed="5"), "seed of the game must be an integer"),
    (arena(seed=-1), "seed of the game must be an integer"),
    (arena(seed=1.0), "seed of the game must be an integer"),
    (arena(line_up=[-1, -1]), "line_up of the game does not fit"),
    (arena(line_up=[0, 2]), "line_up of the game does not fit"),
    (arena(line_up=[0, True]), "line_up of the game does not fit"),
    (arena(names=["random", 5]), "names in the settings must be a list of agents"),
    (arena(names=["random", "antigravity.x"]), "unknown agent 'antigravity.x'"),
]


@pytest.mark.parametrize(("asked", "words"), WRONG, ids=range(len(WRONG)))
def test_what_can_not_be_opened_is_refused_in_words(client: Client, asked: Any, words: str) -> None:
    status, answer = client.post("/api/analyses", asked)
    assert status == 400
    assert words in answer["error"]


@pytest.mark.parametrize("case", ONE_EACH, ids=str)
def test_positions_of_every_game_can_be_opened(client: Client, case: Case) -> None:
    if case.rules.edition not in ("standard", BUSY):
        pytest.skip("an edition that the owner has not named")
    status, answer = client.post("/api/analyses", {"position": case.game(case.rules, 3).position()})
    assert status == 200, answer

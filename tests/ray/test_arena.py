"""The arena in a cluster plays the same games, byte for byte."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ray.cluster_utils import Cluster

from kschwert_env.agents.registry import make_agents
from kschwert_env.arena.contest import Contest
from kschwert_env.engine.contract.actions import IllegalAction
from kschwert_env.two_crowns import Rules

NAMES = "random", "heuristic", "policy"
GAMES = 60

NewCluster = Callable[[int], Cluster]


def played(folder: Path, games: int = GAMES, report: Callable[[int], Any] = lambda finished: None, **more: Any) -> Any:
    """Play an arena and return its figures."""
    rules = Rules()
    with Contest(rules, make_agents(NAMES, rules), folder, games, **more) as contest:
        assert contest.play(report=report) == (contest.finished >= games)
        return contest.figures()


def untimed(found: Any) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name not in ("games_per_second", "seconds_per_decision")}


def games_of(folder: Path) -> bytes:
    """Return the file without the lines of sessions, which contain times."""
    lines = (folder / "games.jsonl").read_bytes().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(b'{"session"'))


def decisions_in(folder: Path) -> dict[str, int]:
    """Return the number of decisions of each agent over all sessions."""
    lines = [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]
    sessions = [line["session"]["thinking"] for line in lines if "session" in line]
    return {name: sum(session[name]["decisions"] for session in sessions) for name in NAMES}


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the same games, played on this machine."""
    folder = tmp_path_factory.mktemp("alone")
    played(folder)
    return folder


def test_a_cluster_plays_the_same_games(alone: Path, tmp_path: Path, new_cluster: NewCluster) -> None:
    found = played(tmp_path, ray=new_cluster(2).address)
    assert games_of(tmp_path) == games_of(alone)
    assert untimed(found) == untimed(played(alone, resume=True))
    assert decisions_in(tmp_path) == decisions_in(alone)


def test_a_cluster_resumes_a_local_session(alone: Path, tmp_path: Path, new_cluster: NewCluster) -> None:
    """Play one session on this machine, one in a cluster that is interrupted, and another one."""

    def interrupt(finished: int) -> None:
        if finished == 40:
            raise KeyboardInterrupt

    played(tmp_path, 20)
    address = new_cluster(2).address
    played(tmp_path, resume=True, ray=address, report=interrupt)
    assert 40 <= len(games_of(tmp_path).splitlines()) - 1 < GAMES
    played(tmp_path, resume=True, ray=address)
    assert games_of(tmp_path) == games_of(alone)


def test_games_lost_with_a_node_are_played_again(alone: Path, tmp_path: Path, new_cluster: NewCluster) -> None:
    cluster = new_cluster(3)

    def lose(finished: int) -> None:
        if finished == 10:
            cluster.remove_node(next(iter(cluster.worker_nodes)), allow_graceful=False)

    played(tmp_path, ray=cluster.address, report=lose)
    assert games_of(tmp_path) == games_of(alone)


class Wrong:
    """Agent that returns an illegal action."""

    games_at_once = 1

    def __init__(self, rules: Rules) -> None:
        """Ignore the rules."""

    def act(self, decisions: Any) -> Any:
        return decisions.masks.argmin(axis=1)


def test_an_error_of_an_agent_is_reported(tmp_path: Path, new_cluster: NewCluster) -> None:
    rules, name = Rules(), f"{__name__}.Wrong"
    agents = make_agents([name], rules)
    with Contest(rules, agents, tmp_path, 4, ray=new_cluster(1).address) as contest, pytest.raises(IllegalAction):
        contest.play()

"""Datasets hold the games that were played, as their seats saw them."""

import json
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pyarrow.parquet as pq
import pytest

from kschwert_env.agents.base import DecisionBatch
from kschwert_env.agents.random import RandomAgent
from kschwert_env.arena.datasets import games as games_module
from kschwert_env.arena.datasets.games import GameSeries
from kschwert_env.arena.datasets.parquet import write_parquet
from kschwert_env.engine.simulation.game import game_type
from kschwert_env.importing import find_game
from kschwert_env.krone_schwert import Rules as KroneSchwert
from kschwert_env.politics_and_intrigue import Rules as PoliticsAndIntrigue
from kschwert_env.two_crowns import Rules as TwoCrowns
from tests.helpers.cases import BUSY

RULES = [
    KroneSchwert(3, max_rounds=3, reward="placement"),
    TwoCrowns(max_turns=30),
    PoliticsAndIntrigue(edition=BUSY, max_rounds=6),
]
SHORT = TwoCrowns(max_turns=6)

Row = dict[str, Any]


@pytest.fixture(params=RULES, ids=lambda rules: rules.package)
def rules(request: pytest.FixtureRequest) -> Any:
    return request.param


def random_games(rules: Any, games: int = 3, **options: Any) -> GameSeries:
    return GameSeries(rules, [RandomAgent(rules)], games, **options)


def rows_of(path: Path) -> list[Row]:
    rows: list[Row] = pq.read_table(path).to_pylist()
    return rows


def written(path: Path, series: GameSeries, workers: int | None = None) -> list[Row]:
    assert write_parquet(path, series, workers) == len(rows_of(path))
    return rows_of(path)


class LastAction:
    """Always chooses the last legal action, and stops before a certain decision."""

    games_at_once: ClassVar[int] = 8

    def __init__(self, decisions: float = float("inf"), error: BaseException | None = None) -> None:
        self.left, self.error = decisions, error or KeyboardInterrupt()

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        self.left -= len(decisions)
        if self.left < 0:
            raise self.error
        return decisions.masks.shape[1] - 1 - decisions.masks[:, ::-1].argmax(axis=1)


def test_rows_are_the_decisions_of_the_games(rules: Any, tmp_path: Path) -> None:
    rows = written(tmp_path / "x.parquet", random_games(rules, seed=5))
    assert sorted({row["game"] for row in rows}) == [0, 1, 2]
    for number in range(3):
        mine = [row for row in rows if row["game"] == number]
        game = game_type(find_game(rules.package))(rules, mine[0]["seed"])
        for i, row in enumerate(mine):
            assert game.player is not None
            seen = game.observe(game.player)
            assert (row["decision"], row["seat"]) == (i, game.player)
            assert row["observation"] == seen["observation"].tolist()
            assert row["action_mask"] == seen["action_mask"].tolist()
            assert row["legal_actions"] == len(game.legal_actions())
            game.step(row["action"])
        assert game.is_over
        assert all(row["returns"] == pytest.approx(game.returns) for row in mine)
        ends = {row["seat"]: row["decision"] for row in mine}
        for row in mine:
            last = ends[row["seat"]] == row["decision"]
            assert row["reward"] == (row["returns"][row["seat"]] if last else 0)
            assert (row["terminated"], row["truncated"]) == (last and not game.is_truncated, last and game.is_truncated)


def test_returns_sum_to_zero(rules: Any, tmp_path: Path) -> None:
    for row in written(tmp_path / "x.parquet", random_games(rules)):
        assert sum(row["returns"]) == pytest.approx(0)


def test_a_row_is_the_same_in_worlds_that_the_seat_cannot_distinguish(rules: Any, tmp_path: Path) -> None:
    """Observation and mask depend on no information that is hidden from the seat."""
    for row in written(tmp_path / "x.parquet", random_games(rules, games=1))[:40]:
        game = game_type(find_game(rules.package))(rules, row["seed"])
        for before in rows_of(tmp_path / "x.parquet")[: row["decision"]]:
            game.step(before["action"])
        for seed in range(3):
            seen = game.resample(row["seat"], seed).observe(row["seat"])
            assert row["observation"] == seen["observation"].tolist()
            assert row["action_mask"] == seen["action_mask"].tolist()
            assert row["legal_actions"] == sum(seen["action_mask"])


def test_both_ways_to_end_are_told_apart(tmp_path: Path) -> None:
    for rules, ending in ((TwoCrowns(max_turns=4), "truncated"), (TwoCrowns(max_turns=None), "terminated")):
        rows = written(tmp_path / "x.parquet", random_games(rules))
        assert sum(row[ending] for row in rows) == 6
        assert sum(row["truncated"] + row["terminated"] for row in rows) == 6


def test_a_dataset_does_not_depend_on_how_it_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    series = random_games(SHORT, games=12, seed=3)
    rows = written(tmp_path / "one", series, workers=1)
    written(tmp_path / "three", series, workers=3)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "three").read_bytes()
    monkeypatch.setattr(games_module, "_MOST_AT_ONCE", 5)
    assert written(tmp_path / "five", random_games(SHORT, games=12, seed=3)) == rows
    assert written(tmp_path / "other", random_games(SHORT, games=12, seed=4)) != rows


def test_parts_of_a_series_are_the_series(tmp_path: Path) -> None:
    whole = written(tmp_path / "whole", random_games(SHORT, games=7, seed=3))
    parts = [random_games(SHORT, games=4, seed=3), random_games(SHORT, games=3, seed=3, first=4)]
    assert [row for i, part in enumerate(parts) for row in written(tmp_path / str(i), part)] == whole


def test_every_seat_has_its_agent(tmp_path: Path) -> None:
    agents = [LastAction(), RandomAgent(SHORT), LastAction()]
    series = GameSeries(KroneSchwert(3, max_rounds=1), agents, 3, names=["last", "random", "last"])
    rows = written(tmp_path / "x.parquet", series)
    assert {(row["seat"], row["agent"]) for row in rows} == {(0, "last"), (1, "random"), (2, "last")}
    masks = np.array([row["action_mask"] for row in rows])
    last = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
    is_last = last == [row["action"] for row in rows]
    assert all(same for same, row in zip(is_last, rows, strict=True) if row["agent"] == "last")
    assert not all(is_last)


def test_a_file_describes_its_games(tmp_path: Path) -> None:
    series = random_games(SHORT, seed=3, first=10)
    written(tmp_path / "x.parquet", series)
    found = json.loads(pq.read_schema(tmp_path / "x.parquet").metadata[b"kschwert_env"])
    assert found == series.describe()
    assert (found["agents"], found["first"], found["seed"]) == (["RandomAgent", "RandomAgent"], 10, 3)
    assert find_game(found["game"]).from_options(found["rules"]) == SHORT


def test_a_file_contains_the_edition_of_its_user() -> None:
    found = random_games(RULES[2]).describe()
    assert (found["rules"]["edition"], found["edition"]) == ("embedded", Path(BUSY).read_text())


@pytest.mark.parametrize("error", [KeyboardInterrupt(), ValueError("broken")], ids=repr)
def test_an_unfinished_dataset_leaves_nothing(error: BaseException, tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    path.write_text("earlier")
    series = GameSeries(SHORT, [LastAction(500, error)], 100)
    finished: list[int] = []
    with pytest.raises(type(error)):
        write_parquet(path, series, workers=2, report=finished.append)
    assert finished
    assert [each.name for each in tmp_path.iterdir()] == ["x.parquet"]
    assert path.read_text() == "earlier"


def test_finished_games_are_reported_in_order(tmp_path: Path) -> None:
    finished: list[int] = []
    write_parquet(tmp_path / "x", GameSeries(SHORT, [LastAction()], 20), report=finished.append)
    assert finished == [8, 16, 20]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"agents": []}, r"agents must be one agent, or 2 \(one for each seat\), not \[\]"),
        ({"games": 0}, "games must be an integer of at least 1, not 0"),
        ({"first": -1}, "first must be an integer of at least 0, not -1"),
        ({"seed": -1}, "seed must be an integer from 0"),
        ({"names": ["a", "b"]}, "names must be 1 names, one for each agent"),
    ],
)
def test_wrong_arguments_are_named(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GameSeries(**{"rules": SHORT, "agents": [RandomAgent(SHORT)], "games": 1, **wrong})

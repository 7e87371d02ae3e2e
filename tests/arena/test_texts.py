"""Datasets of prompts and answers hold what `TextGame` shows in the games that were played."""

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from kschwert_env.adapters.text import TextGame
from kschwert_env.agents.registry import make_agent
from kschwert_env.arena.datasets.games import GameSeries
from kschwert_env.arena.datasets.parquet import write_parquet
from kschwert_env.arena.datasets.texts import write_texts
from kschwert_env.engine.contract.rules import GameRules
from tests.arena.test_datasets import RULES, SHORT, random_games

Row = dict[str, Any]


def rows_of(path: Path, series: GameSeries, values: str | None = None, workers: int | None = None) -> list[Row]:
    """Write a dataset, and return its rows."""
    count = write_texts(path, series, workers, values=values)
    rows: list[Row] = pq.read_table(path).to_pylist()
    assert len(rows) == count
    return rows


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.package)
def test_rows_are_the_prompts_and_answers_of_the_games(rules: GameRules, tmp_path: Path) -> None:
    rows = rows_of(tmp_path / "x.parquet", random_games(rules, games=2, seed=5))
    for number in range(2):
        mine = [row for row in rows if row["game"] == number]
        text = TextGame(rules, mine[0]["seed"])
        for row in mine:
            seat = row["seat"]
            assert text.player == seat
            assert row["prompt"] == text.prompt(seat)
            choices = text.choices(seat)
            assert row["choice_numbers"] == [choice.number for choice in choices]
            assert row["choice_words"] == [choice.words for choice in choices]
            assert text.parse(seat, row["answer"]) == row["action"]
            text.act(row["action"])
        assert text.player is None
        assert all(row["returns"] == pytest.approx(text.returns) for row in mine)


def test_decisions_with_one_legal_action_have_no_row(tmp_path: Path) -> None:
    series = random_games(SHORT, games=4)
    rows = rows_of(tmp_path / "x.parquet", series)
    write_parquet(tmp_path / "all.parquet", series)
    every = pq.read_table(tmp_path / "all.parquet").to_pylist()
    wanted = [row for row in every if row["legal_actions"] > 1]
    assert len(wanted) < len(every)
    for name in ("game", "seed", "decision", "seat", "agent", "action", "returns"):
        assert [row[name] for row in rows] == [row[name] for row in wanted]


def test_values_are_those_of_the_search_that_acted(tmp_path: Path) -> None:
    search = "ismcts:sims=40,caution=0"  # acts by visits
    series = GameSeries(SHORT, [make_agent(search, SHORT)], 2, seed=3, names=[search])
    rows = rows_of(tmp_path / "x.parquet", series, search)
    for row in rows:
        assert len(row["choice_values"]) == len(row["choice_visits"]) == len(row["choice_numbers"])
        assert sum(row["choice_visits"]) == 40
        assert row["choice_visits"][row["choice_numbers"].index(row["action"])] == max(row["choice_visits"])
        for value, visits in zip(row["choice_values"], row["choice_visits"], strict=True):
            assert (value is None) == (visits == 0)
            assert value is None or -1 <= value <= 1


def test_a_dataset_does_not_depend_on_the_number_of_threads(tmp_path: Path) -> None:
    series = random_games(SHORT, games=4, seed=3)
    rows_of(tmp_path / "one", series, "ismcts:sims=8", workers=1)
    rows_of(tmp_path / "three", series, "ismcts:sims=8", workers=3)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "three").read_bytes()


def test_prompts_and_values_depend_on_nothing_hidden(tmp_path: Path) -> None:
    """A row is the same in all worlds that its seat cannot distinguish; `test_secrets` compares prompts."""
    rows = rows_of(tmp_path / "x.parquet", random_games(SHORT, games=1))
    text = TextGame(SHORT, rows[0]["seed"])
    for row in rows:
        other = text.copy()
        other.game = text.game.resample(row["seat"], 9)
        assert row["prompt"] == other.prompt(row["seat"])
        text.act(row["action"])


def test_a_file_describes_its_games(tmp_path: Path) -> None:
    series = random_games(SHORT, games=1)
    rows_of(tmp_path / "x.parquet", series, "ismcts:sims=8")
    found = json.loads(pq.read_schema(tmp_path / "x.parquet").metadata[b"kschwert_env"])
    assert found == {**series.describe(), "rules_text": TextGame(SHORT).rules(), "values": "ismcts:sims=8"}


def test_values_need_a_search(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="agent random does not search; expected ismcts or puct, with options"):
        write_texts(tmp_path / "x", random_games(SHORT), values="random")
    assert list(tmp_path.iterdir()) == []

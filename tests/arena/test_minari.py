"""Minari datasets: one episode for each seat, in Minari's own reader."""

import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gymnasium
import minari
import numpy as np
import pytest

from kschwert_env.arena.datasets.games import GameSeries
from kschwert_env.arena.datasets.minari_dataset import write_minari
from kschwert_env.two_crowns import Rules as TwoCrowns
from tests.arena.test_datasets import SHORT, LastAction, random_games, rules

__all__ = ["rules"]  # a fixture


def opened(folder: Path) -> minari.MinariDataset:
    return minari.MinariDataset(folder / "data")


def test_every_seat_has_an_episode(rules: Any, tmp_path: Path) -> None:
    series = random_games(rules, seed=5)
    decisions = write_minari(tmp_path / "random-v0", series)
    dataset, (chunk,) = opened(tmp_path / "random-v0"), series.chunks()
    assert dataset.total_steps == decisions == len(chunk.games)
    assert len(dataset) == 3 * rules.num_players
    for episode, about in zip(dataset, dataset.storage.get_episode_metadata(range(len(dataset))), strict=True):
        game, seat = divmod(int(episode.id), rules.num_players)
        mine = (chunk.games == game) & (chunk.seats == seat)
        assert (about["options"]["game"], about["options"]["seat"]) == (game, seat)
        assert (about["options"]["agent"], about["seed"]) == ("RandomAgent", chunk.seeds[game])
        np.testing.assert_array_equal(episode.observations["observation"][:-1], chunk.observations[mine])
        np.testing.assert_array_equal(episode.observations["action_mask"][:-1], chunk.masks[mine])
        np.testing.assert_array_equal(episode.observations["observation"][-1], chunk.final_observations[game, seat])
        assert not episode.observations["action_mask"][-1].any()
        np.testing.assert_array_equal(episode.actions, chunk.actions[mine])
        assert episode.rewards.sum() == episode.rewards[-1] == chunk.returns[game, seat]
        ended = episode.terminations | episode.truncations
        assert ended.tolist() == [False] * (len(ended) - 1) + [True]
        assert episode.truncations[-1] == chunk.truncated[game]


def test_returns_of_a_game_sum_to_zero(rules: Any, tmp_path: Path) -> None:
    write_minari(tmp_path / "random-v0", random_games(rules))
    returns = [episode.rewards.sum() for episode in opened(tmp_path / "random-v0")]
    np.testing.assert_allclose(np.reshape(returns, (3, -1)).sum(axis=1), 0)


def test_the_environment_is_recovered(rules: Any, tmp_path: Path) -> None:
    write_minari(tmp_path / "random-v0", random_games(rules))
    dataset = opened(tmp_path / "random-v0")
    env = dataset.recover_environment()
    assert env.unwrapped._view.rules == rules
    assert (dataset.observation_space, dataset.action_space) == (env.observation_space, env.action_space)
    for episode in dataset:
        for i in range(len(episode.rewards) + 1):
            assert env.observation_space.contains({name: seen[i] for name, seen in episode.observations.items()})
    observation, _ = env.reset(seed=1)
    assert env.step(env.action_space.sample(observation["action_mask"]))
    other = dataset.recover_environment(seat=1, opponents=lambda observations, masks: masks.argmax(axis=1))
    assert isinstance(other, gymnasium.Env)
    other.reset(seed=1)


def test_a_seat_without_a_decision_has_no_episode(tmp_path: Path) -> None:
    rules = TwoCrowns(max_turns=1)
    series = GameSeries(rules, [LastAction()], 8)
    (chunk,) = series.chunks()
    write_minari(tmp_path / "last-v0", series)
    decided = {(int(game), int(seat)) for game, seat in zip(chunk.games, chunk.seats, strict=True)}
    assert len(decided) < 16
    assert len(opened(tmp_path / "last-v0")) == len(decided)


def test_equal_series_give_equal_datasets(tmp_path: Path) -> None:
    for name, workers in (("one-v0", 1), ("three-v0", 3)):
        write_minari(tmp_path / name, random_games(SHORT, games=70), workers)
    for one, other in zip(opened(tmp_path / "one-v0"), opened(tmp_path / "three-v0"), strict=True):
        assert one.observations.keys() == other.observations.keys()
        for name in one.observations:
            np.testing.assert_array_equal(one.observations[name], other.observations[name])
        np.testing.assert_array_equal(one.actions, other.actions)


def test_minari_finds_a_dataset_in_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    write_minari(tmp_path / "two_crowns/random-v3", random_games(SHORT))
    assert minari.load_dataset("two_crowns/random-v3").total_episodes == 6
    (about,) = minari.list_local_datasets().values()
    assert "RandomAgent" in str(about["description"])
    assert about["algorithm_name"] == "RandomAgent, RandomAgent"


def test_an_unfinished_dataset_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        write_minari(tmp_path / "last-v0", GameSeries(SHORT, [LastAction(500)], 100))
    assert list(tmp_path.iterdir()) == []


def test_wrong_folders_are_refused_before_any_game(tmp_path: Path) -> None:
    series = GameSeries(SHORT, [LastAction(0)], 1)
    for name in ("last", "last v0", "last-v0.parquet"):
        with pytest.raises(
            ValueError, match="the name of a Minari dataset must end in a version, such as heuristic-v0"
        ):
            write_minari(tmp_path / name, series)
    (tmp_path / "last-v0").mkdir()
    with pytest.raises(FileExistsError, match="last-v0 exists; remove it, or choose another name"):
        write_minari(tmp_path / "last-v0", series)


@pytest.mark.parametrize("chunks", [0, 1])
def test_a_dataset_ends_before_the_disk_is_full(chunks: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """HDF5 ends the process if it can't write."""
    series = random_games(SHORT, games=150)
    begun = list[int]()

    def free(folder: Path) -> SimpleNamespace:
        begun.append(1)
        return SimpleNamespace(free=1 << 40 if len(begun) <= chunks else 1000)

    monkeypatch.setattr(shutil, "disk_usage", free)
    with pytest.raises(OSError, match="No space left on device"):
        write_minari(tmp_path / "random-v0", series, 1)
    assert len(begun) == chunks + 1
    assert list(tmp_path.iterdir()) == []

"""The demo runs, and its statistics are those of the first games of every place."""

import numpy as np
import pytest
from typer.testing import CliRunner

from kschwert_env.krone_schwert import Batch, Rules, tally
from kschwert_env.krone_schwert.demo import app
from kschwert_env.krone_schwert.tally import Ending, Sample, play_games

pytestmark = pytest.mark.needs_jit


def test_the_demo_tells_a_game_and_plays_many() -> None:
    result = CliRunner().invoke(app, ["--games", "40", "--seed", "3", "--players", "2"])
    assert result.exit_code == 0, result.output
    for words in (
        "One random game of 3 players, seed 3",
        "The board before the first marker",
        "The game is over",
        "Final scoring",
        "40 random games of 2 players",
        "Length of a game",
        "How games ended",
        "called off by truce",
        "seat 1",
    ):
        assert words in result.output
    assert "Stopped early" not in result.output
    assert max(len(line) for line in result.output.splitlines()) <= 100


def test_the_demo_refuses_a_wrong_number_of_players() -> None:
    assert CliRunner().invoke(app, ["--players", "6"]).exit_code == 2


def play_by_hand(rules: Rules, places: int, seed: int, each: list[int]) -> list[tuple[int, list[int], int]]:
    """Decisions, final scores and revolts of the first `each[i]` games of place i, place after place."""
    batch = Batch(rules, places, seed, observations=False)
    revolt = rules.actions.encode("revolt")
    games: list[list[tuple[int, list[int], int]]] = [[] for _ in range(places)]
    decisions, revolts = [0] * places, [0] * places
    while any(len(games[i]) < each[i] for i in range(places)):
        actions = batch.random_actions()
        _, terminated, truncated = batch.step(actions)
        for i in range(places):
            decisions[i] += 1
            revolts[i] += int(actions[i] == revolt)
            if terminated[i] or truncated[i]:
                games[i].append((decisions[i], batch.final_scores[i].tolist(), revolts[i]))
                decisions[i] = revolts[i] = 0
    return [game for i in range(places) for game in games[i][: each[i]]]


def noted(sample: Sample) -> list[tuple[int, list[int], int]]:
    return [(int(game["decisions"]), game["scores"].tolist(), int(game["revolts"].sum())) for game in sample.games]


def test_the_first_games_of_every_place_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally, "PLACES", 8)
    heard: list[int] = []
    sample = play_games(Rules(3), 83, seed=5, report=heard.append)
    by_hand = play_by_hand(Rules(3), 8, 5, each=[11, 11, 11, 10, 10, 10, 10, 10])
    assert noted(sample) == by_hand
    assert sum(revolts for _, _, revolts in by_hand) > 0  # else this proves little
    assert heard == sorted(heard)
    assert heard[-1] == 83
    assert sample.played >= 83
    assert sample.decisions >= sample.games["decisions"].sum()


def test_stopping_early_favours_no_short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally, "PLACES", 8)

    def interrupt(finished: int) -> None:
        if finished >= 60:
            raise KeyboardInterrupt

    sample = play_games(Rules(3), 400, seed=5, report=interrupt)
    each = len(sample.games) // 8
    assert 0 < each < 8
    assert noted(sample) == play_by_hand(Rules(3), 8, 5, each=[each] * 8)


def test_endings_and_win_shares() -> None:
    capped = play_games(Rules(2, max_rounds=2), 20, seed=1)
    assert (capped.games["ending"] == Ending.ROUND_CAP).all()
    assert (capped.games["rounds"] == 2).all()
    full = play_games(Rules(2), 20, seed=1)
    assert set(full.games["ending"].tolist()) <= {Ending.FULL_BOARD, Ending.GAME_END_DRAWN}
    assert full.win_shares.sum() == pytest.approx(1)
    scores = full.games["scores"]
    first = (scores[:, 0] > scores[:, 1]).mean() + (scores[:, 0] == scores[:, 1]).mean() / 2
    assert full.win_shares[0] == pytest.approx(first)


def test_how_a_game_ended_is_read_off_its_last_position() -> None:
    final = np.zeros(3, Rules(2).state_dtype)
    final["truncated"] = 1, 0, 0
    final["discard_pile"][1, -1] = 1
    assert tally.endings(final).tolist() == [Ending.ROUND_CAP, Ending.GAME_END_DRAWN, Ending.FULL_BOARD]

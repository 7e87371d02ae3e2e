"""Statistics of games: every slot contributes its first games."""

import numpy as np
import pytest

from kschwert_env.engine.records import game_stats
from kschwert_env.engine.records.game_stats import Z_95, GameStats, StatsCollector
from kschwert_env.engine.records.point_sources import END
from tests.helpers.by_hand import Played, play_by_hand, win_share
from tests.helpers.cases import SMALL


@pytest.fixture(autouse=True)
def few_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_stats, "NUM_SLOTS", 8)


def noted(sample: GameStats) -> list[tuple[int, list[int], bool]]:
    return [(int(game["decisions"]), game["scores"].tolist(), bool(game["ending"])) for game in sample.games]


def told(games: list[Played]) -> list[tuple[int, list[int], bool]]:
    return [(game.decisions, game.scores, game.truncated) for game in games]


def test_the_first_games_of_every_place_count() -> None:
    heard: list[int] = []
    sample = StatsCollector(SMALL.rules, 43, seed=5).play(heard.append)
    assert sample.endings == ("terminated", "truncated")
    games = play_by_hand(SMALL.rules, 5, each=[6, 6, 6, 5, 5, 5, 5, 5])
    assert noted(sample) == told(games)
    assert heard == sorted(heard)
    assert heard[-1] == 43
    assert sample.played >= 43
    assert sample.decisions >= sample.games["decisions"].sum()
    assert sample.win_shares == pytest.approx([win_share(games, seat) for seat in range(3)])
    assert sample.actions == {
        kind: pytest.approx(sum(game.actions.get(kind, 0) for game in games) / 43) for kind in sample.actions
    }
    assert sum(sample.actions.values()) == pytest.approx(sum(game.decisions for game in games) / 43)
    assert sum(sample.points.values()) == pytest.approx(sum(sum(game.scores) for game in games) / 43)


def test_points_belong_to_the_action_and_phase_that_brought_them() -> None:
    """Compare with a single game, decision by decision."""
    rules, game = SMALL.rules, SMALL.game(SMALL.rules, 5)
    expected: dict[str, int] = {}
    while not game.is_over:
        before, phase, action = sum(game.scores), game.phase, varied(game.legal_mask()[None])[0]
        game.step(action)
        kind = rules.actions.decode(action).kind
        source = END if game.is_over else f"{phase}: {kind}".replace("_", " ")
        expected[source] = expected.get(source, 0) + sum(game.scores) - before
    sample = StatsCollector(rules, 1, 5, lambda batch: varied(batch.masks)).play()
    assert sample.points == {source: points for source, points in expected.items() if points}
    assert len(sample.points) > 1


def varied(masks: np.ndarray) -> np.ndarray:
    """Return a legal action for each mask that depends on the mask alone."""
    return np.array([legal[len(legal) * 5 // 7] for legal in map(np.flatnonzero, masks)])


def test_stopping_early_favours_no_short_games() -> None:
    def interrupt(finished: int) -> None:
        if finished >= 30:
            raise KeyboardInterrupt

    sample = StatsCollector(SMALL.rules, 400, seed=5).play(interrupt)
    each = len(sample.games) // 8
    assert 0 < each < 5
    assert noted(sample) == told(play_by_hand(SMALL.rules, 5, each=[each] * 8))


def test_a_win_interval_ends_where_the_share_found_becomes_unlikely() -> None:
    """At the ends of Wilson's interval the observed share is 1.96 standard deviations from the true share."""
    sample = StatsCollector(SMALL.rules, 50, seed=2).play()
    for share, interval in zip(sample.win_shares, sample.win_intervals, strict=True):
        assert interval[0] < share < interval[1]
        deviation = np.sqrt(interval * (1 - interval) / 50)
        assert np.abs(interval - share) == pytest.approx(Z_95 * deviation)

"""Statistics of random games: rounds, endings, revolts."""

import numpy as np
import pytest

from kschwert_env.engine.records import game_stats
from kschwert_env.krone_schwert import Rules, StatsCollector
from kschwert_env.krone_schwert.game_stats import OUTCOMES, Ending
from kschwert_env.krone_schwert.kernel.components import Card
from tests.helpers.by_hand import play_by_hand
from tests.krone_schwert.scenes import Scene

pytestmark = pytest.mark.needs_jit


def test_every_revolt_is_counted_once() -> None:
    sample = StatsCollector(Rules(3), 60, seed=5).play()
    led = [game.actions.get("revolt", 0) for game in play_by_hand(Rules(3), 5, each=[1] * 60)]
    assert sum(led) > 0  # otherwise the test would be vacuous
    assert np.sum([sample.games[outcome] for outcome in OUTCOMES.values()], axis=0).tolist() == led


def test_endings_and_rounds() -> None:
    capped = StatsCollector(Rules(2, max_rounds=2), 20, seed=1).play()
    assert (capped.games["ending"] == Ending.ROUND_CAP).all()
    assert (capped.games["rounds"] == 2).all()
    full = StatsCollector(Rules(2), 20, seed=1).play()
    assert set(full.games["ending"].tolist()) <= {Ending.FULL_BOARD, Ending.GAME_END_DRAWN}
    assert full.endings == ("game_end_drawn", "full_board", "round_cap")


def test_truncated_games_are_counted_separately() -> None:
    """Games without their own counts are included."""
    rules = Rules(2, max_rounds=27)
    sample = game_stats.StatsCollector(rules, 40, seed=1).play()
    cut_off = [game.truncated for game in play_by_hand(rules, 1, each=[1] * 40)]
    assert set(cut_off) == {False, True}  # otherwise the test would be vacuous
    assert sample.games["ending"].tolist() == cut_off


def test_endings_are_classified_by_the_last_state() -> None:
    final = np.zeros(3, Rules(2).state_dtype)
    final["truncated"] = 1, 0, 0
    final["discard_pile"][1, Card.GAME_END] = 1
    assert StatsCollector.classify_endings(final).tolist() == [
        Ending.ROUND_CAP,
        Ending.GAME_END_DRAWN,
        Ending.FULL_BOARD,
    ]


def test_revolt_results_are_counted_by_the_last_revolt() -> None:
    """P3: after the last `done` the leader wins (R10), or the king wins (R9), or the revolt is called off (R5)."""
    games = []
    for swords, cards in ((0, []), (11, ["leader_3", "leader_4"]), (11, ["truce"])):  # five people cards come up
        scene = Scene(2).king(1).realm(0).people(crowns=11, swords=swords).hand(1, **dict.fromkeys(cards, 1))
        play = scene.play().do("revolt").lay()
        for card in cards:
            play.do("lay", card=card)
        games.append(play.game)
    tally_of_three = StatsCollector(games[0].rules, 3, seed=1)
    batch = tally_of_three.batch
    states, masks = np.array([game.state for game in games]), np.array([game.legal_mask() for game in games])
    batch.restore({**batch.snapshot(), "states": states, "masks": masks})
    tally_of_three.step()
    noted = [tally_of_three.running[name].tolist() for name in OUTCOMES.values()]
    assert list(OUTCOMES.values()) == ["revolts_won_by_leader", "revolts_won_by_king", "revolts_called_off"]
    assert noted == np.eye(3, dtype=int).tolist()

"""Statistics of games: rounds, endings, revolts."""

from enum import IntEnum
from typing import ClassVar

import numpy as np

from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.records import game_stats
from kschwert_env.engine.text.phrases import names_of
from kschwert_env.krone_schwert.kernel.components import NOBODY, Card, Result

OUTCOMES = {
    Result.LEADER: "revolts_won_by_leader",
    Result.KING: "revolts_won_by_king",
    Result.TRUCE: "revolts_called_off",
}


class Ending(IntEnum):
    """Ending of a game (E2, E3, E6)."""

    GAME_END_DRAWN = 0
    FULL_BOARD = 1
    ROUND_CAP = 2


class StatsCollector(game_stats.StatsCollector[GameRules]):
    """Statistics of games of Krone & Schwert, played in a batch."""

    counts: ClassVar[tuple[str, ...]] = ("decisions", "rounds", *OUTCOMES.values())
    endings: ClassVar[tuple[str, ...]] = names_of(Ending)

    def step(self) -> np.ndarray:
        """Make one decision in every game; return the indices of games that ended."""
        states = self.batch.states
        revolting = np.flatnonzero(states["leader"] != NOBODY)
        ended = super().step()
        after = states[revolting]
        cut_short = np.isin(revolting, ended)  # the cap ended the game when the revolt was settled
        after[cut_short] = self.batch.final_states[revolting[cut_short]]
        settled = after["leader"] == NOBODY
        for result, outcome in OUTCOMES.items():
            self.running[outcome][revolting[settled & (after["last_result"] == result)]] += 1
        final = self.batch.final_states[ended]
        self.running["rounds"][ended] = final["turn"] // self.rules.num_players + 1
        return ended

    @staticmethod
    def classify_endings(final: np.ndarray) -> np.ndarray:
        """Return the `Ending` of each game, given final states."""
        drawn = final["discard_pile"][:, Card.GAME_END] > 0
        return np.select([final["truncated"] > 0, drawn], [Ending.ROUND_CAP, Ending.GAME_END_DRAWN], Ending.FULL_BOARD)

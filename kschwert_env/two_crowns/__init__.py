"""Two Crowns (Hoek, van der Zande and Bos, Quantum Magic) for 2 players."""

from typing import TYPE_CHECKING

from kschwert_env.engine.contract.actions import Action, IllegalAction
from kschwert_env.engine.io.edition import EditionError
from kschwert_env.registration import import_on_use
from kschwert_env.two_crowns.game import Game
from kschwert_env.two_crowns.rules import Rules

if TYPE_CHECKING:
    from kschwert_env.engine.records.game_stats import StatsCollector
    from kschwert_env.engine.simulation.batch import Batch

__getattr__ = import_on_use(
    __name__, Batch="kschwert_env.engine.simulation.batch", StatsCollector="kschwert_env.engine.records.game_stats"
)

__all__ = ["Action", "Batch", "EditionError", "Game", "IllegalAction", "Rules", "StatsCollector"]

"""Krone & Schwert (Wrede, 2002) for 2 to 5 players."""

from typing import TYPE_CHECKING

from kschwert_env.engine.contract.actions import Action, IllegalAction
from kschwert_env.engine.io.edition import EditionError
from kschwert_env.krone_schwert.game import Game
from kschwert_env.krone_schwert.rules import Rules
from kschwert_env.registration import import_on_use

if TYPE_CHECKING:
    from kschwert_env.engine.simulation.batch import Batch
    from kschwert_env.krone_schwert.game_stats import StatsCollector

__getattr__ = import_on_use(
    __name__, Batch="kschwert_env.engine.simulation.batch", StatsCollector="kschwert_env.krone_schwert.game_stats"
)

__all__ = ["Action", "Batch", "EditionError", "Game", "IllegalAction", "Rules", "StatsCollector"]

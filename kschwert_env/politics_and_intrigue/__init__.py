"""Politics & Intrigue (Klaus Teuber, 1999) with the card game for 2 players that it extends."""

from typing import TYPE_CHECKING

from kschwert_env.engine.contract.actions import IllegalAction
from kschwert_env.engine.io.edition import EditionError
from kschwert_env.politics_and_intrigue.game import Game
from kschwert_env.politics_and_intrigue.kernel.actions import Action
from kschwert_env.politics_and_intrigue.rules import Rules
from kschwert_env.registration import import_on_use

if TYPE_CHECKING:
    from kschwert_env.engine.records.game_stats import StatsCollector
    from kschwert_env.engine.simulation.batch import Batch

__getattr__ = import_on_use(
    __name__, Batch="kschwert_env.engine.simulation.batch", StatsCollector="kschwert_env.engine.records.game_stats"
)

__all__ = ["Action", "Batch", "EditionError", "Game", "IllegalAction", "Rules", "StatsCollector"]

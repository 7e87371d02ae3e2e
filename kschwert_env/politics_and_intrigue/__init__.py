"""Politics & Intrigue (Klaus Teuber, 1999) with the card game for 2 players that it extends."""

from kschwert_env.engine.contract.actions import IllegalAction
from kschwert_env.engine.io.edition import EditionError
from kschwert_env.engine.records.game_stats import StatsCollector
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.politics_and_intrigue.game import Game
from kschwert_env.politics_and_intrigue.kernel.actions import Action
from kschwert_env.politics_and_intrigue.rules import Rules

__all__ = ["Action", "Batch", "EditionError", "Game", "IllegalAction", "Rules", "StatsCollector"]

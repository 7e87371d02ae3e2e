"""Two Crowns (Hoek, van der Zande and Bos, Quantum Magic) for 2 players."""

from kschwert_env.engine.contract.actions import Action, IllegalAction
from kschwert_env.engine.io.edition import EditionError
from kschwert_env.engine.records.game_stats import StatsCollector
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.two_crowns.game import Game
from kschwert_env.two_crowns.rules import Rules

__all__ = ["Action", "Batch", "EditionError", "Game", "IllegalAction", "Rules", "StatsCollector"]

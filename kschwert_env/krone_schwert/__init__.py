"""Krone & Schwert (Wrede, 2002) for 2 to 5 players."""

from kschwert_env.engine.contract.actions import Action, IllegalAction
from kschwert_env.engine.io.edition import EditionError
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.krone_schwert.game import Game
from kschwert_env.krone_schwert.game_stats import StatsCollector
from kschwert_env.krone_schwert.rules import Rules

__all__ = ["Action", "Batch", "EditionError", "Game", "IllegalAction", "Rules", "StatsCollector"]

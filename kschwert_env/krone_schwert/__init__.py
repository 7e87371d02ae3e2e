"""Krone & Schwert (Wrede, 2002) for 2 to 5 players."""

from kschwert_env.engine.contract.actions import Action, IllegalAction
from kschwert_env.engine.io.edition import EditionError
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.krone_schwert.game import Game
from kschwert_env.krone_schwert.game_stats import StatsCollector
from kschwert_env.krone_schwert.rules import Rules

KINDS = (*(Rules(players) for players in (2, 3, 4)), Rules(4, fewer_parts=True), Rules(5), Rules(5, fewer_parts=True))
"""Rules that cover every record kind of the bundled editions."""

__all__ = ["KINDS", "Action", "Batch", "EditionError", "Game", "IllegalAction", "Rules", "StatsCollector"]

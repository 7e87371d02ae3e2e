"""Krone & Schwert (Wrede, 2002) for 2 to 5 players."""

from kschwert_env.engine.actions import Action, IllegalAction
from kschwert_env.engine.batch import Batch
from kschwert_env.krone_schwert.edition import EditionError
from kschwert_env.krone_schwert.game import Game
from kschwert_env.krone_schwert.rules import Rules
from kschwert_env.krone_schwert.tally import Tally

__all__ = ["Action", "Batch", "EditionError", "Game", "IllegalAction", "Rules", "Tally"]

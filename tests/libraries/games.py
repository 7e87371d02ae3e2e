"""Rules of every game, with the fewest players."""

from kschwert_env import GAMES
from kschwert_env.importing import import_game

EVERY_GAME = [import_game(game).Rules() for game in GAMES]

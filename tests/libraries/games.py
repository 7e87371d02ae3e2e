"""Rules of every game, with the fewest players."""

from kschwert_env import GAMES
from kschwert_env.importing import find_game

EVERY_GAME = [find_game(game)() for game in GAMES]

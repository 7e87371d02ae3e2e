"""Rules of every game, with the fewest players."""

from importlib import import_module

from kschwert_env import GAMES

EVERY_GAME = [import_module(f"kschwert_env.{game}").Rules() for game in GAMES]

"""Titles of games, as people read them."""

import inspect
import re
from functools import cache
from importlib import import_module


@cache
def game_title(package: str) -> str:
    """Return the title of a game, such as "Two Crowns", from the docstring of its package."""
    words = inspect.getdoc(import_module(f"kschwert_env.{package}")) or package
    return re.split(r" \(| for |\.", words)[0]

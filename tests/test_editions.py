"""Editions that are no editions of any game."""

import re
from importlib import import_module

import pytest

from kschwert_env import GAMES
from kschwert_env.engine.edition import EditionError
from kschwert_env.engine.text import brief
from tests.editions import smallest


@pytest.mark.parametrize("name", ["standart", "/no/such/file.toml", "", "/dev/zero", "a\0b", "x" * 5000])
@pytest.mark.parametrize("game", GAMES)
def test_an_unknown_edition_is_named(game: str, name: str) -> None:
    message = f"edition {brief(name)} is neither a known edition (standard) nor a readable file"
    with pytest.raises(EditionError, match=re.escape(message)):
        smallest(import_module(f"kschwert_env.{game}").Rules, name)

"""Fixtures for the tests of all adapters."""

from importlib import import_module
from types import ModuleType
from typing import NamedTuple

import pytest

import kschwert_env


class Table(NamedTuple):
    """A game with a number of players."""

    package: ModuleType
    players: int

    @property
    def name(self) -> str:
        """The id of the game in Gymnasium's registry."""
        return kschwert_env.gymnasium_id(self.package.Rules.package)

    def __str__(self) -> str:
        return f"{self.package.Rules.package}-{self.players}"


PACKAGES = [import_module(f"kschwert_env.{game}") for game in kschwert_env.GAMES]
TABLES = [Table(package, players) for package in PACKAGES for players in package.Rules.player_counts]


@pytest.fixture(params=TABLES, ids=str)
def table(request: pytest.FixtureRequest) -> Table:
    """Every game with every number of players."""
    result: Table = request.param
    return result

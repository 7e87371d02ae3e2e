"""Fixtures for the tests of all adapters."""

from importlib import import_module
from types import ModuleType

import pytest

import kschwert_env


@pytest.fixture(params=kschwert_env.GAMES)
def package(request: pytest.FixtureRequest) -> ModuleType:
    """The package of every game."""
    return import_module(f"kschwert_env.{request.param}")


@pytest.fixture
def name(package: ModuleType) -> str:
    """The game's name in Gymnasium's registry."""
    title = "".join(word.title() for word in package.__name__.split(".")[-1].split("_"))
    return f"kschwert_env/{title}-v0"

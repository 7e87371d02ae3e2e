"""Shimmy, over the OpenSpiel adapter."""

from tests.libraries.pages import run_section


def test_a_game_with_options_is_played() -> None:
    env = run_section("libraries.md", "Shimmy")["env"]
    assert env._env.get_parameters()["cap"] == 3
    env.reset(seed=2)
    assert env._env.get_parameters()["cap"] == 3


def test_a_loaded_game_loses_its_options() -> None:
    """The reason for the advice on the page."""
    names = run_section("libraries.md", "Shimmy")
    env = names["OpenSpielCompatibilityV0"](env=names["env"]._env)
    env.reset(seed=1)
    assert "cap" not in env._env.get_parameters()

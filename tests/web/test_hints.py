"""Hints over the connection: reasons in words, and never more than the seat knows."""

import pytest

from kschwert_env import GAMES
from kschwert_env.web.sessions import analyst
from tests.web.client import ME, Client, agent


@pytest.fixture(autouse=True)
def few_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint after few simulations."""
    monkeypatch.setattr(analyst, "HINT_SIMS", 16)


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_has_chances_the_runner_up_and_reasons(client: Client, game: str) -> None:
    with client.sits(game, [ME, agent("greedy")], analysis=True, seed=4) as seat:
        seat.wait_for_turn()
        hint = seat.ask("hint")
        assert hint["type"] == "hint", hint
        assert hint["words"] in {action["words"] for action in seat.state["actions"]}
        assert "chances to win" in hint["lines"][0]
        assert hint["lines"][1].startswith(("Next best: ", "About as good: "))

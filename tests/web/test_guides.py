"""Guided openings: their decisions are legal, and lead to the positions that their texts describe."""

import json
from typing import Any

import numpy as np
import pytest

from kschwert_env import GAMES
from kschwert_env.engine.game import Game, game_type
from kschwert_env.engine.rng import derived_seeds
from kschwert_env.web.agent_factory import decide
from kschwert_env.web.guides import Guide, guide_of
from kschwert_env.web.table_config import package
from tests.web.client import Client

LEARNER = 0


def opening(game: str) -> tuple[Guide, Game[Any]]:
    """Play the guided opening of a game, as its table does; return the position at its end."""
    guide = guide_of(game)
    rules = package(game).Rules(num_players=guide.seats)
    played = game_type(rules)(rules, guide.seed)
    own = [(step, action) for step in guide.steps for action in step.actions]
    for number in range(1000):
        if played.player == LEARNER:
            if not own:
                break
            step, action = own.pop(0)
            assert action in played.legal_actions(), f"{step.title}: {rules.actions.decode(action)}"
        else:
            seed = int(derived_seeds(np.array([guide.seed]), np.array([number]))[0])
            action = decide(rules, guide.opponent, played.state.reshape(1), seed)
        played.step(action)
    assert not own
    return guide, played


@pytest.mark.parametrize("game", GAMES)
def test_a_guide_has_three_sentences_and_8_to_12_steps(game: str) -> None:
    guide = guide_of(game)
    assert len(guide.about) == 3
    assert "minutes" in guide.about[-1]
    assert 8 <= len(guide.steps) <= 12
    assert not guide.steps[0].actions, "the first step is read before anything is decided"
    assert not guide.steps[-1].actions, "the last step hands the game over"


@pytest.mark.needs_jit
def test_the_opening_of_two_crowns_is_as_told() -> None:
    assert opening("two_crowns")[1].position()["castles"] == [20, 11]


@pytest.mark.needs_jit
def test_the_opening_of_krone_schwert_is_as_told() -> None:
    position = opening("krone_schwert")[1].position()
    assert (position["king"], position["scores"]) == (LEARNER, [2, 0])
    assert position["owner"][9] == position["owner"][18] == position["owner"][38] == LEARNER


@pytest.mark.needs_jit
def test_the_opening_of_politics_and_intrigue_is_as_told() -> None:
    game = opening("politics_and_intrigue")[1]
    assert game.scores.tolist() == [3, 2]
    assert game.phase == "roll"


@pytest.mark.parametrize("game", GAMES)
def test_the_server_offers_guides(client: Client, game: str) -> None:
    status, _, body = client.ask("GET", f"/api/openings/{game}")
    assert status == 200
    assert len(json.loads(body)["steps"]) == len(guide_of(game).steps)
    assert client.ask("GET", "/api/openings/chess")[0] == 404
    games = {entry["name"]: entry for entry in json.loads(client.ask("GET", "/api/games")[2])}
    assert games[game]["about"] == list(guide_of(game).about)

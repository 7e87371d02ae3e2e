"""Guided openings: their decisions are legal, and lead to the positions that their texts describe."""

import json
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from kschwert_env import GAMES
from kschwert_env.engine.compiled.rng import derived_seeds
from kschwert_env.engine.simulation.game import Game, game_type
from kschwert_env.engine.text.phrases import card_name
from kschwert_env.importing import find_game
from kschwert_env.requests.agents import decide
from kschwert_env.web.lobby.guides import Step, guide_of
from tests.web.client import Client

LEARNER, OPPONENT = 0, 1


def decisions(game: str) -> Iterator[tuple[Step | None, int, Game[Any]]]:
    """Play the guided opening of a game, as its table does.

    Yields each own decision with its step and the game before it; at the end None, 0 and the game.
    """
    guide = guide_of(game)
    rules = find_game(game)(num_players=guide.seats)
    played = game_type(rules)(rules, guide.seed)
    own = [(step, action) for step in guide.steps for action in step.actions]
    for number in range(1000):
        if played.player == LEARNER:
            if not own:
                break
            step, action = own.pop(0)
            assert action in played.legal_actions(), f"{step.title}: {rules.actions.decode(action)}"
            yield step, action, played
        else:
            seed = int(derived_seeds(np.array([guide.seed]), np.array([number]))[0])
            action = decide(rules, guide.opponent, played.state.reshape(1), seed)
        played.step(action)
    assert not own
    yield None, 0, played


def end_of(game: str) -> Game[Any]:
    """Return the game at the end of its guided opening."""
    *_, (_, _, played) = decisions(game)
    return played


@pytest.mark.parametrize("game", GAMES)
def test_a_guide_has_three_sentences_and_8_to_20_steps(game: str) -> None:
    guide = guide_of(game)
    assert len(guide.about) == 3
    assert "minutes" in guide.about[-1]
    assert 8 <= len(guide.steps) <= 20
    assert not guide.steps[0].actions, "the first step is read before anything is decided"
    assert not guide.steps[-1].actions, "the last step hands the game over"


@pytest.mark.needs_jit
@pytest.mark.parametrize("game", GAMES)
def test_steps_name_what_they_ask_for(game: str) -> None:
    """Each card by its name; what is to be touched is in the picture."""
    for step, action, played in decisions(game):
        if step is None:
            return
        done = played.rules.actions.decode(action)
        if done.card is not None:
            assert card_name(done.card).split()[0] in f"{step.title} {step.text}".lower(), step.title
        target = played.rules.target(done, played.position())
        assert target is None or f'data-target="{target}"' in played.svg(LEARNER), step.title


@pytest.mark.needs_jit
def test_steps_of_krone_schwert_name_the_terrain_of_their_fields() -> None:
    for step, action, played in decisions("krone_schwert"):
        field = played.rules.actions.decode(action).field
        if step is not None and field is not None:
            named = set(re.findall("plain|mountain|forest", step.text))
            assert named == {played.position()["fields"][field]["terrain"]}, step.title


@pytest.mark.needs_jit
def test_the_opening_of_two_crowns_is_as_told() -> None:
    assert end_of("two_crowns").position()["castles"] == [20, 11]


@pytest.mark.needs_jit
def test_the_opening_of_krone_schwert_is_as_told() -> None:
    """Events are told after they have happened: the attack succeeds, and the revolt of the opponent ends in a tie."""
    before: dict[str, Any] = {}  # the position in which a step begins
    for step, _, game in decisions("krone_schwert"):
        before.setdefault(step.title if step else "", game.position())
    assert (before["Attack!"]["owner"][28], before["Captured"]["owner"][28]) == (OPPONENT, LEARNER)
    attack, settled = before["Attack!"], before["The crown stays"]
    castles = [building["fields"][0] for building in attack["buildings"] if building["kind"] == "castle"]
    assert [attack["owner"][field] for field in castles].count(OPPONENT) == 1
    assert before["A revolt"]["revolt"]["leader"] == OPPONENT
    revealed = settled["last_revolt"]
    assert (revealed["open_swords"], revealed["laid"][OPPONENT], revealed["result"]) == (5, {}, "king")
    end = end_of("krone_schwert").position()
    assert (end["king"], end["scores"]) == (LEARNER, [5, 0])
    assert end["owner"][9] == end["owner"][14] == end["owner"][18] == end["owner"][33] == LEARNER


@pytest.mark.needs_jit
def test_the_opening_of_politics_and_intrigue_is_as_told() -> None:
    game = end_of("politics_and_intrigue")
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

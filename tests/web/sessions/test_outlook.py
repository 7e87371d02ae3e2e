"""Consequences of an action beyond another one, until the next turn of its seat, and their words."""

import numpy as np
import pytest

from kschwert_env.importing import find_game
from kschwert_env.krone_schwert import Game, Rules
from kschwert_env.requests.agents import decide
from kschwert_env.web.sessions.hints import outlook_line
from kschwert_env.web.workers.outlook import compare_outlooks
from tests.helpers.cases import ONE_EACH, Case
from tests.web.sessions.test_secrets import events


@pytest.mark.needs_jit
def test_a_drawn_card_is_there_at_the_next_turn() -> None:
    """Compare an action with itself, and two actions in both orders."""
    rules = Rules(2)
    game = Game(rules, 3)
    for seed in range(1000):
        if seed >= 120 and {"draw", "end_turn"} <= set(_kinds(game)):
            break
        game.step(decide(rules, "heuristic", game.state, seed))
    by_kind = {kind: int(action) for kind, action in zip(_kinds(game), game.legal_actions(), strict=True)}
    draw, end, state = by_kind["draw"], by_kind["end_turn"], game.state.reshape(1)
    assert compare_outlooks(rules, state, draw, draw, 0) == []
    gained = {each["name"]: each["own"] for each in compare_outlooks(rules, state, draw, end, 0)}
    lost = {each["name"]: each["own"] for each in compare_outlooks(rules, state, end, draw, 0)}
    assert gained["cards"] > 0.5
    assert lost["cards"] == pytest.approx(-gained["cards"])


def _kinds(game: Game) -> list[str]:
    return [game.rules.actions.decode(int(action)).kind for action in game.legal_actions()]


@pytest.mark.needs_jit
@pytest.mark.parametrize("case", ONE_EACH, ids=str)
def test_an_outlook_depends_on_nothing_that_the_seat_does_not_know(case: Case) -> None:
    for game in events(case, 3, 30)[-2:]:
        first, last = int(game.legal_actions()[0]), int(game.legal_actions()[-1])
        assert game.player is not None
        known = game.resample(game.player, 0)
        other = game.resample(game.player, 77).resample(game.player, 0)
        found = [compare_outlooks(case.rules, each.state.reshape(1), first, last, 0) for each in (known, other)]
        assert found[0] == found[1]


@pytest.mark.parametrize("case", ONE_EACH, ids=str)
def test_every_game_says_what_a_seat_has(case: Case) -> None:
    position = case.game(case.rules, 3).position()
    for seat in range(case.rules.num_players):
        assets = find_game(case.rules.package).text_module().assets(position, seat)
        assert {"points", "cards"} <= assets.keys()
        assert all(value >= 0 and np.issubdtype(type(value), np.integer) for value in assets.values())


def test_an_outlook_in_words() -> None:
    differences = [
        {"name": "points", "own": 1.0, "others": -0.4},
        {"name": "fields", "own": -2.04, "others": 0.0},
        {"name": "the crown", "own": 0.25, "others": 0.0},
    ]
    own = "you have 1 more point, 2 fewer fields and the crown in 25 more of 100 games"
    line = f"By your next turn, against “End the turn”: {own}; Easy has 0.4 fewer points."
    assert outlook_line(differences, "End the turn", "Easy has") == [line]
    assert outlook_line([], "End the turn", "Easy has") == []

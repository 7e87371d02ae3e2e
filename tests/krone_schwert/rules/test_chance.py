"""Chance events outcome by outcome: the compiled rules draw nothing else, and each outcome as often as it is listed."""

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from kschwert_env.engine.compiled.rng import derived_seeds
from kschwert_env.krone_schwert import Game, Rules
from tests.helpers.editions import written
from tests.krone_schwert.conftest import STANDARD

FOLDER = Path(__file__).parents[3] / "training" / "ground_truth"


def rules_of(players: int, folder: Path) -> Rules:
    """Return the rules of a last turn, with people cards of both kinds that remain face down."""
    text = (FOLDER / f"last_turn_{players}.toml").read_text()
    text = re.sub(r"crowns = \d+\nswords = \d+", "crowns = 4\nswords = 3", text)
    return Rules(players, written(folder, text), shuffle_parts=False, max_rounds=2)


def key(state: np.void) -> bytes:
    return state.tobytes()


def test_listed_deals_are_those_that_occur(tmp_path: Path) -> None:
    """Also as often, within five standard errors."""
    rules = rules_of(2, tmp_path)
    blank, games = rules.board["blank"][0], 2000
    (draw,) = rules.chance.draws(blank, Game(rules).state)  # type: ignore[union-attr]
    dealt = Counter(key(Game(rules, seed).state) for seed in range(games))
    total = sum(outcome.weight for outcome in draw)
    listed = {}
    for outcome in draw:
        states = np.array([blank])
        outcome.write(states)
        listed[key(states[0])] = outcome.weight / total
    assert set(dealt) <= set(listed)
    for state, chance in listed.items():
        assert abs(dealt[state] - games * chance) < 5 * (games * chance * (1 - chance)) ** 0.5 + 1


@pytest.mark.parametrize("players", [2, 3])
def test_every_step_leads_to_a_listed_outcome(players: int, tmp_path: Path) -> None:
    """From a position, the same action with other random streams leads to other outcomes of the same draw."""
    rules, drawn = rules_of(players, tmp_path), Counter[str]()
    assert rules.chance is not None
    for seed in range(60):
        game, choose = Game(rules, seed), np.random.default_rng(seed)
        while not game.is_over:
            before, action = game.state, int(choose.choice(game.legal_actions()))
            kind = rules.actions.decode(action).kind
            game.step(action)
            draws = rules.chance.draws(before, game.state)
            if not draws:
                for other in derived_seeds(np.full(3, seed), np.arange(3)):
                    again = Game.from_state(rules, before, int(other))
                    again.step(action)
                    assert key(again.state) == key(game.state)
                continue
            drawn[kind] += 1
            states = [np.array([game.state]) for _ in draws[0]]
            for outcome, state in zip(draws[0], states, strict=True):
                outcome.write(state)
            assert key(game.state) in {key(state[0]) for state in states}
            assert len({outcome.label for outcome in draws[0]}) == len(draws[0])
    assert drawn["draw"] > 0
    assert drawn["done"] > 0


def test_too_many_deals_and_shuffled_parts_are_not_enumerated() -> None:
    assert Rules(2).chance is None
    assert Rules(2, shuffle_parts=False).chance is None


def test_games_begin_at_the_start(tmp_path: Path) -> None:
    game = Game(rules_of(3, tmp_path), 5)
    assert (game.phase, game.player, game.turn_player) == ("action", 0, 0)
    position = game.position()
    assert (position["turn"], position["king"], position["action_points"]) == (5, 1, 1)
    assert [position["owner"].count(seat) for seat in range(3)] == [2, 2, 4]
    assert Game.from_position(position).position() == position
    assert "revolt" in {game.rules.actions.decode(action).kind for action in game.legal_actions()}


START = """
[starts.2]
turn = 2
action_points = 3
king = 1
scores = [0, 0]
fields = [[0, 1], [21, 20]]
castles = [0, 21]
small_cities = [1, 20]
large_cities = []
cathedrals = []
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("king = 1", "king = 2", r"starts.2.king: 2 is wrong; it must be an integer from -1 to 1"),
        ("king = 1", "king = -1", "seat 0 has a castle and a city, so there is a king"),
        ("castles = [0, 21]", "castles = [0, 20]", "starts.2 is wrong"),
        ("[21, 20]]", "[1, 20]]", "a number from 0 to 47, in one list only"),
        ("scores = [0, 0]", "scores = [0]", "a list of 2 of integers"),
        ("large_cities = []", "large_cities = [[0, 1]]", "an octagon and a square beside it"),
        ("cathedrals = []", "cathedrals = [5]", "the octagon of one of large_cities"),
        ("[starts.2]", "[starts.9]", "unknown key; expected 2, 3, 4, 5"),
    ],
)
def test_wrong_starts_are_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in START
    Rules(2, written(tmp_path, STANDARD + START), shuffle_parts=False)
    with pytest.raises(ValueError, match=message):
        Rules(2, written(tmp_path, STANDARD + START.replace(old, new)), shuffle_parts=False)


@pytest.mark.parametrize(("option", "value"), [("shuffle_parts", True), ("start_player", "random"), ("max_rounds", 1)])
def test_options_that_contradict_a_start_are_refused(tmp_path: Path, option: str, value: object) -> None:
    options = {"shuffle_parts": False, option: value}
    with pytest.raises(ValueError, match=option):
        Rules(2, written(tmp_path, STANDARD + START), **options)  # type: ignore[arg-type]

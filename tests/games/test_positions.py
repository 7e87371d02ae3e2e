"""Positions and saved games of every game: damaged, forged and invalid input is refused by ValueError."""

import copy
import json
import random
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kschwert_env import GAMES
from tests.fuzz.reachable import check_playable
from tests.helpers.mutants import Mutants
from tests.helpers.positions import Reached, changed, put

PATIENT = settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
STRANGE: list[Any] = [None, True, -1, 0, 1, 2, 7, 10**30, "", "over", [], {}, [{}, {}], 0.5]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 300) | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=4,
)


def _of(game: str) -> Reached:
    reached: Reached = import_module(f"tests.{game}.positions").REACHED
    return reached


def _marks(reached: Reached) -> list[pytest.MarkDecorator]:
    return [pytest.mark.needs_jit] if reached.slow else []


@cache
def mutants_of(game: str) -> Mutants:
    reached = _of(game)
    return Mutants(reached, [reached.reach(name) for name in reached.moments])


every_game = pytest.mark.parametrize("reached", [pytest.param(_of(g), marks=_marks(_of(g)), id=g) for g in GAMES])
every_moment = pytest.mark.parametrize(
    ("reached", "moment"),
    [pytest.param(_of(g), m, marks=_marks(_of(g)), id=f"{g}-{m}") for g in GAMES for m in _of(g).moments],
)


@every_moment
def test_a_position_survives_json(reached: Reached, moment: str) -> None:
    game = reached.game.from_position(json.loads(json.dumps(reached.reach(moment))))
    assert game.phase == reached.moments[moment]
    assert game.position() == reached.reach(moment)


@every_game
@settings(PATIENT, max_examples=300)
@given(data=st.data())
def test_any_change_raises_only_valueerror(reached: Reached, data: st.DataObject) -> None:
    """Replace one value by anything: the result is refused, or survives a round trip and can be played to the end."""
    position = copy.deepcopy(reached.reach(data.draw(st.sampled_from(sorted(reached.moments)))))
    inner: Any = position
    while True:
        key = data.draw(st.sampled_from(sorted(inner) if isinstance(inner, dict) else range(len(inner))))
        if not (isinstance(inner[key], (dict, list)) and inner[key] and data.draw(st.integers(0, 3))):
            break
        inner = inner[key]
    inner[key] = data.draw(st.sampled_from([*STRANGE, *reached.strange]) | JSON)
    try:
        game = reached.game.from_position(position)
    except ValueError:
        return
    choose = random.Random(0)
    assert reached.game.from_position(game.position()) == game
    while not game.is_over:
        game.step(choose.choice(game.legal_actions()))
    assert reached.game.from_position(game.position()) == game


@every_moment
def test_a_position_with_one_value_exchanged_is_refused_or_plays_on(reached: Reached, moment: str) -> None:
    """Key by key. What is derived is put right, so that only the value itself can be wrong."""
    mutants, rng, accepted = mutants_of(reached.game.rules_type.package), np.random.default_rng(7), 0
    changes = mutants.changes(reached.reach(moment), 3)
    for i in rng.permutation(len(changes))[:25]:
        mutant = mutants.changed(reached.reach(moment), changes[i])
        try:
            game = reached.game.from_position(mutant)
        except ValueError:
            continue
        accepted += 1
        assert game.position() == mutant
        check_playable(game, rng, 200 if accepted == 1 else 3)


@every_game
@pytest.mark.parametrize("given", [None, [], "x", {}, {"rules": 3}, {"rules": {"num_players": 3}}, {1: 2}, object()])
def test_invalid_positions_are_refused(reached: Reached, given: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        reached.game.from_position(given)


@every_game
def test_every_option_of_the_rules_is_named(reached: Reached) -> None:
    position = reached.reach(next(iter(reached.moments)))
    for name in position["rules"]:
        fewer = {key: value for key, value in position["rules"].items() if key != name}
        with pytest.raises(ValueError, match=f"rules.{name} is missing|{name}"):
            reached.game.from_position({**position, "rules": fewer})
        if name != reached.game.rules_type.cap_option:
            continue
        with pytest.raises(ValueError, match=f"rules.{name} is missing"):
            reached.game.from_position({**position, "rules": {**fewer, "cap": position["rules"][name]}})


@every_game
def test_values_outside_json_are_refused(reached: Reached) -> None:
    position = reached.reach(next(iter(reached.moments)))
    for key in position:
        for value in ({1, 2}, (1, 2), 1.5j, b"x"):
            with pytest.raises(ValueError, match="plain dicts"):
                reached.game.from_position(changed(position, put(key, value)))


@every_game
@PATIENT
@given(data=st.data())
def test_damaged_bytes_are_refused(reached: Reached, data: st.DataObject) -> None:
    game = reached.game.from_position(reached.reach(data.draw(st.sampled_from(sorted(reached.moments)))))
    saved = bytearray(game.to_bytes())
    if data.draw(st.booleans()):
        del saved[data.draw(st.integers(0, len(saved) - 1)) :]
    else:
        saved[data.draw(st.integers(0, len(saved) - 1))] ^= data.draw(st.integers(1, 255))
    with pytest.raises(ValueError, match=r"saved|damaged"):
        reached.game.from_bytes(game.rules, bytes(saved))


@every_game
@PATIENT
@given(data=st.data())
def test_forged_bytes_are_refused(reached: Reached, data: st.DataObject) -> None:
    """A record with a matching digest is still validated like a position."""
    forged = reached.game.from_position(reached.reach(data.draw(st.sampled_from(sorted(reached.moments)))))
    view = forged._states.view("u1")
    view[data.draw(st.integers(0, len(view) - 1))] ^= data.draw(st.integers(1, 255))
    try:
        taken = reached.game.from_bytes(forged.rules, forged.to_bytes())
    except ValueError:
        return
    assert reached.game.from_position(taken.position()) == taken


@every_game
@pytest.mark.parametrize("given", [None, "x", b"", b"kschwert_env.1", 5])
def test_other_bytes_are_refused(reached: Reached, given: Any) -> None:
    rules = reached.game.from_position(reached.reach(next(iter(reached.moments)))).rules
    with pytest.raises(ValueError, match="a saved game of these rules has"):
        reached.game.from_bytes(rules, given)


@every_game
def test_bytes_of_other_rules_are_refused(reached: Reached) -> None:
    rules = reached.game.from_position(reached.reach(next(iter(reached.moments)))).rules
    others = type(rules).from_options({**rules.options(), "reward": "score"})
    with pytest.raises(ValueError, match="a game under other rules"):
        reached.game.from_bytes(rules, reached.game(others, 1).to_bytes())

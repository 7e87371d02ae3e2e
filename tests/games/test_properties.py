"""The contract that every game keeps, checked along random games."""

import json
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kschwert_env.engine.contract.actions import IllegalAction
from kschwert_env.engine.simulation.game import Game
from tests.helpers.cases import CASES, Case

SEEDS = st.integers(0, 2**63 - 1)
FEW = settings(max_examples=3, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def walk(case: Case, seed: int, every: int = 1) -> Iterator[Game[Any]]:
    """Yield a random game before the first decision, after every `every`-th decision, and at the end."""
    choose = random.Random(seed)
    game = case.game(case.rules, seed)
    for i in range(100_000):
        if game.is_over or i % every == 0:
            yield game
        if game.is_over:
            return
        game.step(choose.choice(game.legal_actions()))
    raise AssertionError("the game does not end")


@FEW
@given(case=st.sampled_from(CASES), seed=SEEDS)
def test_masks_and_lists_of_legal_actions_agree(case: Case, seed: int) -> None:
    for game in walk(case, seed):
        mask, actions = game.legal_mask(), game.legal_actions()
        assert mask.dtype == np.int8
        assert mask.shape == (case.rules.num_actions,)
        assert actions == [i for i in range(len(mask)) if mask[i] == 1] == sorted(actions)
        assert bool(actions) != game.is_over


@pytest.mark.parametrize("case", CASES, ids=str)
def test_illegal_actions_name_a_reason_and_change_nothing(case: Case) -> None:
    for game in walk(case, 1, every=23):
        before, legal = game.to_bytes(), set(game.legal_actions())
        for action in set(range(case.rules.num_actions)) - legal:
            with pytest.raises(IllegalAction, match=rf"action {action}, .*is illegal: \w+"):
                game.step(action)
        assert game.to_bytes() == before


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_reason_is_given_for_illegal_actions_only(case: Case) -> None:
    for game in walk(case, 2, every=7):
        legal = set(game.legal_actions())
        if game.is_over:
            return
        for action in range(case.rules.num_actions):
            assert (case.rules.explain(game.state, action) == "") == (action in legal)


@FEW
@given(case=st.sampled_from(CASES), seed=SEEDS)
def test_positions_make_the_round_trip_through_json_and_bytes(case: Case, seed: int) -> None:
    for game in walk(case, seed, every=3):
        position = game.position()
        assert json.loads(json.dumps(position)) == position
        again = case.game.from_position(position)
        assert again == game
        assert again.position() == position
        assert again.legal_actions() == game.legal_actions()
        assert case.game.from_bytes(case.rules, game.to_bytes()).to_bytes() == game.to_bytes()


@FEW
@given(case=st.sampled_from(CASES), seed=SEEDS)
def test_queries_do_not_use_the_random_stream(case: Case, seed: int) -> None:
    for game in walk(case, seed, every=13):
        before = game.to_bytes()
        for seat in range(case.rules.num_players):
            game.observe(seat)
            game.resample(seat, 5)
        game.position()
        game.copy()
        assert game.to_bytes() == before


@FEW
@given(case=st.sampled_from(CASES), seed=SEEDS)
def test_observations_keep_within_their_pieces(case: Case, seed: int) -> None:
    space = case.rules.observation
    for game in walk(case, seed, every=5):
        for seat in range(case.rules.num_players):
            seen = game.observe(seat)
            assert seen["observation"].dtype == seen["action_mask"].dtype == np.int8
            assert seen["observation"].shape == (space.size,)
            assert seen["action_mask"].any() == (seat == game.player)
            for name, values in space.split(seen["observation"]).items():
                piece = space.pieces[name]
                assert values.shape == piece.shape
                assert values.min() >= piece.low, name
                assert values.max() <= piece.high, name


def test_pieces_fill_the_observation_without_gaps(case: Case) -> None:
    at = 0
    for piece in case.rules.observation.pieces.values():
        assert piece.slice == slice(at, at + int(np.prod(piece.shape)))
        at = piece.slice.stop
    assert at == case.rules.observation.size


@FEW
@given(case=st.sampled_from(CASES), seed=SEEDS)
def test_resampling_keeps_the_view_of_the_seat(case: Case, seed: int) -> None:
    for game in walk(case, seed, every=4):
        for seat in range(case.rules.num_players):
            other = game.resample(seat, seed ^ 1)
            assert other.player == game.player
            assert other.observe(seat)["observation"].tobytes() == game.observe(seat)["observation"].tobytes()
            assert other.observe(seat)["action_mask"].tobytes() == game.observe(seat)["action_mask"].tobytes()
            assert case.game.from_position(other.position()) == other  # a reachable position


def test_resampling_does_not_depend_on_hidden_information(case: Case) -> None:
    for game in walk(case, 4, every=41):
        for seat in range(case.rules.num_players):
            other = game.resample(seat, 1)
            assert other.resample(seat, 2) == game.resample(seat, 2)


@FEW
@given(case=st.sampled_from(CASES), seed=SEEDS)
def test_returns_are_zero_sum_and_zero_until_the_end(case: Case, seed: int) -> None:
    for game in walk(case, seed, every=9):
        assert game.returns.shape == (case.rules.num_players,)
        assert abs(game.returns.sum()) < 1e-9
        assert game.is_over or not game.returns.any()


def test_a_finished_game_has_no_legal_actions(case: Case) -> None:
    *_, game = walk(case, 3)
    assert (game.player, game.phase, game.legal_actions()) == (None, "over", [])
    assert not game.legal_mask().any()
    assert not game.observe(0)["action_mask"].any()
    with pytest.raises(IllegalAction, match="the game is over"):
        game.step(0)


def test_the_same_seed_plays_the_same_game(case: Case) -> None:
    first, second, other = (list(walk(case, seed, every=1000))[-1].to_bytes() for seed in (5, 5, 6))
    assert first == second
    assert first != other


def test_every_action_encodes_back_and_has_a_unique_name(case: Case) -> None:
    actions = case.rules.actions
    names = {actions.describe(i) for i in range(len(actions))}
    assert len(names) == len(actions) == case.rules.num_actions
    assert [actions.encode(*actions.decode(i)) for i in range(len(actions))] == list(range(len(actions)))


def test_wrong_seats_and_seeds_are_named(case: Case) -> None:
    game = case.game(case.rules, 0)
    for seat in (-1, case.rules.num_players, 0.5, None, True):
        with pytest.raises(ValueError, match="seat must be an integer"):
            game.observe(seat)  # type: ignore[arg-type]
    for seed in (-1, 2**63, 0.5, None, True):
        with pytest.raises(ValueError, match="seed must be an integer"):
            case.game(case.rules, seed)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="seed must be an integer"):
            game.resample(0, seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("action", [None, "draw", 1.5, -1, 10**9, 2**70])
def test_invalid_actions_are_refused(case: Case, action: Any) -> None:
    game = case.game(case.rules, 0)
    with pytest.raises(IllegalAction, match="action must be an integer from 0 to"):
        game.step(action)
    assert game == case.game(case.rules, 0)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_map_is_described_to_networks(case: Case) -> None:
    """Neighbours are mutual; fields of actions are on the map; pieces by field have one entry per field."""
    rules = case.rules
    fields = len(rules.neighbours)
    beside = {(i, int(other)) for i, row in enumerate(rules.neighbours) for other in row if other >= 0}
    assert beside == {(other, i) for i, other in beside}
    assert bool(rules.observation.by_field) == bool(fields)
    for name in rules.observation.by_field:
        assert rules.observation.pieces[name].shape[-1] == fields
    actions = [rules.actions.decode(i) for i in range(rules.num_actions)]
    named = {place for action in actions for place in (action.field, action.partner) if place is not None}
    assert named == set(range(fields))

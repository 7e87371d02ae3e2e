"""Untrusted input breaks no game: it is refused, or has no effect."""

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from kschwert_env.engine.compiled.loops import RANDOM, WAIT
from kschwert_env.engine.contract.actions import IllegalAction, request_actions
from kschwert_env.engine.simulation import batch as batches
from kschwert_env.engine.simulation.batch import Batch
from tests.engine.unfinished_games import EACH, lasting, under_way
from tests.helpers.cases import CASES, SMALL, Case

# -- what is written into arrays that are handed out -------------------------------------------------------------


@EACH
@pytest.mark.parametrize("written", [1, 0, -7])
def test_masks_that_somebody_wrote_on_make_nothing_legal(case: Case, written: int) -> None:
    batch, twin = under_way(case), under_way(case)
    illegal = twin.masks.argmin(axis=1)
    batch.masks[:] = written
    batch.observations[:] = written
    batch.rewards[:] = written
    with pytest.raises(IllegalAction, match="game 0"):
        batch.step(illegal)
    with pytest.raises(IllegalAction, match="game 0"):
        batch.play(illegal)
    assert batch.random_actions().tolist() == twin.random_actions().tolist()
    batch.masks[:] = written
    batch.play(np.full(batch.size, RANDOM))
    twin.play(np.full(twin.size, RANDOM))
    assert batch.masks.tolist() == twin.masks.tolist()
    batch.masks[:] = written
    batch.rollout(50)
    twin.rollout(50)
    assert lasting(batch) == lasting(twin)
    assert batch.masks.tolist() == twin.masks.tolist()


def test_masks_keep_their_place_and_are_written_by_all_that_changes_them() -> None:
    batch = under_way(SMALL)
    masks, snapshot = batch.masks, batch.snapshot()
    for change in (lambda: batch.rollout(3), batch.reset, lambda: batch.restore(snapshot)):
        masks[:] = 9
        change()
        assert batch.masks is masks
        assert (masks == batch._masks).all()


@pytest.mark.parametrize("name", ["states", "streams", "final_states"])
def test_positions_can_be_looked_at_only(name: str) -> None:
    array = getattr(under_way(SMALL), name)
    with pytest.raises(ValueError, match="read-only"):
        array[:] = array[0]


@pytest.mark.parametrize(
    "name", ["states", "masks", "observations", "rewards", "terminated", "truncated", "final_states", "player"]
)
def test_no_other_array_can_be_put_in_the_place_of_one(name: str) -> None:
    batch = under_way(SMALL)
    with pytest.raises(AttributeError):
        setattr(batch, name, np.zeros(1))


def test_arrays_of_ones_own_are_written_from_then_on() -> None:
    batch, twin = under_way(SMALL), under_way(SMALL)
    own = {name: np.zeros_like(getattr(batch, name)) for name in ("masks", "observations", "rewards", "terminated")}
    batch.set_output_buffers(**own)
    for _ in range(2):
        assert all(getattr(batch, name) is array for name, array in own.items())
        assert all(array.tobytes() == getattr(twin, name).tobytes() for name, array in own.items())
        for side in (batch, twin):
            side.step(side.random_actions())


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("masks", np.zeros((5, 3), np.int8)),
        ("masks", np.zeros((5, SMALL.rules.num_actions), np.uint8)),
        ("masks", np.zeros((5, 2 * SMALL.rules.num_actions), np.int8)[:, ::2]),
        ("rewards", np.broadcast_to(np.float32(0), (5, 3))),
        ("rewards", [[0.0] * 3] * 5),
        ("states", np.zeros(5, SMALL.rules.state_dtype)),
    ],
)
def test_arrays_that_do_not_fit_are_refused(name: str, array: Any) -> None:
    batch = under_way(SMALL)
    before = lasting(batch)
    with pytest.raises(ValueError, match=r"masks|rewards|no 'states'"):
        batch.set_output_buffers(**{name: array})
    batch.rollout(5)
    assert lasting(batch) != before


def test_outputs_do_not_share_memory() -> None:
    """With each other, or with an output that stays."""
    batch = under_way(SMALL)
    ends, before = np.zeros(6, np.bool_), lasting(batch)
    for arrays in (
        {"terminated": ends[:5], "truncated": ends[1:]},
        {"terminated": batch.truncated},
        {"truncated": batch.observations.reshape(-1)[:5].view(np.bool_)},
        {"truncated": batch.masks.reshape(-1)[-5:].view(np.bool_)},
    ):
        with pytest.raises(ValueError, match=r"\w+ and \w+ must not share memory"):
            batch.set_output_buffers(**arrays)
    batch.set_output_buffers(terminated=batch.terminated)
    assert lasting(batch) == before


# -- snapshots ---------------------------------------------------------------------------------------------------


@EACH
def test_masks_and_observations_follow_from_the_positions(case: Case) -> None:
    batch, other = under_way(case), Batch(case.rules, 5, seed=9)
    other.restore(batch.snapshot())
    assert lasting(other) == lasting(batch)


def far_out(snapshot: dict[str, np.ndarray], game: Any) -> None:
    snapshot["states"]["turn_player"][game] = 10**6


def too_many_cards(snapshot: dict[str, np.ndarray], game: Any) -> None:
    snapshot["states"]["hands"][game, 0, 0] += 1


def over(snapshot: dict[str, np.ndarray], game: Any) -> None:
    snapshot["states"][game] = snapshot["final_states"][np.flatnonzero(snapshot["final_states"]["player"] < 0)[0]]


def no_chance(snapshot: dict[str, np.ndarray], game: Any) -> None:
    snapshot["streams"][game, 1] = 0


def no_number(snapshot: dict[str, np.ndarray], game: Any) -> None:
    snapshot["rewards"][game, 0] = np.nan


def no_bool(snapshot: dict[str, np.ndarray], game: Any) -> None:
    snapshot["terminated"].view(np.uint8)[game] = 7


def ended_in_midst(snapshot: dict[str, np.ndarray], game: Any) -> None:
    snapshot["final_states"][game] = snapshot["states"][game]


def ended_without_a_trace(snapshot: dict[str, np.ndarray], game: Any) -> None:
    snapshot["terminated"][game] = True
    snapshot["final_states"].view(np.uint8).reshape(5, -1)[game] = 0


@EACH
@pytest.mark.parametrize(
    ("spoil", "name"),
    [
        (far_out, "states"),
        (too_many_cards, "states"),
        (over, "states"),
        (no_chance, "streams"),
        (no_number, "rewards"),
        (no_bool, "terminated"),
        (ended_in_midst, "final_states"),
        (ended_without_a_trace, "final_states"),
    ],
)
def test_a_snapshot_is_judged_before_anything_is_taken_over(
    case: Case, spoil: Callable[[dict[str, np.ndarray], int], None], name: str
) -> None:
    batch = under_way(case, decisions=600)
    assert (batch.final_states["turn"] > 0).any()
    snapshot, before = batch.snapshot(), lasting(batch)
    spoil(snapshot, 3)
    batch.rollout(10)
    before = lasting(batch)
    with pytest.raises(ValueError, match=f"invalid {name} of game 3"):
        batch.restore(snapshot)
    assert lasting(batch) == before


@pytest.mark.parametrize("given", [None, 5, [], {"states": 3}, {"streams": None}])
def test_what_is_no_snapshot_is_refused(given: Any) -> None:
    with pytest.raises(ValueError, match="the snapshot is from another batch"):
        under_way(SMALL).restore(given)


def test_a_pickle_of_a_batch_is_judged() -> None:
    batch = under_way(SMALL)
    batch._states["turn_player"][2] = 77
    data = pickle.dumps(batch)
    with pytest.raises(ValueError, match="invalid states of game 2"):
        pickle.loads(data)


def test_a_pickle_of_a_game_is_judged() -> None:
    game = SMALL.game(SMALL.rules, 1)
    game._states["turn_player"] = 77
    data = pickle.dumps(game)
    with pytest.raises(ValueError, match="no game can reach"):
        pickle.loads(data)


# -- actions, seats and numbers ----------------------------------------------------------------------------------

NO_ACTIONS: list[Any] = [
    2**63,
    2**64,
    -1,
    10**6,
    10**400,
    True,
    np.True_,
    3.0,
    None,
    "5",
    np.array([3]),
    np.zeros(100, int),  # NumPy shows it in several lines
    [3],
    {},
    object(),
    1j,
]


@EACH
@pytest.mark.parametrize("action", NO_ACTIONS, ids=lambda action: type(action).__name__)
def test_what_is_no_action_is_told_so(case: Case, action: Any) -> None:
    game = case.game(case.rules, 3)
    before = game.to_bytes()
    with pytest.raises(IllegalAction, match="action must be an integer from 0 to") as told:
        game.step(action)
    assert len(str(told.value).splitlines()) == 1
    assert game.to_bytes() == before


@pytest.mark.parametrize(
    "actions",
    [[0.0] * 5, [np.nan] * 5, [True] * 5, [None] * 5, ["1"] * 5, [[1], 2, 3, 4, 5], 3, None, [2**70] * 5, [1] * 4],
    ids=str,
)
def test_actions_of_another_form_are_refused(actions: Any) -> None:
    with pytest.raises(IllegalAction, match=r"actions must be integers of shape \(5,\), not"):
        under_way(SMALL).step(actions)


@pytest.mark.parametrize("action", [RANDOM, WAIT])
def test_large_numbers_stand_for_nothing_else(action: int) -> None:
    """As a signed number the largest unsigned one is -1, which would be RANDOM."""
    batch = under_way(SMALL)
    for call in (batch.step, batch.play):
        with pytest.raises(IllegalAction, match=f"game 0: action must be .*{2**64 + action}"):
            call(np.full(5, 2**64 + action, np.uint64))


@pytest.mark.parametrize(
    "seats",
    [
        [0.7, 1, 1, 1, 1],
        [np.nan] * 5,
        [True] * 5,
        [0] * 4,
        0,
        [3] * 5,
        [-1] * 5,
        ["0"] * 5,
        np.zeros((5, 1), int),
        np.zeros(100, int),
    ],
)
def test_seats_of_another_form_are_refused(seats: Any) -> None:
    batch = under_way(SMALL)
    before = lasting(batch)
    with pytest.raises(ValueError, match=r"seats must be integers from 0 to 2, of shape \(5,\)") as told:
        batch.step(batch.masks.argmax(axis=1), seats)
    assert len(str(told.value).splitlines()) == 1
    assert lasting(batch) == before


@pytest.mark.parametrize("decisions", [2, -1, 0.5, "1", None, "x" * 10**4])
def test_a_game_takes_one_decision_or_none(decisions: Any) -> None:
    batch = under_way(SMALL)
    with pytest.raises(ValueError, match="decisions must be 0 or 1") as told:
        batch.play(batch.masks.argmax(axis=1), decisions=decisions)
    assert len(str(told.value)) < 300


def test_values_that_are_shown_take_one_line() -> None:
    """An array wider than NumPy's line width."""
    wide, batch = np.zeros((3, 40), int), under_way(SMALL)
    game = batch.game(0)
    asked: list[Callable[[], object]] = [
        lambda: game.observe(wide),  # type: ignore[arg-type]
        lambda: game.step(wide),  # type: ignore[arg-type]
        lambda: game.rules.actions.decode(wide),
        lambda: game.rules.actions.encode(wide),
        lambda: batch.game(wide),  # type: ignore[arg-type]
        lambda: batch.rollout(wide),  # type: ignore[arg-type]
        lambda: Batch(SMALL.rules, wide),  # type: ignore[arg-type]
        lambda: request_actions("she", lambda: wide, batch.masks, lambda row, action: ""),
    ]
    for ask in asked:
        with pytest.raises((ValueError, IndexError)) as told:
            ask()
        assert len(str(told.value).splitlines()) == 1
        assert "truth value" not in str(told.value)


@pytest.mark.parametrize("seed", [-1, 2**63, 1.0, np.float64(1), True, np.True_, "1", None, [1]])
def test_seeds_of_another_form_are_refused(seed: Any) -> None:
    for make in (lambda: SMALL.game(SMALL.rules, seed), lambda: Batch(SMALL.rules, 2, seed)):
        with pytest.raises(ValueError, match="seed must be an integer from 0"):
            make()


@pytest.mark.parametrize("seed", [np.int8(5), np.uint64(5), np.int64(5)])
def test_seeds_may_be_numpy_integers(seed: Any) -> None:
    assert SMALL.game(SMALL.rules, seed) == SMALL.game(SMALL.rules, 5)
    assert Batch(SMALL.rules, 2, seed).states.tobytes() == Batch(SMALL.rules, 2, 5).states.tobytes()


@pytest.mark.parametrize("options", [5, None, "num_players", [("num_players", 2)]])
def test_options_are_a_dict(options: Any) -> None:
    with pytest.raises(ValueError, match="options must be a dict, not"):
        type(SMALL.rules).from_options(options)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_game_of_a_batch_is_one_of_its_own_kind(case: Case) -> None:
    game = Batch(case.rules, 2).game(0)
    assert type(game) is case.game
    assert type(game).from_position(game.position()) == game


@pytest.mark.parametrize("i", [0.0, True, "0", None, [0]])
def test_the_number_of_a_game_is_an_integer(i: Any) -> None:
    with pytest.raises(IndexError, match="game must be from 0 to 4"):
        under_way(SMALL).game(i)


def test_there_is_no_last_game_before_one_has_ended() -> None:
    batch = under_way(SMALL, decisions=1)
    with pytest.raises(IndexError, match="no game has ended in slot 2 yet"):
        batch.game(2, final=True)
    batch.terminated[:] = True
    assert not batch.final_observations.any()


def test_a_long_rollout_looks_at_the_keyboard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C is checked between blocks, and the result equals that of a short rollout."""
    batch, twin = under_way(SMALL), under_way(SMALL)
    monkeypatch.setattr(batches, "BLOCK", 7 * batch.size)
    ended = batch.rollout(400)
    monkeypatch.undo()
    assert (twin.rollout(400), lasting(twin)) == (ended, lasting(batch))
    assert twin.rewards.tobytes() == batch.rewards.tobytes()


def test_rules_derived_from_those_of_a_game_are_played_by_it() -> None:
    class Own(type(SMALL.rules)):  # type: ignore[misc]
        pass

    assert type(Batch(Own(3), 1).game(0)) is SMALL.game

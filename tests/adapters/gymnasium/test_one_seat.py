"""One learning seat: games equal those of a batch, and opponents only see their own observations."""

from typing import Any

import numpy as np
import pytest

from kschwert_env.adapters.one_seat import SingleSeatBatch
from kschwert_env.engine.contract.actions import IllegalAction
from kschwert_env.engine.simulation.batch import Batch
from tests.adapters.gymnasium.opponents import first_legal
from tests.helpers.cases import SMALL, Case


def last_legal(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


def some_legal(masks: np.ndarray, chance: np.random.Generator) -> np.ndarray:
    return np.array([chance.choice(np.flatnonzero(mask)) for mask in masks])


def test_random_opponents_choose_as_the_batch_does(case: Case) -> None:
    """Every game equals the game of a batch with that seed and `random_actions` for the opponents."""
    seat, chance, ended = case.rules.num_players - 1, np.random.default_rng(1), 0
    games, batch = SingleSeatBatch(case.rules, 1, seed=5, seat=seat), Batch(case.rules, 1, seed=5)

    def others_play() -> None:
        while batch.player[0] != seat:
            told.append([float(batch.step(batch.random_actions())[0][0, seat]), *batch.terminated, *batch.truncated])

    told: list[list[Any]] = []
    others_play()
    for _ in range(300):
        assert games.batch.states.tobytes() == batch.states.tobytes()
        assert games.batch.observations.tobytes() == batch.observations.tobytes()
        assert games.batch.masks.tobytes() == batch.masks.tobytes()
        action = some_legal(batch.masks, chance)
        games.step(action)
        told = [[float(batch.step(action)[0][0, seat]), *batch.terminated, *batch.truncated]]
        others_play()
        over = [line for line in told if line[1] or line[2]]
        ended += len(over)
        assert [float(games.rewards[0]), *games.terminated, *games.truncated] == (over or [[0.0, False, False]])[0]
    assert ended > 0


def test_every_opponent_plays_its_own_seat_and_sees_what_is_its_own(case: Case) -> None:
    """Compare with a game played by hand, in which each seat but the learning one has its own policy."""
    players, seat, asked = case.rules.num_players, 1, []

    def policy(distance: int) -> Any:
        def answer(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
            asked.append((distance, observations.copy(), masks.copy()))
            return (first_legal, last_legal)[distance % 2](observations, masks)

        return answer

    policies = [policy(distance) for distance in range(1, players)]
    games = SingleSeatBatch(case.rules, 1, seed=8, seat=seat, opponents=policies)
    game = case.game(case.rules, 8)
    for _ in range(150):  # these policies never end some games that have no cap
        if games.terminated[0] or games.truncated[0]:
            break
        for distance, observations, masks in asked:
            assert game.player == (seat + distance) % players
            shown = game.observe((seat + distance) % players)
            assert observations.tobytes() == shown["observation"].tobytes()
            assert masks.tobytes() == shown["action_mask"].tobytes()
            game.step(int((first_legal, last_legal)[distance % 2](observations, masks)[0]))
        asked.clear()
        assert game.player == seat
        assert games.batch.observations[0].tobytes() == game.observe(seat)["observation"].tobytes()
        action = int(games.batch.masks[0].argmax())
        game.step(action)
        games.step([action])


def test_each_game_may_have_its_own_learning_seat(case: Case) -> None:
    players, chance, ended = case.rules.num_players, np.random.default_rng(0), 0
    seats = [i % players for i in range(2 * players)]
    policies = [None] * (players - 2) + [lambda observations, masks: some_legal(masks, chance)]
    games = SingleSeatBatch(case.rules, len(seats), seed=3, seat=seats, opponents=policies)
    for _ in range(300):
        assert games.batch.player.tolist() == seats
        games.step(some_legal(games.batch.masks, chance))
        for i in np.flatnonzero(games.terminated | games.truncated):
            ended += 1
            last = games.batch.game(int(i), final=True)
            assert games.rewards[i] == np.float32(last.returns[seats[i]])
            assert games.terminated[i] == (not last.is_truncated)
            assert games.truncated[i] == last.is_truncated
            assert games.final_observation(int(i)).tobytes() == last.observe(seats[i])["observation"].tobytes()
        going_on = ~(games.terminated | games.truncated)
        assert not games.rewards[going_on].any()
    assert ended > 0


@pytest.mark.parametrize("opponents", [None, first_legal])
def test_games_do_not_depend_on_size_or_threads(opponents: Any) -> None:
    views = []
    for size, threads in ((6, 1), (40, 3)):
        games = SingleSeatBatch(SMALL.rules, size, 4, opponents=opponents, threads=threads)
        for _ in range(60):
            games.step(last_legal(games.batch.observations, games.batch.masks))
        views.append([games.batch.states[:6].tobytes(), games.rewards[:6].tobytes()])
    assert views[0] == views[1]


@pytest.mark.parametrize("opponents", [None, first_legal])
def test_a_partial_reset_leaves_the_other_games_alone(opponents: Any) -> None:
    games, mask = SingleSeatBatch(SMALL.rules, 4, 6, seat=2, opponents=opponents), np.array([True, False, False, True])
    fresh = games.batch.states[mask].tobytes()
    for _ in range(500):
        games.step(last_legal(games.batch.observations, games.batch.masks))
        if games.terminated[0] and not games.terminated[1]:
            break
    before = [array[~mask].tobytes() for array in (games.batch.states, games.batch.masks, games.rewards)]
    games.reset(mask, seed=6)
    assert [array[~mask].tobytes() for array in (games.batch.states, games.batch.masks, games.rewards)] == before
    assert games.batch.states[mask].tobytes() == fresh
    assert not games.rewards[mask].any()
    assert not games.terminated[mask].any()
    assert (games.batch.player == 2).all()


def test_opponents_can_be_exchanged_in_mid_game() -> None:
    asked = []

    def newcomer(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        asked.append(len(masks))
        return first_legal(observations, masks)

    games = SingleSeatBatch(SMALL.rules, 3, 1)
    games.step(last_legal(games.batch.observations, games.batch.masks))
    games.opponents = newcomer
    assert games.opponents is newcomer
    games.step(last_legal(games.batch.observations, games.batch.masks))
    assert asked


@pytest.mark.parametrize("opponents", [None, first_legal])
@pytest.mark.parametrize("action", [-1, -2, "illegal", "too large"])
def test_an_illegal_action_is_refused_and_nothing_changes(opponents: Any, action: Any) -> None:
    games = SingleSeatBatch(SMALL.rules, 3, 2, opponents=opponents)
    actions = first_legal(games.batch.observations, games.batch.masks)
    illegal = {"illegal": int(games.batch.masks[1].argmin()), "too large": SMALL.rules.num_actions}
    actions[1] = illegal.get(action, action)
    before = games.batch.states.tobytes(), games.batch.masks.tobytes(), games.rewards.tobytes()
    with pytest.raises(IllegalAction, match="game 1"):
        games.step(actions)
    assert (games.batch.states.tobytes(), games.batch.masks.tobytes(), games.rewards.tobytes()) == before


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda observations, masks: masks.argmin(axis=1), "is illegal"),
        (lambda observations, masks: np.full(len(masks), -1), "not -1"),
        (lambda observations, masks: 3, "shape"),
        (lambda observations, masks: np.zeros(len(masks)), "integers"),
    ],
)
def test_an_opponent_that_answers_nonsense_is_told_so(answer: Any, message: str) -> None:
    with pytest.raises(IllegalAction, match=message):
        SingleSeatBatch(SMALL.rules, 2, 1, seat=2, opponents=answer)


def test_an_opponent_is_named_in_its_errors() -> None:
    def fool(observations: np.ndarray, masks: np.ndarray) -> Any:
        masks[:] = 1  # which makes nothing legal
        return masks.argmin(axis=1)

    class Failing:
        def __call__(self, observations: np.ndarray, masks: np.ndarray) -> Any:
            raise ZeroDivisionError

    with pytest.raises(IllegalAction, match=r"the opponent .*fool must return legal actions, .*: game 0: action 0, "):
        SingleSeatBatch(SMALL.rules, 2, 1, seat=2, opponents=fool)
    with pytest.raises(ZeroDivisionError) as raised:
        SingleSeatBatch(SMALL.rules, 2, 1, seat=2, opponents=Failing())
    assert "Failing raised this when asked for 2 actions" in raised.value.__notes__[0]


def test_wrong_arguments_are_named() -> None:
    for seat in (3, -1, 0.0, [0, 1], "all"):
        with pytest.raises(ValueError, match="seat must be"):
            SingleSeatBatch(SMALL.rules, 3, seat=seat)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"2 \(one per other seat\), not 3"):
        SingleSeatBatch(SMALL.rules, 3, opponents=[None] * 3)
    with pytest.raises(ValueError, match="'random'"):
        SingleSeatBatch(SMALL.rules, 3, opponents=["random", None])  # type: ignore[list-item]

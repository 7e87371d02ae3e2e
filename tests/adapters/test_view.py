"""Formats of observations and masks: keys, float32 observations and bool masks, equal in all environments."""

from typing import Any

import numpy as np
import pytest
from gymnasium import spaces, wrappers
from gymnasium.vector import AutoresetMode

from kschwert_env.adapters.gymnasium import SeatEnv
from kschwert_env.adapters.gymnasium_vector import SeatVectorEnv
from kschwert_env.adapters.spaces import View, action_space
from kschwert_env.engine.simulation.batch import Batch
from tests.adapters.pettingzoo.zoo import bare, dressed
from tests.helpers.cases import ONE_EACH, SMALL, Case

OTHER: dict[str, Any] = {"keys": ("obs", "mask"), "scaled": True, "bool_masks": True}


def test_usually_arrays_are_handed_on_as_they_are() -> None:
    view, batch = View(SMALL.rules), Batch(SMALL.rules, 2)
    shown = view.convert(batch.observations, batch.masks)
    assert list(shown) == ["observation", "action_mask"]
    assert shown["observation"] is batch.observations
    assert shown["action_mask"] is batch.masks


def test_scaled_values_go_from_0_to_1_by_their_own_bounds(case: Case) -> None:
    view = View(case.rules, **OTHER)
    low, high = (np.empty((1, case.rules.observation.size), np.int8) for _ in range(2))
    for piece in case.rules.observation.pieces.values():
        low[:, piece.slice], high[:, piece.slice] = piece.low, piece.high
    varies = (high > low)[0]
    assert (view.convert_observations(low) == 0).all()
    assert (view.convert_observations(high)[0, varies] == 1).all()
    batch, seen = Batch(case.rules, 8), []
    for _ in range(40):
        scaled = view.convert_observations(batch.observations)
        assert scaled.dtype == np.float32
        np.testing.assert_allclose(scaled * (high - low.astype(float)) + low, batch.observations, atol=1e-4)
        seen.append(np.unique(scaled[:, varies]))
        batch.step(batch.random_actions())
    assert len(np.unique(np.concatenate(seen))) > 5, "as good as all of them were told as zeros and ones"


@pytest.mark.parametrize("case", ONE_EACH, ids=str)
@pytest.mark.parametrize("make", [bare, dressed])
def test_pettingzoo_tells_it_in_that_form(make: Any, case: Case) -> None:
    env, usual, chance = make(case, **OTHER), make(case), np.random.default_rng(0)
    env.reset(seed=3)
    usual.reset(seed=3)
    for agent in usual.agent_iter():
        for each in env.possible_agents:
            assert_same(env.unwrapped.rules, env.observation_space(each), env.observe(each), usual.observe(each))
        state = env.state()
        assert env.state_space.contains(state)
        parts = [env.observe(each)["obs"] for each in env.possible_agents]
        assert state.tobytes() == np.concatenate(parts).tobytes()
        legal = np.flatnonzero(usual.observe(agent)["action_mask"])
        action = chance.choice(legal) if len(legal) else None
        env.step(action)
        usual.step(action)
    assert env.agents == []


@pytest.mark.parametrize("case", ONE_EACH, ids=str)
def test_gymnasium_tells_it_in_that_form(case: Case) -> None:
    """Final observations have the format, too."""
    one, many, usual = SeatEnv(case.rules, **OTHER), SeatVectorEnv(case.rules, 2, **OTHER), SeatVectorEnv(case.rules, 2)
    chance, ended = np.random.default_rng(0), 0
    single, shown, plain = (env.reset(seed=3)[0] for env in (one, many, usual))
    for _ in range(250):
        assert many.observation_space.contains(shown)
        assert_same(case.rules, one.observation_space, single, {name: part[0] for name, part in plain.items()})
        for game in range(2):
            parts = ({name: part[game] for name, part in told.items()} for told in (shown, plain))
            assert_same(case.rules, many.single_observation_space, *parts)
        assert many.action_masks().tolist() == shown["mask"].tolist()
        actions = np.array([chance.choice(np.flatnonzero(mask)) for mask in plain["action_mask"]])
        single, *ends, _ = one.step(actions[0])
        shown, *_, infos = many.step(actions)
        plain, *_, expected = usual.step(actions)
        for ended_game in np.flatnonzero(expected.get("_final_obs", np.zeros(2))):
            ended += 1
            final = infos["final_obs"][ended_game]
            assert_same(case.rules, many.single_observation_space, final, expected["final_obs"][ended_game])
        if ends[1] or ends[2]:
            assert_same(case.rules, one.observation_space, single, expected["final_obs"][0])
            single, _ = one.reset()
    assert ended > 0


def assert_same(rules: Any, space: Any, shown: dict[str, np.ndarray], usual: dict[str, np.ndarray]) -> None:
    """Check that two formats have equal contents."""
    assert list(shown) == ["obs", "mask"]
    assert space.contains(shown)
    assert shown["mask"].dtype == np.bool_
    assert shown["mask"].tolist() == usual["action_mask"].astype(bool).tolist()
    assert shown["obs"].tobytes() == View(rules, scaled=True).convert_observations(usual["observation"]).tobytes()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"keys": ("obs", "obs")}, "keys must be two different strings"),
        ({"keys": "ab"}, "keys must be two different strings"),
        ({"keys": ("obs", ["mask"])}, "keys must be two different strings"),
        ({"scaled": 1}, "scaled must be True or False, not 1"),
        ({"bool_masks": None}, "bool_masks must be True or False, not None"),
    ],
)
def test_a_wrong_form_is_named(options: dict[str, Any], message: str) -> None:
    for make in (SeatEnv, SeatVectorEnv):
        with pytest.raises(ValueError, match=message):
            make(SMALL.rules, **options)
    with pytest.raises(ValueError, match=message):
        bare(SMALL, **options)


@pytest.mark.parametrize("case", ONE_EACH, ids=str)
@pytest.mark.parametrize("options", [{}, {"scaled": True, "bool_masks": True, "keys": ("obs", "mask")}], ids=str)
def test_a_mask_may_be_in_the_info_of_one_seat(case: Case, options: dict[str, Any]) -> None:
    """The observation is a plain box then, as wrappers expect."""
    usual: Any = SeatEnv(case.rules, **options)
    plain: Any = SeatEnv(case.rules, mask_in_info=True, **options)
    first, second = options.get("keys", ("observation", "action_mask"))
    assert plain.observation_space == usual.observation_space[first]
    (seen, _), (array, info) = usual.reset(seed=5), plain.reset(seed=5)
    for _ in range(60):
        assert isinstance(array, np.ndarray)
        assert plain.observation_space.contains(array)
        assert list(info) == [second]
        assert np.array_equal(array, seen[first])
        assert np.array_equal(info[second], seen[second])
        action = np.int64(seen[second].argmax())
        seen, *ends, _ = usual.step(action)
        array, *others, info = plain.step(action)
        assert ends == others
        if ends[1] or ends[2]:
            (seen, _), (array, info) = usual.reset(), plain.reset()
    illegal = np.int64(seen[second].argmin())
    *_, info = plain.step(illegal)
    assert set(info) == {second, "illegal_action"}
    assert not info[second].any()


@pytest.mark.parametrize("mode", list(AutoresetMode), ids=lambda mode: mode.name)
def test_masks_may_be_in_the_infos_of_many_games(mode: AutoresetMode) -> None:
    rules = SMALL.rules
    usual: Any = SeatVectorEnv(rules, 5, autoreset_mode=mode)
    plain: Any = SeatVectorEnv(rules, 5, autoreset_mode=mode, mask_in_info=True)
    (seen, _), (array, info) = usual.reset(seed=5), plain.reset(seed=5)
    for _ in range(40):
        assert plain.observation_space.contains(array)
        assert np.array_equal(array, seen["observation"])
        assert np.array_equal(info["action_mask"], seen["action_mask"])
        assert info["_action_mask"].all()
        actions = seen["action_mask"].argmax(axis=1)
        seen, *ends, infos = usual.step(actions)
        array, *_, info = plain.step(actions)
        if "final_obs" in infos:
            for one, other in zip(infos["final_obs"], info["final_obs"], strict=True):
                assert (one is None) == (other is None)
                assert one is None or np.array_equal(one["observation"], other)
        if mode is AutoresetMode.DISABLED and (over := ends[1] | ends[2]).any():
            (seen, _), (array, info) = (env.reset(options={"reset_mask": over}) for env in (usual, plain))


@pytest.mark.parametrize("case", ONE_EACH, ids=str)
@pytest.mark.parametrize("make", [bare, dressed])
def test_masks_may_be_in_the_infos_of_pettingzoo(make: Any, case: Case) -> None:
    env, usual, chance = make(case, mask_in_info=True), make(case), np.random.default_rng(0)
    env.reset(seed=3)
    usual.reset(seed=3)
    for agent in usual.agent_iter():
        for each in env.agents:
            assert np.array_equal(env.observe(each), usual.observe(each)["observation"])
            assert np.array_equal(env.infos[each]["action_mask"], usual.observe(each)["action_mask"])
        observation, *_, info = env.last()
        assert env.observation_space(agent).contains(observation)
        legal = np.flatnonzero(info["action_mask"])
        action = chance.choice(legal) if len(legal) else None
        env.step(action)
        usual.step(action)
    assert not env.agents


def test_wrappers_of_gymnasium_take_plain_observations() -> None:
    env = SeatEnv(SMALL.rules, mask_in_info=True, scaled=True)
    for wrapper in (
        lambda env: wrappers.FlattenObservation(env),
        lambda env: wrappers.NormalizeObservation(env),
        lambda env: wrappers.FrameStackObservation(env, 3),
        lambda env: wrappers.DelayObservation(env, 1),
        lambda env: wrappers.RescaleObservation(env, np.float32(-1), np.float32(1)),
        lambda env: wrappers.ReshapeObservation(env, (1, SMALL.rules.observation.size)),
    ):
        wrapped = wrapper(env)
        _, info = wrapped.reset(seed=1)
        for _ in range(10):
            observation, _, terminated, truncated, info = wrapped.step(int(info["action_mask"].argmax()))
            assert wrapped.observation_space.contains(observation), wrapper
            if terminated or truncated:
                _, info = wrapped.reset()


def test_actions_are_sampled_uniformly_from_the_legal_ones() -> None:
    space: Any = action_space(SMALL.rules)
    mask = np.zeros(SMALL.rules.num_actions, np.int8)
    mask[[1, 4, 5]] = 1
    space.seed(1)
    drawn = [int(space.sample(mask)) for _ in range(3000)]
    counts = np.bincount(drawn)
    assert set(np.flatnonzero(counts)) == {1, 4, 5}
    assert (np.abs(counts[[1, 4, 5]] - 1000) < 130).all()  # five standard deviations
    space.seed(1)
    assert [int(space.sample(mask)) for _ in range(3000)] == drawn
    assert space.sample(np.zeros_like(mask)) == 0
    assert space.contains(space.sample(mask.astype(np.bool_)))
    assert space == spaces.Discrete(SMALL.rules.num_actions)
    with pytest.raises(AssertionError, match="mask"):
        space.sample(mask[:-1])
    weights = np.zeros(len(mask))
    weights[3] = 1
    assert space.sample(probability=weights) == 3

"""PettingZoo environments: shaping, pictures, the registry, and features of single games."""

import copy
import importlib
import itertools
import random
import subprocess
import sys
from collections import Counter, defaultdict
from typing import Any

import numpy as np
import pettingzoo
import pytest

import kschwert_env
from kschwert_env import krone_schwert_v0, two_crowns_v0
from kschwert_env.adapters import pettingzoo as adapter
from tests.adapters.camera import Camera
from tests.adapters.pettingzoo.zoo import bare, choice, dressed, play, seat_of, story
from tests.helpers.cases import CAPPED, SMALL, Case

# -- shaping --------------------------------------------------------------------------------------------------

HEAD_START = 3  # points of every seat, so that no potential is zero by chance


def with_head_start(case: Case) -> Case:
    """Return the game with points for every seat before the first decision."""

    class HeadStart(case.game):  # type: ignore[name-defined, misc]
        @property
        def scores(self) -> np.ndarray:
            return super().scores + HEAD_START

    return case._replace(game=HeadStart)


@pytest.mark.parametrize("discount", [1.0, 0.9])
def test_shaping_pays_what_potentials_differ_by(case: Case, discount: float) -> None:
    """An agent gets discount x current potential - potential at its last decision; its return is added at the end."""
    env, changed = dressed(with_head_start(case), score_shaping=0.25, discount=discount), 0
    for seed in range(3):
        env.reset(seed=seed)
        chance, start = random.Random(seed), env.unwrapped.game.scores
        potentials: dict[str, list[float]] = defaultdict(list)
        rewards: dict[str, list[float]] = defaultdict(list)
        for agent in env.agent_iter():
            _, reward, terminated, truncated, _ = env.last()
            over = terminated or truncated
            assert over or env.rewards == {**dict.fromkeys(env.agents, 0.0), agent: reward}
            rewards[agent].append(reward)
            potentials[agent].append(0.0 if over else 0.25 * env.unwrapped.game.scores[seat_of(agent)])
            env.step(choice(env, chance, preferred=("castle", "small_city", "attack", "revolt")))
        for agent, value in zip(env.possible_agents, env.unwrapped.game.returns.tolist(), strict=True):
            phi = potentials[agent]
            differences = [discount * now - before for before, now in itertools.pairwise(phi)]
            assert rewards[agent] == [0.0, *differences[:-1], differences[-1] + value]
            changed += any(points != phi[0] for points in phi[:-1])
            assert phi[0] == 0.25 * start[seat_of(agent)] > 0
            if discount == 1:
                assert sum(rewards[agent]) == pytest.approx(value - phi[0])
    assert changed, "all points stayed as they were, so nothing was tried"


@pytest.mark.parametrize("capped", CAPPED, ids=str)
def test_shaping_ends_with_a_truncated_game(capped: Case) -> None:
    env, total = bare(with_head_start(capped), score_shaping=0.25), Counter[str]()
    env.reset(seed=1)
    for agent, _, _, reward, *_ in story(env):
        total[agent] += reward
    assert env.game.is_truncated
    start = capped.game(capped.rules, 1).scores + HEAD_START
    expected = env.game.returns - 0.25 * start
    assert [total[agent] for agent in env.possible_agents] == pytest.approx(expected.tolist())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"render_mode": "svg"}, "render_mode must be one of ansi, rgb_array, human or None, not 'svg'"),
        ({"render_width": 0}, "render_width must be a number of pixels of at least 1, or None, not 0"),
        ({"score_shaping": float("nan")}, "score_shaping must be a finite number, not nan"),
        ({"score_shaping": "much"}, "score_shaping must be a finite number, not 'much'"),
        ({"discount": 1.1}, "discount must be a number from 0 to 1, not 1.1"),
    ],
)
def test_a_wrong_option_is_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        bare(SMALL, **options)


# -- pictures -------------------------------------------------------------------------------------------------


def test_the_agent_selected_is_the_viewer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "Renderer", Camera)
    env, chance = bare(SMALL, "ansi", render_width=90), random.Random(1)
    env.reset(seed=1)
    last: int | None = None
    expected = []
    for agent in env.agent_iter():
        env.render()
        expected.append((env.game.player, seat_of(agent), last))
        action = choice(env, chance)
        env.step(None if action is None else np.int64(action))
        last = last if action is None else action
    camera: Any = env._renderer
    assert (camera.mode, camera.width, camera.pictures) == ("ansi", 90, expected)
    assert {type(action) for _, _, action in camera.pictures} == {int, type(None)}
    assert [seat for player, seat, _ in expected if player is None] == [0, 1, 2]
    env.close()
    assert not camera.is_open


def test_a_window_shows_every_decision_and_is_not_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "Renderer", Camera)
    env = bare(SMALL, "human")
    env.reset(seed=1)
    assert len(play(env, 12)._renderer.pictures) == 13
    other = copy.deepcopy(env)
    assert other._renderer.pictures == []
    assert story(other) == story(env)


def test_rendering_without_a_mode_warns() -> None:
    env = bare(SMALL)
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


# -- the registry ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("capped", CAPPED, ids=str)
@pytest.mark.parametrize("version", ["_v0", "-v0", ""])
def test_the_registry_makes_it(version: str, capped: Case) -> None:
    game = capped.rules.package
    env: Any = pettingzoo.make("aec", f"kschwert_env/{game}{version}", **capped.rules.options())
    assert env.unwrapped.rules == capped.rules
    assert str(env) == env.metadata["name"] == f"{game}_v0"
    assert env.metadata["is_parallelizable"] is False
    env.reset(seed=1)
    assert {agent for agent, *_ in story(env)} == set(env.possible_agents)


def test_three_play_if_nothing_is_said() -> None:
    assert krone_schwert_v0.env().max_num_agents == krone_schwert_v0.raw_env().max_num_agents == 3


def test_two_besiege_each_other_if_nothing_is_said() -> None:
    assert two_crowns_v0.env().max_num_agents == two_crowns_v0.raw_env().max_num_agents == 2


@pytest.mark.parametrize("module", [krone_schwert_v0, two_crowns_v0])
def test_players_and_mode_come_first(module: Any) -> None:
    for make in (module.env, module.raw_env):
        assert make(2, "ansi").render_mode == "ansi"
        with pytest.raises(ValueError, match=r"num_players must be .*, not 6"):
            make(6)


def test_the_package_may_be_loaded_again() -> None:
    """PettingZoo warns about duplicate registrations, and warnings are errors here."""
    games = kschwert_env.GAMES
    assert games == importlib.reload(kschwert_env).GAMES


def test_registering_loads_no_game() -> None:
    program = "import sys, kschwert_env, pettingzoo; print('numba' in sys.modules, *pettingzoo.aec_registry)"
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=True)
    loaded, *registered = done.stdout.split()
    assert loaded == "False"
    assert {f"kschwert_env/{game}-v0" for game in kschwert_env.GAMES} <= set(registered)


# -- Krone & Schwert ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_others_are_asked_in_the_middle_of_a_turn(players: int) -> None:
    """An attacked owner reacts; in a revolt all seats vote and lay; then the same turn player continues."""
    env, asked = krone_schwert_v0.raw_env(players), Counter[str]()
    for seed in range(5):
        env.reset(seed=seed)
        chance = random.Random(seed)
        while not env.game.is_over:
            if env.game.player != env.game.turn_player:
                asked[env.game.phase] += 1
                assert env.agent_selection == f"player_{env.game.player}"
                assert env.observe(env.agent_selection)["action_mask"].any()
            env.step(choice(env, chance, preferred=("revolt", "attack", "castle", "small_city")))
    voters = {"revolt_vote"} if players > 2 else set()
    assert set(asked) == {"attack_react", "revolt_lay"} | voters

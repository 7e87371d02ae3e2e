"""Concurrent use: a second thread is refused and changes nothing."""

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from kschwert_env.engine.contract.actions import IllegalAction
from kschwert_env.engine.simulation.batch import Batch
from tests.engine.unfinished_games import EACH, lasting, under_way
from tests.helpers.cases import SMALL, Case


def meanwhile(batch: Batch[Any]) -> list[Callable[[], Any]]:
    """Return every call that a second thread could make."""
    actions = batch.masks.argmax(axis=1)
    return [
        lambda: batch.step(actions),
        lambda: batch.play(actions),
        lambda: batch.rollout(3),
        batch.reset,
        batch.random_actions,
        batch.snapshot,
        lambda: batch.restore({}),
        lambda: batch.game(0),
        lambda: batch.final_observations,
        lambda: copy.copy(batch),
        lambda: pickle.dumps(batch),
        lambda: batch.set_output_buffers(masks=np.zeros_like(batch.masks)),
    ]


def test_one_thread_at_a_time_uses_a_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    batch, refused = under_way(SMALL), list[str]()
    run, others = batch._advance, meanwhile(batch)

    def inside(*arguments: Any) -> int:
        before = lasting(batch)
        for other in others:
            with pytest.raises(RuntimeError, match="another thread is using this Batch"):
                other()
            refused.append("")
        assert lasting(batch) == before
        return run(*arguments)

    monkeypatch.setattr(batch, "_advance", inside)
    batch.rollout(1)
    assert len(refused) == len(others)
    monkeypatch.undo()
    batch.step(batch.masks.argmax(axis=1))  # nothing is left behind
    batch.restore(batch.snapshot())


def test_masks_are_not_asked_for_the_first_time_while_they_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy made meanwhile would be outdated and never updated."""
    batch = under_way(SMALL)
    run = batch._advance

    def inside(*arguments: Any) -> int:
        with pytest.raises(RuntimeError, match="another thread is using this Batch"):
            _ = batch.masks
        return run(*arguments)

    monkeypatch.setattr(batch, "_advance", inside)
    batch.rollout(1)
    assert (batch.masks == batch._masks).all()


def test_one_thread_at_a_time_steps_a_game() -> None:
    game = SMALL.game(SMALL.rules, 1)
    play, action = game._step, game.legal_actions()[0]

    def inside(*arguments: Any) -> Any:
        calls: list[Callable[[], object]] = [game.copy, game.to_bytes, game.position]
        calls += [lambda: game.step(action), lambda: game.observe(0), lambda: game.resample(0, 0)]
        for call in calls:
            with pytest.raises(RuntimeError, match="another thread is using this Game"):
                call()
        return play(*arguments)

    game._step = inside
    game.step(action)
    game._step = play
    with pytest.raises(IllegalAction):
        game.step(action)
    game.step(game.legal_actions()[0])  # nothing is left behind, also after an error
    assert game.rules.is_sound(game.state)


@EACH
def test_threads_that_share_leave_sound_positions(case: Case) -> None:
    game, batch = case.game(case.rules, 1), under_way(case, size=40)

    def play(seed: int) -> int:
        refused, chance = 0, np.random.default_rng(seed)
        for _ in range(300):
            try:
                legal = game.legal_actions()
                if legal:
                    game.step(int(chance.choice(legal)))
                batch.step(batch.masks.argmax(axis=1))
                batch.rollout(20)
            except (RuntimeError, IllegalAction):  # the other one has been faster
                refused += 1
        return refused

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(play, range(4)))
    assert game.rules.is_sound(game.state)
    assert all(map(batch.rules.is_sound, batch.states))
    assert (batch.masks == batch._masks).all()

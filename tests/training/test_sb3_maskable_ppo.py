"""MaskablePPO over our networks: what it learns from, and that it goes on where it was stopped."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from stable_baselines3.common.vec_env import VecMonitor

from kschwert_env.adapters.sb3 import SeatVecEnv
from kschwert_env.agents.kinds import make_agent
from kschwert_env.agents.networks import Shape, new_network
from kschwert_env.training import checkpoint
from kschwert_env.training.past_selves import PastSelves
from kschwert_env.training.report import Log, Stopwatch
from kschwert_env.training.sb3_learner import Sb3Learner, Sb3Settings, new_model
from kschwert_env.training.sb3_maskable_ppo import Run
from kschwert_env.two_crowns import Rules

pytestmark = pytest.mark.needs_jit

TINY: dict[str, Any] = {
    "game": "two_crowns",
    "network": "mlp",
    "width": 8,
    "threads": 1,
    "games": 4,
    "steps": 8,
    "minibatch": 16,
    "decisions": 6 * 32,
    "pool_every": 2,
    "evaluate_every": 2,
    "evaluate_games": 2,
    "evaluators": "random",
}


def lines(folder: Path) -> list[dict[str, float]]:
    """What was told of every iteration, but for the time."""
    found = [json.loads(line) for line in (folder / "progress.jsonl").read_text().splitlines()]
    return [{name: value for name, value in line.items() if name != "seconds"} for line in found]


def weights(run: Run) -> list[float]:
    return torch.cat([tensor.flatten() for tensor in run.learner.network.state_dict().values()]).tolist()


def test_a_run_that_was_killed_goes_on_as_if_it_had_not_been(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unbroken = Run(tmp_path / "whole", Sb3Settings(**TINY), resume=False)
    unbroken.play()
    killed = Run(tmp_path / "broken", Sb3Settings(**TINY, checkpoint_every=0.0), resume=False)
    append = Log.append

    def die(log: Any, iteration: int, *rest: Any) -> None:
        append(log, iteration, *rest)
        if iteration == 3:
            raise MemoryError

    with monkeypatch.context() as patched:
        patched.setattr(Log, "append", die)
        with pytest.raises(MemoryError):
            killed.play()
    resumed = Run(tmp_path / "broken", Sb3Settings(**TINY), resume=True)
    assert resumed.learner.iteration == 2  # the checkpoint is that from before the third
    resumed.play()
    assert weights(resumed) == weights(unbroken)
    assert lines(tmp_path / "broken") == lines(tmp_path / "whole")
    assert [line["iteration"] for line in lines(tmp_path / "whole")] == [1, 2, 3, 4, 5, 6, 7]


def test_what_was_trained_is_an_agent(tmp_path: Path) -> None:
    Run(tmp_path, Sb3Settings(**{**TINY, "decisions": 32}), resume=False).play()
    make_agent(f"policy:{tmp_path / 'agent.npz'}", Rules())


def test_the_model_judges_as_the_network_does() -> None:
    """Actions have the probabilities of the network's masked logits; values are its values."""
    games = SeatVecEnv(Rules(), 8, seed=3)
    model = new_model(Sb3Settings(**TINY), VecMonitor(games))
    seen, masks = torch.from_numpy(games.reset()), games.action_masks()
    network: Any = model.policy.network
    logits, values = network(seen, torch.from_numpy(masks.astype(np.int8)))
    policy: Any = model.policy
    chances = policy.get_distribution(seen, masks).distribution.probs
    assert torch.allclose(chances, logits.softmax(dim=1), atol=1e-6)
    assert (chances[~torch.from_numpy(masks)] == 0).all()
    assert torch.equal(model.policy.predict_values(seen).flatten(), values)
    actions, same_values, log_chances = model.policy(seen, action_masks=masks)
    assert torch.allclose(log_chances.exp(), chances.gather(1, actions[:, None]).flatten(), atol=1e-6)
    assert torch.equal(same_values.flatten(), values)


def test_past_selves_do_not_change_with_the_network() -> None:
    rules = Rules()
    network = new_network(rules, Shape("mlp", 8, 1), seed=1)
    past = PastSelves(rules, network, 2, np.random.default_rng(0))
    before = past.playing.state_dict()["policy.weight"].clone()
    with torch.no_grad():
        for tensor in network.parameters():
            tensor.add_(1)
    past.change()
    assert torch.equal(past.playing.state_dict()["policy.weight"], before)
    for _ in range(2):
        past.keep()
    past.change()
    assert torch.equal(past.playing.state_dict()["policy.weight"], network.state_dict()["policy.weight"])


@pytest.mark.parametrize("games", [4, 5])
def test_every_seat_learns(games: int) -> None:
    """The deciding seats, in which the next observations are those of the learning ones: 0, 1, 0, 1."""
    learner = Sb3Learner(Rules(), Sb3Settings(**{**TINY, "games": games}), Stopwatch())
    env = learner.model.get_env()
    assert env is not None
    env.reset()
    for _ in range(30):
        masks = learner._games.action_masks()
        assert learner._games._games.batch.player.tolist() == [0, 1, 0, 1, 0][:games]
        env.step(masks.argmax(axis=1))


def test_a_checkpoint_has_the_random_generators_of_the_gpu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run(tmp_path, Sb3Settings(**{**TINY, "decisions": 32}), resume=False)
    run.play()
    assert run.learner.state()["cuda"] == []
    of_gpu, restored = torch.arange(16, dtype=torch.uint8), list[list[torch.Tensor]]()
    monkeypatch.setattr(torch.cuda, "get_rng_state_all", lambda: [of_gpu])
    monkeypatch.setattr(torch.cuda, "set_rng_state_all", restored.append)
    monkeypatch.setattr(run.learner.model, "device", torch.device("cuda"))
    checkpoint.write(tmp_path / "checkpoint.pt", run.learner.state(), 1.0)
    run.learner.restore(checkpoint.read(tmp_path / "checkpoint.pt", torch.device("cpu"))[0])
    assert [[state.tolist() for state in states] for states in restored] == [[of_gpu.tolist()]]

"""Teachers of PPO: distillation, kickstarting, and a second teacher at mixed tables."""

import math
from pathlib import Path
from typing import Any

import pytest
import torch

from kschwert_env import krone_schwert, two_crowns
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.nn import serialization
from kschwert_env.nn.networks import Shape, masked, new_network
from kschwert_env.training import train
from kschwert_env.training.algorithms.ppo import PpoLearner
from kschwert_env.training.algorithms.teachers import is_mixed
from kschwert_env.training.algorithms.update import losses, policy_logits
from kschwert_env.training.rollout.matchmaking import FIXED, HISTORICAL, LEARNER
from kschwert_env.training.runs.ppo_settings import PpoSettings
from kschwert_env.training.runs.report import lines
from tests.training.algorithms.test_update import LEGAL, LOGITS, Table, sample
from tests.training.conftest import SMALL, same_weights
from tests.training.test_collect import untimed

pytestmark = pytest.mark.needs_jit

TEACHER = [[1.0, -0.5, 0.2], [-0.3, 0.8, -4.0]]
DISTILLATION: dict[str, Any] = {"policy_coef": 0, "entropy_coef": 0, "teacher_coef": 1}
TINY: dict[str, Any] = {
    "game": "two_crowns",
    "games": 16,
    "rollout_steps": 24,
    "minibatch_size": 64,
    "width": 16,
    "layers": 1,
    "timesteps": 6 * 16 * 24,
    "evaluation_opponents": "random",
    "evaluation_games": 4,
    **DISTILLATION,
}


def saved_network(path: Path, rules: GameRules, shape: Shape = SMALL, seed: int = 9) -> str:
    """Write a network with clear preferences, and return its agent."""
    network = new_network(rules, shape, seed)
    with torch.no_grad():
        for name, weights in network.named_parameters():
            weights.mul_(400 if name.startswith(("policy", "field_logits", "global_logits")) else 1)
    serialization.save(path, network, rules, {})
    return f"policy:{path}"


@pytest.fixture
def teacher(tmp_path: Path, rules: two_crowns.Rules) -> str:
    return saved_network(tmp_path / "teacher.npz", rules)


@pytest.mark.parametrize("policy_coef", [0.0, 0.5, 1.0])
def test_the_loss_by_hand(policy_coef: float) -> None:
    """The divergence is that of the student from the teacher: probabilities of the teacher are the weights."""
    settings = PpoSettings.of(teacher="policy", teacher_coef=0.3, policy_coef=policy_coef, entropy_coef=0)
    part = sample([1.5, 0.5], [2.0, -3.0])
    loss, figures = losses(Table(), part, settings.loss, None, masked(torch.tensor(TEACHER), part.masks))
    wanted = 0.0
    for rows in zip(TEACHER, LOGITS, LEGAL, strict=True):
        powers = [[math.exp(row[a]) for a in rows[2]] for row in rows[:2]]
        theirs, ours = ([power / sum(row) for power in row] for row in powers)
        wanted += sum(p * math.log(p / q) for p, q in zip(theirs, ours, strict=True)) / 2
    assert figures["policy/teacher"].item() == pytest.approx(wanted, rel=1e-5)
    parts = policy_coef * figures["losses/policy"] + 0.5 * figures["losses/value"] + 0.3 * figures["policy/teacher"]
    assert loss.item() == pytest.approx(parts.item(), rel=1e-5)


WEAK = [FIXED + 1, FIXED + 2]


@pytest.mark.parametrize(
    ("line_up", "mixed"),
    [
        ([LEARNER, LEARNER, LEARNER, LEARNER], False),
        ([LEARNER, FIXED, HISTORICAL, FIXED], False),  # no weak opponent
        ([LEARNER, FIXED + 1, LEARNER, LEARNER], True),
        ([FIXED + 2, LEARNER, FIXED, FIXED + 1], True),
        ([FIXED + 2, HISTORICAL, LEARNER, FIXED + 1], True),
        ([FIXED + 2, FIXED + 1, LEARNER, FIXED + 1], False),  # all opponents are weak
    ],
)
def test_mixed_tables_have_some_weak_opponents_but_not_only(line_up: list[int], mixed: bool) -> None:
    assert is_mixed(torch.tensor([line_up]), WEAK).tolist() == [mixed]


@pytest.mark.parametrize("workers", [None, 2])
def test_each_decision_has_the_teacher_of_its_table(tmp_path: Path, workers: int | None) -> None:
    rules: Any = krone_schwert.Rules(num_players=3)
    shape = Shape("graph", 8, 1, 4)
    teachers = [saved_network(tmp_path / f"{seed}.npz", rules, shape, seed) for seed in (8, 9)]
    settings = PpoSettings.of(
        players=3,
        games=12,
        workers=workers,
        teacher=teachers[0],
        mixed_teacher=teachers[1],
        teacher_coef=1,
        fixed_opponents="heuristic+random",
        weak_opponents="random",
        fixed_opponent_fraction=0.8,
        mixed_table_fraction=0.5,
    )
    learner = PpoLearner(rules, settings, new_network(rules, shape, 1))
    assert learner.teachers is not None
    rollout, _ = learner._backend.collect(learner.network, learner._pool.playing, 0, untimed)
    networks = [serialization.load(tmp_path / f"{seed}.npz", rules)[0] for seed in (8, 9)]
    first, second = (policy_logits(network, rollout, settings.optimizer.minibatch_size) for network in networks)
    found, is_second = learner.teachers.logits(rollout), is_mixed(rollout.line_ups, [FIXED + 1])
    assert 0 < is_second.sum() < len(rollout)
    assert torch.equal(found[is_second], second[is_second])
    assert torch.equal(found[~is_second], first[~is_second])
    assert not torch.allclose(first, second)


@pytest.mark.parametrize("workers", [None, 2])
def test_line_ups_are_those_of_the_games(rules: two_crowns.Rules, workers: int | None) -> None:
    """With `opponent_seat_fraction` 1 the learner has one seat, and the other belongs to a fixed opponent."""
    mix: dict[str, Any] = {"fixed_opponent_fraction": 1, "historical_fraction": 0, "opponent_seat_fraction": 1}
    settings = PpoSettings.of(games=16, fixed_opponents="heuristic+random", **mix, workers=workers)
    learner = PpoLearner(rules, settings, new_network(rules, SMALL))
    rollout, _ = learner._backend.collect(learner.network, learner._pool.playing, 0, untimed)
    assert rollout.line_ups.shape == (len(rollout), 2)
    assert sorted(set(rollout.line_ups.sum(dim=1).tolist())) == [FIXED, FIXED + 1]
    assert (rollout.line_ups == LEARNER).sum(dim=1).tolist() == [1] * len(rollout)


def divergences(folder: Path) -> list[float]:
    return [line["policy/teacher"] for line in lines(folder / "progress.jsonl") if "policy/teacher" in line]


def test_a_student_comes_close_to_its_teacher(tmp_path: Path, teacher: str) -> None:
    settings = {**TINY, "timesteps": 12_000, "target_kl": 100}
    assert train("ppo", tmp_path / "run", **settings, teacher=teacher, learning_rate=0.01)
    found = divergences(tmp_path / "run")
    assert found[0] > 0.05
    assert found[-1] < 0.3 * found[0]


def test_a_resumed_student_has_the_same_teacher(tmp_path: Path, teacher: str, rules: two_crowns.Rules) -> None:
    def interrupt(line: dict[str, float]) -> None:
        raise InterruptedError

    assert train("ppo", tmp_path / "unbroken", **TINY, teacher=teacher)
    with pytest.raises(InterruptedError):
        train("ppo", tmp_path / "run", **TINY, teacher=teacher, checkpoint_interval=0, on_progress=interrupt)
    assert train("ppo", tmp_path / "run", resume=True)
    networks = [serialization.load(tmp_path / name / "agent.npz", rules)[0] for name in ("run", "unbroken")]
    assert same_weights(*networks)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"teacher": None}, "teacher_coef must be above 0 exactly with a teacher"),
        ({"teacher_coef": 0}, "teacher_coef must be above 0 exactly with a teacher"),
        (
            {"teacher_coef": 0, "teacher": None, "mixed_teacher": "policy"},
            "mixed_teacher must be left out without teach",
        ),
        ({"weak_opponents": "greedy", "mixed_teacher": "policy"}, "weak_opponents must be some of fixed_opponents"),
        ({"weak_opponents": "heuristic"}, "weak_opponents must be given exactly with mixed_teacher"),
        ({"mixed_teacher": "policy"}, "weak_opponents must be given exactly with mixed_teacher"),
        ({"teacher": "policy:missing.npz"}, "missing.npz"),
        ({"teacher": "heuristic"}, "teachers must be networks, policy or policy:path=FILE, not 'heuristic'"),
        ({"policy_coef": -1}, "policy_coef must be at least 0"),
    ],
)
def test_wrong_settings_are_refused(tmp_path: Path, teacher: str, wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        train("ppo", tmp_path / "run", **{**TINY, "teacher": teacher, **wrong})
    assert not (tmp_path / "run").exists()

"""Teachers of `ppo`: trained networks whose policies the learner stays near.

With `policy_coef` 0 this is policy distillation (Rusu et al., ICLR 2016, arXiv 1511.06295), in games that the student
plays itself (Czarnecki et al., "Distilling policy distillation", AISTATS 2019, arXiv 1902.02186). With both terms of
the loss it is kickstarting (Schmitt et al., 2018, arXiv 1803.03835).

A second teacher is for mixed tables. The learner does not know at which table it sits; it has to see that from the
game.
"""

from collections.abc import Sequence

import torch
from torch import Tensor

from kschwert_env.agents.policy import PolicyAgent
from kschwert_env.agents.registry import make_agent, split_specs
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.text.phrases import brief
from kschwert_env.nn import serialization
from kschwert_env.nn.networks import Network
from kschwert_env.training.algorithms.update import policy_logits
from kschwert_env.training.rollout.collector import Rollout
from kschwert_env.training.rollout.matchmaking import FIXED
from kschwert_env.training.runs.ppo_settings import PpoSettings


class Teachers:
    """The teacher of all tables, or one of mixed tables and one of all others."""

    def __init__(self, rules: GameRules, settings: PpoSettings, device: torch.device) -> None:
        """Load the networks. Raises ValueError for an agent without one, and for a missing or unfitting network."""

        def network_of(spec: str) -> Network:
            agent = make_agent(spec, rules)
            if not isinstance(agent, PolicyAgent) or agent.path is None:
                raise ValueError(f"teachers must be networks, policy or policy:path=FILE, not {brief(spec)}")
            return serialization.load(agent.path, rules, agent.network)[0].to(device)

        its, fixed = settings.teachers, split_specs(settings.opponents.fixed_opponents)
        assert its.teacher is not None
        self._minibatch_size, self._teacher = settings.optimizer.minibatch_size, network_of(its.teacher)
        self._mixed_teacher = None if its.mixed_teacher is None else network_of(its.mixed_teacher)
        weak = split_specs(its.weak_opponents)
        self._weak = [FIXED + i for i, spec in enumerate(fixed) if spec in weak]

    def logits(self, rollout: Rollout) -> Tensor:
        """Return the masked logits of each decision's teacher, (n, A)."""
        logits = policy_logits(self._teacher, rollout, self._minibatch_size)
        if self._mixed_teacher is None:
            return logits
        others = policy_logits(self._mixed_teacher, rollout, self._minibatch_size)
        return torch.where(is_mixed(rollout.line_ups, self._weak)[:, None], others, logits)


def is_mixed(line_ups: Tensor, weak: Sequence[int]) -> Tensor:
    """Return in which line-ups, int64 (n, P), some but not all opponents are weak: bool (n,).

    `weak` are numbers of opponents in line-ups. The deciding seat is none of them.
    """
    count = torch.isin(line_ups, torch.tensor(weak, device=line_ups.device)).sum(dim=1)
    return (count > 0) & (count < line_ups.shape[1] - 1)

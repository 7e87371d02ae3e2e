"""Settings of proximal policy optimization (PPO)."""

from collections.abc import Set
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar

from kschwert_env.agents.heuristics.base import has_heuristic
from kschwert_env.agents.registry import split_specs
from kschwert_env.engine.contract.options import check
from kschwert_env.training.runs.settings import (
    EvaluationSettings,
    RunSettings,
    Settings,
    anneal,
    check_minimum,
    check_range,
    group,
    groups,
)


@dataclass(frozen=True)
class PpoRunSettings(RunSettings):
    """Length and machine of a run.

    Attributes:
        time_limit: time limit in seconds; none = no limit.
    """

    timesteps: int = 5_000_000
    time_limit: float | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_minimum(0, self, "time_limit")


@dataclass(frozen=True)
class PpoEvaluationSettings(EvaluationSettings):
    """Games against evaluation opponents.

    Attributes:
        evaluation_interval: timesteps between two evaluations; 0 = only one, at the end. The last one plays four times
            as many games.
        evaluation_opponents: agents that the network is evaluated against, joined by +; the default leaves out the
            heuristic where a game has none.
    """

    evaluation_interval: int = 500_000
    evaluation_opponents: str = "random+heuristic"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_minimum(0, self, "evaluation_interval")


@dataclass(frozen=True)
class RolloutSettings:
    """The games of an iteration, and their rewards.

    Attributes:
        games: number of games played in parallel.
        rollout_steps: decisions per game in one iteration; the rollout buffer holds games x rollout_steps.
        score_coef: reward for each point of lead over the mean of the other seats, beside the return of the game; 0 =
            none.
        gamma: discount factor.
        gae_lambda: lambda of generalized advantage estimation (GAE), from one decision of a seat to its next.
        workers: number of rollout workers, each on one CPU thread; none = play where the network learns.
        ray: address of the Ray cluster that runs the workers, or "local" for a cluster on this machine; none = run them
            one after another in this process.
        async_rollouts: 1 = workers play the next iteration during the update, with weights that are one update old; 0 =
            they wait.
    """

    games: int = 256
    rollout_steps: int = 64
    score_coef: float = 0.0
    gamma: float = 1.0
    gae_lambda: float = 0.97
    workers: int | None = None
    ray: str | None = None
    async_rollouts: int = 0

    def __post_init__(self) -> None:
        check_minimum(1, self, "games", "rollout_steps", "workers")
        check_minimum(0, self, "score_coef")
        check_range(0, 1, self, "gamma", "gae_lambda")
        enough = self.workers is None or self.workers <= self.games
        check("workers", self.workers, enough, f"at most as many as games, {self.games}")
        check("workers", self.workers, self.ray is None or self.workers is not None, "a number, to play on Ray")
        check("async_rollouts", self.async_rollouts, self.async_rollouts in (0, 1), "0 or 1")
        waits = not self.async_rollouts or self.workers is not None
        check("workers", self.workers, waits, "a number, for asynchronous rollouts")

    @property
    def buffer_size(self) -> int:
        """Timesteps of one iteration."""
        return self.games * self.rollout_steps

    def count_games(self, worker: int) -> int:
        """Return how many of the games a worker plays: as many as the others, or one more."""
        assert self.workers is not None
        every, more = divmod(self.games, self.workers)
        return every + (worker < more)


@dataclass(frozen=True)
class OpponentSettings:
    """Opponents other than the network itself, and how often they play.

    Attributes:
        pool_size: size of the opponent pool, which holds past versions of the network.
        pool_interval: iterations between two additions to the opponent pool.
        historical_fraction: fraction of games in which past versions have some of the seats.
        fixed_opponents: agents that never change, joined by +; "" = none, also by default where a game has no
            heuristic.
        fixed_opponent_fraction: fraction of games in which fixed opponents have some of the seats.
        opponent_seat_fraction: probability that a seat belongs to an opponent, in games with opponents; the learner
            keeps at least one seat, and with 1 exactly one.
        mixed_table_fraction: fraction of games with opponents in which the kind of opponent is drawn for each seat; in
            all other games with opponents they are of one kind.
        opponent_priority: prioritized sampling of fixed opponents, as in prioritized fictitious self-play: weights are
            (1 - the learner's win rate) to this power; 0 = uniform sampling.
    """

    pool_size: int = 8
    pool_interval: int = 20
    historical_fraction: float = 0.1
    fixed_opponents: str = "heuristic"
    fixed_opponent_fraction: float = 0.5
    opponent_seat_fraction: float = 0.5
    mixed_table_fraction: float = 0.0
    opponent_priority: float = 0.0

    def __post_init__(self) -> None:
        check_minimum(1, self, "pool_size", "pool_interval")
        check_minimum(0, self, "opponent_priority")
        check_range(0, 1, self, "historical_fraction", "fixed_opponent_fraction")
        check_range(0, 1, self, "opponent_seat_fraction", "mixed_table_fraction")
        total = self.historical_fraction + self.fixed_opponent_fraction
        check("historical_fraction and fixed_opponent_fraction", total, total <= 1, "at most 1 together")


@dataclass(frozen=True)
class LossSettings:
    """The loss, and when an update ends.

    Attributes:
        clip_range: PPO clips the probability ratio to 1 +- clip_range.
        target_kl: no further epoch starts once the KL divergence from the policy that played the games exceeds this.
        policy_coef: weight of PPO's policy loss; 0 = learn from teachers only.
        value_coef: weight of the value loss.
        entropy_coef: weight of the entropy bonus at the start; it falls linearly.
        final_entropy_fraction: entropy bonus at the end, as a fraction of entropy_coef; none = final_lr_fraction.
        auxiliary_coef: weight of the error of auxiliary targets, which the network also predicts: final points of all
            seats and, in a game with such a seat, who is king next; 0 = none.
        magnet_coef: weight of the KL divergence from the magnet policy (magnetic mirror descent), a moving average of
            the network's weights; constant during the run; 0 = no magnet.
        magnet_ema_rate: rate of the moving average, per iteration.
        teacher_coef: weight of the KL divergence of the policy from a teacher; 0 = no teacher.
    """

    clip_range: float = 0.2
    target_kl: float = 0.03
    policy_coef: float = 1.0
    value_coef: float = 0.5
    entropy_coef: float = 0.001
    final_entropy_fraction: float | None = None
    auxiliary_coef: float = 0.0
    magnet_coef: float = 0.0
    magnet_ema_rate: float = 0.05
    teacher_coef: float = 0.0

    def __post_init__(self) -> None:
        check_minimum(0, self, "target_kl", "policy_coef", "value_coef", "entropy_coef", "auxiliary_coef")
        check_minimum(0, self, "magnet_coef", "teacher_coef")
        check_range(0, 1, self, "clip_range", "final_entropy_fraction", "magnet_ema_rate")


@dataclass(frozen=True)
class TeacherSettings:
    """Trained networks to learn from.

    Attributes:
        teacher: trained network to learn from, as policy[:option=value,...].
        mixed_teacher: trained network to learn from at mixed tables, where some but not all opponents are among
            weak_opponents; none = teacher.
        weak_opponents: those of fixed_opponents that make a table mixed, joined by +.
    """

    teacher: str | None = None
    mixed_teacher: str | None = None
    weak_opponents: str = ""

    def __post_init__(self) -> None:
        has_mixed = self.mixed_teacher is not None
        right = self.teacher is not None or not has_mixed
        check("mixed_teacher", self.mixed_teacher, right, "left out without teacher")
        right = bool(split_specs(self.weak_opponents)) == has_mixed
        check("weak_opponents", self.weak_opponents, right, "given exactly with mixed_teacher")


@dataclass(frozen=True)
class PpoSettings(Settings):
    """Hyperparameters of `ppo`.

    Attributes:
        rollout: the games of an iteration, and their rewards.
        opponents: opponents other than the network itself.
        loss: the loss, and when an update ends.
        teachers: trained networks to learn from.
    """

    run: PpoRunSettings = group(PpoRunSettings)
    evaluation: PpoEvaluationSettings = group(PpoEvaluationSettings)
    rollout: RolloutSettings = group(RolloutSettings)
    opponents: OpponentSettings = group(OpponentSettings)
    loss: LossSettings = group(LossSettings)
    teachers: TeacherSettings = group(TeacherSettings)

    method: ClassVar[str] = "ppo"
    resumable: ClassVar[Set[str]] = {"ray", "time_limit", *Settings.resumable}

    def __post_init__(self) -> None:
        if not has_heuristic(self.task.game):
            for of, name in (("evaluation", "evaluation_opponents"), ("opponents", "fixed_opponents")):
                its, default = getattr(self, of), groups(PpoSettings)[of]
                if getattr(its, name) == getattr(default, name):
                    others = [each for each in split_specs(getattr(its, name)) if each != "heuristic"]
                    object.__setattr__(self, of, replace(its, **{name: "+".join(others)}))
        coef = self.loss.teacher_coef
        check("teacher_coef", coef, (self.teachers.teacher is None) == (coef == 0), "above 0 exactly with a teacher")
        weak, fixed = (split_specs(of) for of in (self.teachers.weak_opponents, self.opponents.fixed_opponents))
        check("weak_opponents", self.teachers.weak_opponents, set(weak) <= set(fixed), "some of fixed_opponents")

    @property
    def entropy_fraction_left(self) -> float:
        """Entropy bonus at the end, as a fraction of `entropy_coef`."""
        last = self.loss.final_entropy_fraction
        return self.optimizer.final_lr_fraction if last is None else last

    def loss_at(self, left: float) -> LossSettings:
        """Return the loss when the fraction `left` of the run is still to come."""
        entropy = self.loss.entropy_coef * anneal(left, self.entropy_fraction_left)
        return replace(self.loss, entropy_coef=entropy)


def ppo_settings(settings: PpoSettings) -> dict[str, Any]:
    """Return the settings of `ppo` by name, without those that a method has added."""
    names = {setting.name for its in groups(PpoSettings).values() for setting in fields(its)}
    return {name: value for name, value in settings.by_name().items() if name in names}

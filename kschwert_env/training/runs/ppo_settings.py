"""Settings of proximal policy optimization (PPO)."""

from collections.abc import Set
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from kschwert_env.agents.heuristics.base import has_heuristic
from kschwert_env.agents.registry import split_specs
from kschwert_env.engine.contract.options import check
from kschwert_env.training.runs.settings import Settings, anneal, check_minimum, check_range


@dataclass(frozen=True)
class PpoSettings(Settings):
    """Hyperparameters of `ppo`: the rollouts, the opponents, and the update.

    Attributes:
        games: number of games played in parallel.
        rollout_steps: decisions per game in one iteration; the rollout buffer holds games x rollout_steps.
        evaluation_interval: timesteps between two evaluations; 0 = only one, at the end. The last one plays four times
            as many games.
        evaluation_opponents: agents that the network is evaluated against, joined by +; the default leaves out the
            heuristic where a game has none.
        gamma: discount factor.
        gae_lambda: lambda of generalized advantage estimation (GAE), from one decision of a seat to its next.
        clip_range: PPO clips the probability ratio to 1 +- clip_range.
        entropy_coef: weight of the entropy bonus at the start; it falls linearly.
        final_entropy_fraction: entropy bonus at the end, as a fraction of entropy_coef; none = final_lr_fraction.
        max_grad_norm: gradients are clipped to this norm.
        target_kl: no further epoch starts once the KL divergence from the policy that played the games exceeds this.
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
        score_coef: reward for each point of lead over the mean of the other seats, beside the return of the game; 0 =
            none.
        auxiliary_coef: weight of the error of auxiliary targets, which the network also predicts: final points of all
            seats and, in a game with such a seat, who is king next; 0 = none.
        workers: number of rollout workers, each on one CPU thread; none = play where the network learns.
        ray: address of the Ray cluster that runs the workers, or "local" for a cluster on this machine; none = run them
            one after another in this process.
        async_rollouts: 1 = workers play the next iteration during the update, with weights that are one update old; 0 =
            they wait.
        time_limit: time limit in seconds; none = no limit.
        magnet_coef: weight of the KL divergence from the magnet policy (magnetic mirror descent), a moving average of
            the network's weights; constant during the run; 0 = no magnet.
        magnet_ema_rate: rate of the moving average, per iteration.
        policy_coef: weight of PPO's policy loss; 0 = learn from teachers only.
        teacher_coef: weight of the KL divergence of the policy from a teacher; 0 = no teacher.
        teacher: trained network to learn from, as policy[:option=value,...].
        mixed_teacher: trained network to learn from at mixed tables, where some but not all opponents are among
            weak_opponents; none = teacher.
        weak_opponents: those of fixed_opponents that make a table mixed, joined by +.
    """

    timesteps: int = 5_000_000
    games: int = 256
    rollout_steps: int = 64
    evaluation_interval: int = 500_000
    evaluation_opponents: str = "random+heuristic"
    gamma: float = 1.0
    gae_lambda: float = 0.97
    clip_range: float = 0.2
    entropy_coef: float = 0.001
    final_entropy_fraction: float | None = None
    max_grad_norm: float = 0.5
    target_kl: float = 0.03
    pool_size: int = 8
    pool_interval: int = 20
    historical_fraction: float = 0.1
    fixed_opponents: str = "heuristic"
    fixed_opponent_fraction: float = 0.5
    opponent_seat_fraction: float = 0.5
    mixed_table_fraction: float = 0.0
    opponent_priority: float = 0.0
    score_coef: float = 0.0
    auxiliary_coef: float = 0.0
    workers: int | None = None
    ray: str | None = None
    async_rollouts: int = 0
    time_limit: float | None = None
    magnet_coef: float = 0.0
    magnet_ema_rate: float = 0.05
    policy_coef: float = 1.0
    teacher_coef: float = 0.0
    teacher: str | None = None
    mixed_teacher: str | None = None
    weak_opponents: str = ""

    method: ClassVar[str] = "ppo"
    resumable: ClassVar[Set[str]] = {"ray", "time_limit", *Settings.resumable}

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("evaluation_opponents", "fixed_opponents"):
            default = str(type(self).__dataclass_fields__[name].default)
            if getattr(self, name) == default and not has_heuristic(self.game):
                object.__setattr__(self, name, "+".join(each for each in split_specs(default) if each != "heuristic"))
        check_minimum(1, self, "games", "rollout_steps", "pool_size", "pool_interval", "workers")
        check_minimum(
            0, self, "evaluation_interval", "entropy_coef", "max_grad_norm", "target_kl", "time_limit", "score_coef"
        )
        check_minimum(0, self, "opponent_priority", "magnet_coef", "auxiliary_coef", "policy_coef", "teacher_coef")
        check_range(0, 1, self, "gamma", "gae_lambda", "clip_range", "magnet_ema_rate", "final_entropy_fraction")
        check_range(0, 1, self, "historical_fraction", "fixed_opponent_fraction")
        check_range(0, 1, self, "opponent_seat_fraction", "mixed_table_fraction")
        total = self.historical_fraction + self.fixed_opponent_fraction
        check("historical_fraction and fixed_opponent_fraction", total, total <= 1, "at most 1 together")
        enough = self.workers is None or self.workers <= self.games
        check("workers", self.workers, enough, f"at most as many as games, {self.games}")
        check("workers", self.workers, self.ray is None or self.workers is not None, "a number, to play on Ray")
        check("async_rollouts", self.async_rollouts, self.async_rollouts in (0, 1), "0 or 1")
        waits = not self.async_rollouts or self.workers is not None
        check("workers", self.workers, waits, "a number, for asynchronous rollouts")

        self._check_teachers()

    def _check_teachers(self) -> None:
        """Raise ValueError for teachers that are never used, and for weak opponents that never play."""
        has_teacher = self.teacher is not None
        check(
            "teacher_coef", self.teacher_coef, has_teacher == (self.teacher_coef > 0), "above 0 exactly with a teacher"
        )
        has_mixed = self.mixed_teacher is not None
        check("mixed_teacher", self.mixed_teacher, has_teacher or not has_mixed, "left out without teacher")
        weak, fixed = set(split_specs(self.weak_opponents)), set(split_specs(self.fixed_opponents))
        check("weak_opponents", self.weak_opponents, weak <= fixed, "some of fixed_opponents")
        check("weak_opponents", self.weak_opponents, bool(weak) == has_mixed, "given exactly with mixed_teacher")

    @property
    def buffer_size(self) -> int:
        """Timesteps of one iteration."""
        return self.games * self.rollout_steps

    @property
    def entropy_fraction_left(self) -> float:
        """Entropy bonus at the end, as a fraction of `entropy_coef`."""
        return self.final_lr_fraction if self.final_entropy_fraction is None else self.final_entropy_fraction

    def anneal(self, left: float) -> Self:
        """Return the settings with the schedules applied, where `left` is the fraction of timesteps still to come."""
        entropy = self.entropy_coef * anneal(left, self.entropy_fraction_left)
        return replace(self, learning_rate=self.anneal_learning_rate(left), entropy_coef=entropy)

    def count_games(self, worker: int) -> int:
        """Return how many of the games a worker plays: as many as the others, or one more."""
        assert self.workers is not None
        every, more = divmod(self.games, self.workers)
        return every + (worker < more)

"""Settings of self-play by proximal policy optimization."""

from collections.abc import Set
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from kschwert_env.engine.options import check
from kschwert_env.training.runs.settings import Settings, at_least, falling, within


@dataclass(frozen=True)
class PpoSettings(Settings):
    """Settings of `ppo`: how games are played, and how the network learns from them.

    Attributes:
        games: played side by side.
        steps: decisions taken in each of them, for one iteration.
        evaluate_every: decisions between two evaluations; 0 has none but the last, with four times as many games.
        evaluators: whom it is tested against with one seat: agents by what is typed, with + between them.
        gamma: discount.
        gae_lambda: lambda of generalized advantage estimation, from one decision of a seat to its next.
        clip: of the policy's ratio.
        entropy: weight of the entropy at first; it falls linearly over the decisions.
        max_gradient: norm to which gradients are cut down.
        pool: size of the pool of past selves.
        pool_every: iterations from one past self that is kept to the next.
        past_share: part of the games in which some seats are past selves.
        rivals: agents by what is typed, with + between them.
        rival_share: part of the games in which some seats are one of theirs.
        other_seats: how likely each seat is theirs in games with past selves or rivals; 1 leaves the current self one.
        mixed_share: part of these games in which each seat of theirs is drawn by itself, so that several kinds sit at a
            table; in the rest all are of one kind.
        priority: how much more often rivals play whom the current self beats less: as a power of what they win.
        workers: number of workers that share the games, each on one thread of a CPU; None plays them where the network
            learns.
        ray: address of the Ray cluster that the workers are in, or "local" for one on this machine alone; None has them
            in this process, one after another.
        ahead: iterations that workers play ahead of what is learned, 0 or 1.
        seconds: time limit, where the decisions are not done by then; None waits for them.
        warm_start: a trained network to begin with, by the path of its file; its shape goes before the settings.
        last_entropy: what part of the weight of entropy is left at the end; None is as much as of the learning rate.
        magnet: weight of the policy's Kullback-Leibler divergence from that of the magnet, a moving average of the
            network's weights from those that it begins with; it does not fall, and 0 has no magnet.
        magnet_pace: what part of the way to the network's weights the magnet goes after each iteration.
        target_kl: Kullback-Leibler divergence beyond which no further epoch is begun.
    """

    decisions: int = 5_000_000
    games: int = 256
    steps: int = 64
    evaluate_every: int = 500_000
    evaluators: str = "random+greedy+heuristic"
    gamma: float = 1.0
    gae_lambda: float = 0.97
    clip: float = 0.2
    entropy: float = 0.001
    max_gradient: float = 0.5
    pool: int = 8
    pool_every: int = 20
    past_share: float = 0.1
    rivals: str = "heuristic"
    rival_share: float = 0.5
    other_seats: float = 0.5
    mixed_share: float = 0.0
    priority: float = 0.0
    workers: int | None = None
    ray: str | None = None
    ahead: int = 0
    seconds: float | None = None
    warm_start: str | None = None
    last_entropy: float | None = None
    magnet: float = 0.0
    magnet_pace: float = 0.05
    target_kl: float = 0.03

    method: ClassVar[str] = "ppo"
    free: ClassVar[Set[str]] = {"ray", "seconds", *Settings.free}

    def __post_init__(self) -> None:
        super().__post_init__()
        at_least(1, self, "games", "steps", "pool", "pool_every", "workers")
        at_least(0, self, "evaluate_every", "entropy", "max_gradient", "priority", "seconds", "target_kl", "magnet")
        within(0, 1, self, "gamma", "gae_lambda", "clip", "magnet_pace", "last_entropy")
        within(0, 1, self, "past_share", "rival_share", "other_seats", "mixed_share")
        shares = self.past_share + self.rival_share
        check("past_share and rival_share", shares, shares <= 1, "at most 1 together")
        enough = self.workers is None or self.workers <= self.games
        check("workers", self.workers, enough, f"at most as many as games, {self.games}")
        check("workers", self.workers, self.ray is None or self.workers is not None, "a number, to play on Ray")
        check("ahead", self.ahead, self.ahead in (0, 1), "0 or 1")
        check("workers", self.workers, not self.ahead or self.workers is not None, "a number, to play ahead")

    @property
    def round(self) -> int:
        """Decisions of one iteration."""
        return self.games * self.steps

    @property
    def entropy_left(self) -> float:
        """What part of the weight of entropy is left at the end."""
        return self.last_share if self.last_entropy is None else self.last_entropy

    def at(self, left: float) -> Self:
        """Return the settings with a part `left` of the planned decisions to go: learning rate and entropy fall."""
        entropy = self.entropy * falling(left, self.entropy_left)
        return replace(self, learning_rate=self.falling_rate(left), entropy=entropy)

    def part(self, worker: int) -> int:
        """How many of the games are that worker's: as many as the others', or one more."""
        assert self.workers is not None
        every, more = divmod(self.games, self.workers)
        return every + (worker < more)

"""Collect rollouts: the learner and its opponents play, and the learner's decisions fill the rollout buffer.

Advantages come from generalized advantage estimation (GAE), computed for each seat along its own decisions.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from kschwert_env.agents.base import Agent, choose_batch_actions
from kschwert_env.arena.game_runner import wins
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.nn.evaluator import Evaluator, make_evaluator
from kschwert_env.nn.masked_categorical import sample_actions
from kschwert_env.nn.networks import Network
from kschwert_env.training.rollout.auxiliary import AuxiliaryTargets, num_targets
from kschwert_env.training.rollout.matchmaking import FIXED, HISTORICAL, LEARNER, OpponentMix
from kschwert_env.training.rollout.seat_advantages import seat_advantages


@dataclass(frozen=True)
class Rollout:
    """Decisions of the learner, as a flat batch of n.

    Attributes:
        observations: int8 (n, N).
        masks: int8 (n, A).
        actions: int64 (n,).
        log_probs: float32 (n,), log-probabilities of the actions under the policy that played.
        advantages: float32 (n,).
        returns: float32 (n, P K), targets of the values: returns of all seats, the deciding seat first, then likewise
            K - 1 auxiliary targets.
        line_ups: int64 (n, P), who sits in which seat of the game (`rollout.matchmaking`).
    """

    observations: Tensor
    masks: Tensor
    actions: Tensor
    log_probs: Tensor
    advantages: Tensor
    returns: Tensor
    line_ups: Tensor

    def __len__(self) -> int:
        return len(self.actions)

    @classmethod
    def concatenate(cls, parts: Sequence["Rollout"]) -> "Rollout":
        """Return the decisions of several rollouts, one after another."""
        return cls(*map(torch.cat, zip(*(vars(part).values() for part in parts), strict=True)))

    def select(self, indices: Tensor) -> "Rollout":
        """Return the decisions at these indices, int64 (k,)."""
        return Rollout(*(tensor.index_select(0, indices) for tensor in vars(self).values()))


Timer = Callable[[str], AbstractContextManager[Any]]
"""A context manager that times the part of the work with that name, such as a `Stopwatch`."""


@dataclass(frozen=True)
class RolloutStats:
    """Statistics of the games of a rollout.

    Attributes:
        learned: number of the learner's decisions, those with a choice.
        lengths: number of decisions in each finished game.
        shares: for each kind of opponent, and each finished game against it: the wins of the learner's seats over a
            fair share; 1 is fair.
    """

    learned: int
    lengths: list[int]
    shares: dict[str, list[float]]

    @classmethod
    def concatenate(cls, parts: Sequence["RolloutStats"]) -> "RolloutStats":
        """Return the statistics of several rollouts together."""
        shares = {name: [share for part in parts for share in part.shares[name]] for name in parts[0].shares}
        lengths = [length for part in parts for length in part.lengths]
        return cls(sum(part.learned for part in parts), lengths, shares)

    def figures(self) -> dict[str, float]:
        """Return counts and means by name; means of nothing are left out."""
        figures = {"games/finished": float(len(self.lengths)), "games/learned": float(self.learned)}
        if self.lengths:
            figures["games/decisions"] = float(np.mean(self.lengths))
        return figures | {f"shares/{name}": float(np.mean(shares)) for name, shares in self.shares.items() if shares}


def leads(scores: np.ndarray) -> np.ndarray:
    """Return the points of each seat minus the mean of the other seats, float64 (B, P)."""
    players = scores.shape[1]
    return np.asarray((scores * players - scores.sum(axis=1, keepdims=True)) / (players - 1))


class Collector:
    """The rollout buffer: B games that continue from one rollout to the next, with T decisions of each.

    Attributes:
        batch: the games.
        observations: int8 (T, B, N), on the network's device like the next four.
        masks: int8 (T, B, A).
        actions: int64 (T, B).
        log_probs: float32 (T, B), log-probabilities of the actions.
        values: float32 (T, B, P K), value estimates of all seats, the deciding seat first, then likewise those of K - 1
            auxiliary targets. Everything below is on the CPU.
        seats: int64 (T, B), the deciding seats.
        learns: bool (T, B), whether the learner decided, with more than one legal action.
        rewards: float32 (T, B, P).
        auxiliary: auxiliary targets; None without.
        played_by: int64 (T, B, P), who sat in which seat.
        ended: bool (T, B).
        line_ups: int64 (B, P), who sits in which seat of the current games (`rollout.matchmaking`).
        lengths: int64 (B,), decisions so far in these games.
        latest: float64 (B, fixed opponents), wins of the learner's seats in the latest finished game of this slot
            against each fixed opponent, over a fair share; 1 before the first.
        generator: source of all randomness except that of the games.
    """

    def __init__(
        self,
        rules: GameRules,
        games: int,
        steps: int,
        mix: OpponentMix,
        fixed_opponents: Mapping[str, Agent],
        score_coef: float,
        device: torch.device,
        generator: np.random.Generator,
        threads: int | None = None,
        has_auxiliary: bool = False,
    ) -> None:
        """Start new games; `fixed_opponents` by name, as many as in `mix`; `score_coef` is the reward for each point of
        lead; `threads` as in `Batch`; `has_auxiliary`: whether networks predict auxiliary targets.
        """
        self._rules, self._fixed, self._mix, self._score_coef = rules, fixed_opponents, mix, score_coef
        self._device, self.generator = device, generator
        self.batch = Batch(rules, games, int(generator.integers(2**63)), threads)
        shape, players = (steps, games), rules.num_players
        self.observations = torch.zeros(*shape, rules.observation.size, dtype=torch.int8, device=device)
        self.masks = torch.zeros(*shape, rules.num_actions, dtype=torch.int8, device=device)
        self.actions = torch.zeros(*shape, dtype=torch.int64, device=device)
        self.log_probs = torch.zeros(*shape, device=device)
        kinds = 1 + (num_targets(rules) if has_auxiliary else 0)
        self.values = torch.zeros(*shape, players * kinds, device=device)
        self.seats = np.zeros(shape, np.int64)
        self.learns = np.zeros(shape, np.bool_)
        self.rewards = np.zeros((*shape, players), np.float32)
        self.auxiliary = AuxiliaryTargets(rules, steps, games) if has_auxiliary else None
        self.ended = np.zeros(shape, np.bool_)
        self.played_by = np.zeros((*shape, players), np.int64)
        self.line_ups = mix.draw(games, players, generator)
        self.lengths = np.zeros(games, np.int64)
        self.latest = np.ones((games, len(fixed_opponents)))

    def collect(self, network: Network, past: Network, timer: Timer) -> RolloutStats:
        """Fill the buffer; `past` plays the seats of past versions.

        `timer` is entered for "environment", "policy" and "fixed_opponents".
        """
        batch, game_indices, lengths = self.batch, np.arange(self.batch.size), list[int]()
        shares_by_opponent: dict[str, list[float]] = {name: [] for name in ("historical", *self._fixed)}
        learner, historical = make_evaluator(network), make_evaluator(past)
        for t in range(len(self.seats)):
            with timer("environment"):
                self.observations[t].copy_(torch.from_numpy(batch.observations))
                self.masks[t].copy_(torch.from_numpy(batch.masks))
                self.actions[t].copy_(torch.from_numpy(batch.masks.argmax(axis=1)))  # the only action, without a choice
                self.seats[t], self.played_by[t] = batch.player, self.line_ups
                choice, who = batch.masks.sum(axis=1, dtype=np.int32) > 1, self.line_ups[game_indices, batch.player]
                self.learns[t] = choice & (who == LEARNER)
            with timer("policy"):
                self._decide(t, learner, self.learns[t])
                self._decide(t, historical, choice & (who == HISTORICAL))
            with timer("fixed_opponents"):
                for i, name in enumerate(self._fixed):
                    self._decide_fixed(t, name, choice & (who == FIXED + i))
            with timer("environment"):
                before = leads(batch.states["scores"])
                seats = None if self.auxiliary is None else self.auxiliary.predicted_seats(batch)
                rewards, terminated, truncated = batch.step(self.actions[t].cpu().numpy())
                ended = terminated | truncated
                scores = np.where(ended[:, None], batch.final_scores, batch.states["scores"])
                self.rewards[t] = rewards + self._score_coef * (leads(scores) - before)
                self.ended[t] = ended
                if self.auxiliary is not None:
                    self.auxiliary.record(t, batch, ended, seats)
                self.lengths += 1
                lengths += self.lengths[ended].tolist()
                for i, shares_so_far in enumerate(shares_by_opponent.values()):
                    games = ended & (self.line_ups == HISTORICAL + i).any(axis=1)
                    shares = self._shares(games)
                    shares_so_far += shares.tolist()
                    if i:
                        self.latest[games, i - 1] = shares
                self.lengths[ended] = 0
                players, shares = self.rewards.shape[2], self.latest.mean(axis=0)
                self.line_ups[ended] = self._mix.draw(int(ended.sum()), players, self.generator, shares)
        return RolloutStats(int(self.learns.sum()), lengths, shares_by_opponent)

    def rollout(self, gamma: float, lambda_: float) -> Rollout:
        """Return the learner's decisions whose consequences are known, step by step."""
        auxiliary = [] if self.auxiliary is None else self.auxiliary.rewards(self.ended)
        seats, learns = self._on_device(self.seats), self._on_device(self.learns)
        estimates, is_known = list[Tensor](), learns
        kinds = torch.split(self.values, self.rewards.shape[2], dim=2)
        for values, (rewards, ended) in zip(kinds, [(self.rewards, self.ended), *auxiliary], strict=True):
            its = self._on_device(rewards), self._on_device(ended), learns
            advantages, known = seat_advantages(values, seats, *its, gamma, lambda_)
            is_known = known if not estimates else is_known
            estimates.append(advantages)
        indices = is_known.flatten().nonzero().squeeze(1)
        advantages = torch.cat(estimates, dim=2)
        decisions = (self.observations, self.masks, self.actions, self.log_probs)
        learned_from = (advantages[..., 0], self.values + advantages, self._on_device(self.played_by))
        return Rollout(*(array.flatten(0, 1).index_select(0, indices) for array in (*decisions, *learned_from)))

    def _on_device(self, array: np.ndarray) -> Tensor:
        return torch.from_numpy(array).to(self._device)

    def _shares(self, games: np.ndarray) -> np.ndarray:
        """Return the wins of the learner's seats in games that have just ended, over a fair share."""
        ours = self.line_ups[games] == LEARNER
        return np.asarray((wins(self.batch.final_scores[games]) * ours).sum(axis=1) / ours.mean(axis=1))

    def _decide(self, t: int, evaluate: Evaluator, mask: np.ndarray) -> None:
        """Write actions, log-probabilities and values of a network in the games in `mask`, bool (B,)."""
        if not mask.any():
            return
        rows = torch.from_numpy(np.flatnonzero(mask)).to(self._device)
        with torch.inference_mode():
            logits, values = evaluate(*(array[t].index_select(0, rows) for array in (self.observations, self.masks)))
            uniform = torch.from_numpy(self.generator.random(len(rows), np.float32)).to(self._device)
            actions, log_probs = sample_actions(logits, uniform)
            self.actions[t][rows] = actions
            self.log_probs[t][rows] = log_probs
            self.values[t][rows] = values

    def _decide_fixed(self, t: int, name: str, mask: np.ndarray) -> None:
        """Write actions of a fixed opponent in the games in `mask`, bool (B,)."""
        if not mask.any():
            return
        batch, seeds = self.batch, self.generator.integers(2**63, size=int(mask.sum()))
        actions = torch.from_numpy(choose_batch_actions(self._fixed[name], batch, mask, seeds, name))
        self.actions[t][torch.from_numpy(mask).to(self._device)] = actions.to(self._device)

    def state(self) -> dict[str, np.ndarray]:
        """Return what must persist between rollouts, for `restore`."""
        return {"line_ups": self.line_ups, "lengths": self.lengths, "latest": self.latest, **self.batch.snapshot()}

    def restore(self, state: dict[str, np.ndarray]) -> None:
        """Continue exactly as the collector with that state would. Raises ValueError for the state of another run."""
        is_valid = (state["line_ups"] >= LEARNER) & (state["line_ups"] < FIXED + len(self._fixed))
        if not is_valid.all() or (state["lengths"] < 0).any():
            raise ValueError("its line-ups name unknown opponents")
        if not ((state["latest"] >= 0) & (state["latest"] <= self.rewards.shape[2])).all():
            raise ValueError("its win shares are out of range")
        self.batch.restore(state)
        for array, name in ((self.line_ups, "line_ups"), (self.lengths, "lengths"), (self.latest, "latest")):
            array[:] = state[name]

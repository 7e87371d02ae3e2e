"""Collect rollouts: the learner and its opponents play, and the learner's decisions fill the rollout buffer.

The engine plays on the CPU; all networks and the buffer are on one device. On a GPU the games are in two groups: while
the device evaluates the decisions of one group, the CPU steps the games of the other. Each group waits for the device
once per step, for its actions.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from kschwert_env.agents.base import Agent, choose_batch_actions
from kschwert_env.agents.policy import PolicyAgent
from kschwert_env.arena.game_runner import wins
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.nn import serialization
from kschwert_env.nn.evaluator import Evaluator, make_evaluator
from kschwert_env.nn.masked_categorical import sample_actions
from kschwert_env.nn.networks import Network
from kschwert_env.training.rollout.auxiliary import AuxiliaryTargets, num_targets
from kschwert_env.training.rollout.matchmaking import FIXED, HISTORICAL, LEARNER, OpponentMix
from kschwert_env.training.rollout.seat_advantages import seat_advantages
from kschwert_env.training.runs.ppo_settings import PpoSettings


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


class GameGroup:
    """Games that are stepped together.

    Attributes:
        batch: the games.
        place: their places among all games of the collector.
        numbers: int64 (size,), their numbers in the batch.
        actions: int64 (size,), actions in the current step: at first those of the CPU (decisions with one legal action
            and agents that are no networks), then of all.
        by_network: bool (size,), where a network on the device decides.
        chosen: int64 (size,), actions of networks, on the device.
    """

    def __init__(self, rules: GameRules, place: slice, seed: int, device: torch.device, threads: int | None) -> None:
        """Start new games."""
        self.batch = Batch(rules, place.stop - place.start, seed, threads)
        self.place, self.numbers, size = place, np.arange(self.batch.size), self.batch.size
        self.actions, self.by_network = np.zeros(size, np.int64), np.zeros(size, np.bool_)
        pinned = device.type == "cuda"
        self._seen = torch.zeros(size, rules.observation.size, dtype=torch.int8, pin_memory=pinned)
        self._masks = torch.zeros(size, rules.num_actions, dtype=torch.int8, pin_memory=pinned)
        self.chosen = torch.zeros(size, dtype=torch.int64, device=device)
        self._received = torch.zeros(size, dtype=torch.int64, pin_memory=pinned)
        self._arrived = torch.cuda.Event() if pinned else None  # type: ignore[no-untyped-call]

    def send(self, observations: Tensor, masks: Tensor) -> None:
        """Copy observations and masks to the device; on a GPU, without waiting."""
        for array, pinned, out in (
            (self.batch.observations, self._seen, observations),
            (self.batch.masks, self._masks, masks),
        ):
            if self._arrived is None:
                out.copy_(torch.from_numpy(array))
            else:
                pinned.copy_(torch.from_numpy(array))
                out.copy_(pinned, non_blocking=True)

    def request(self) -> None:
        """Start to copy the actions of networks from the device."""
        self._received.copy_(self.chosen, non_blocking=True)
        if self._arrived is not None:
            self._arrived.record()

    def receive(self) -> None:
        """Wait for the requested actions, and take them where a network decides."""
        if self._arrived is not None:
            self._arrived.synchronize()
        np.copyto(self.actions, self._received.numpy(), where=self.by_network)


class Collector:
    """The rollout buffer: B games that continue from one rollout to the next, with T decisions of each.

    Attributes:
        groups: the games.
        opponents: fixed opponents by name, as agents.
        observations: int8 (T, B, N), on the networks' device like the next three.
        masks: int8 (T, B, A).
        log_probs: float32 (T, B), log-probabilities of the learner's actions.
        values: float32 (T, B, P K), value estimates of all seats, the deciding seat first, then likewise those of K - 1
            auxiliary targets. Everything below is on the CPU.
        actions: int64 (T, B).
        seats: int64 (T, B), the deciding seats.
        learns: bool (T, B), whether the learner decided, with more than one legal action.
        rewards: float32 (T, B, P).
        auxiliary: auxiliary targets; None without.
        played_by: int64 (T, B, P), who sat in which seat.
        ended: bool (T, B).
        line_ups: int64 (B, P), who sits in which seat of the current games (`rollout.matchmaking`).
        lengths: int64 (B,), decisions so far in these games.
        latest: float64 (B, fixed opponents), wins of the learner's seats in the latest finished game of this slot
            against each fixed opponent, over a fair share; 1 before the first. It changes between rollouts.
        generator: source of all randomness except that of the games.
    """

    def __init__(
        self,
        rules: GameRules,
        settings: PpoSettings,
        games: int,
        opponents: Mapping[str, Agent],
        device: torch.device,
        generator: np.random.Generator,
        threads: int | None = None,
        num_groups: int | None = None,
    ) -> None:
        """Start new games; `threads` as in `Batch`; `num_groups`: None = two on a GPU, one on a CPU."""
        self._rules, self._settings, self._device, self.generator = rules, settings.rollout, device, generator
        self.opponents = opponents
        self._networks = {
            FIXED + i: _network_of(agent, rules, device, settings.run.torch_compile)
            for i, agent in enumerate(opponents.values())
            if is_network(agent)
        }
        self._mix = OpponentMix(settings.opponents, len(opponents))
        self.groups = list(_new_groups(rules, games, device, generator, threads, num_groups))
        shape, players = (settings.rollout.rollout_steps, games), rules.num_players
        self.observations = torch.zeros(*shape, rules.observation.size, dtype=torch.int8, device=device)
        self.masks = torch.zeros(*shape, rules.num_actions, dtype=torch.int8, device=device)
        self.log_probs = torch.zeros(*shape, device=device)
        has_auxiliary = settings.loss.auxiliary_coef > 0
        self.values = torch.zeros(*shape, players * (1 + has_auxiliary * num_targets(rules)), device=device)
        self.actions = np.zeros(shape, np.int64)
        self.seats = np.zeros(shape, np.int64)
        self.learns = np.zeros(shape, np.bool_)
        self.rewards = np.zeros((*shape, players), np.float32)
        self.auxiliary = AuxiliaryTargets(rules, *shape) if has_auxiliary else None
        self.ended = np.zeros(shape, np.bool_)
        self.played_by = np.zeros((*shape, players), np.int64)
        self.line_ups = self._mix.draw(games, players, generator)
        self.lengths = np.zeros(games, np.int64)
        self.latest = np.ones((games, len(opponents)))

    def collect(self, network: Network, past: Network, timer: Timer) -> RolloutStats:
        """Fill the buffer; `past` plays the seats of past versions.

        `timer` is entered for "environment", "policy" and "fixed_opponents".
        """
        steps, games = self.learns.shape
        networks = {LEARNER: network, HISTORICAL: past, **self._networks}
        evaluators = {number: make_evaluator(its) for number, its in networks.items()}
        uniform = torch.from_numpy(self.generator.random((steps, games), np.float32)).to(self._device)
        shares = self.latest.mean(axis=0)
        finished = list[_Finished]()
        for group in self.groups:
            self._ask(group, 0, evaluators, uniform, timer)
        for t in range(steps):
            for group in self.groups:
                with timer("policy"):
                    group.receive()
                with timer("environment"):
                    finished += self._step(group, t, shares)
                if t + 1 < steps:
                    self._ask(group, t + 1, evaluators, uniform, timer)
        return self._stats(finished)

    def _ask(self, group: GameGroup, t: int, evaluators: dict[int, Evaluator], uniform: Tensor, timer: Timer) -> None:
        """Let networks and agents choose the actions of step `t`. Networks on a GPU are not waited for."""
        batch, place = group.batch, group.place
        with timer("environment"):
            group.send(self.observations[t, place], self.masks[t, place])
            line_ups = self.line_ups[place]
            self.seats[t, place], self.played_by[t, place] = batch.player, line_ups
            choice, who = batch.masks.sum(axis=1, dtype=np.int32) > 1, line_ups[group.numbers, batch.player]
            self.learns[t, place] = choice & (who == LEARNER)
            group.actions[:] = batch.masks.view(np.bool_).argmax(axis=1)  # the only action, without a choice
            group.by_network[:] = choice & np.isin(who, list(evaluators))
        with timer("policy"):
            for number, evaluate in evaluators.items():
                self._decide(group, t, number, evaluate, choice & (who == number), uniform[t, place])
            group.request()
        with timer("fixed_opponents"):
            for i, (name, agent) in enumerate(self.opponents.items()):
                mask = choice & (who == FIXED + i)
                if FIXED + i not in evaluators and mask.any():
                    seeds = self.generator.integers(2**63, size=int(mask.sum()))
                    group.actions[mask] = choose_batch_actions(agent, batch, mask, seeds, name)

    def _decide(
        self, group: GameGroup, t: int, number: int, evaluate: Evaluator, mask: np.ndarray, uniform: Tensor
    ) -> None:
        """Let a network, by its number in line-ups, choose the actions of the games in `mask`, bool (size,)."""
        if not mask.any():
            return
        place, rows = group.place, torch.from_numpy(np.flatnonzero(mask)).to(self._device, non_blocking=True)
        with torch.inference_mode():
            inputs = (array[t, place].index_select(0, rows) for array in (self.observations, self.masks))
            logits, values = evaluate(*inputs)
            actions, log_probs = sample_actions(logits, uniform.index_select(0, rows))
            group.chosen.index_copy_(0, rows, actions)
            if number == LEARNER:
                self.log_probs[t, place].index_copy_(0, rows, log_probs)
                self.values[t, place].index_copy_(0, rows, values)

    def _step(self, group: GameGroup, t: int, shares: np.ndarray) -> list["_Finished"]:
        """Step the games of a group and record the consequences; return the games that have ended."""
        batch, place = group.batch, group.place
        before = leads(batch.states["scores"]) if self._settings.score_coef else 0
        seats = None if self.auxiliary is None else self.auxiliary.predicted_seats(batch)
        self.actions[t, place] = group.actions
        rewards, terminated, truncated = batch.step(group.actions)
        ended = terminated | truncated
        self.rewards[t, place], self.ended[t, place] = rewards, ended
        if self._settings.score_coef:
            scores = np.where(ended[:, None], batch.final_scores, batch.states["scores"])
            self.rewards[t, place] += self._settings.score_coef * (leads(scores) - before)
        if self.auxiliary is not None:
            self.auxiliary.record(t, place, batch, ended, seats)
        self.lengths[place] += 1
        if not ended.any():
            return []
        slots = place.start + np.flatnonzero(ended)
        finished = _Finished(slots, self.lengths[slots], self.line_ups[slots], batch.final_scores[ended])
        self.lengths[slots] = 0
        self.line_ups[slots] = self._mix.draw(len(slots), self._rules.num_players, self.generator, shares)
        return [finished]

    def _stats(self, finished: Sequence["_Finished"]) -> RolloutStats:
        """Return statistics of the games that ended, and update `latest`."""
        learned = int(self.learns.sum())
        if not finished:
            return RolloutStats(learned, [], {name: [] for name in ("historical", *self.opponents)})
        slots, lengths, line_ups, scores = map(np.concatenate, zip(*finished, strict=True))
        ours = line_ups == LEARNER
        won = (wins(scores) * ours).sum(axis=1) / ours.mean(axis=1)
        shares = dict[str, list[float]]()
        for number, name in enumerate(("historical", *self.opponents), HISTORICAL):
            against = (line_ups == number).any(axis=1)
            shares[name] = won[against].tolist()
            if number >= FIXED:
                self.latest[slots[against], number - FIXED] = won[against]
        return RolloutStats(learned, lengths.tolist(), shares)

    def rollout(self) -> Rollout:
        """Return the learner's decisions whose consequences are known, step by step."""
        auxiliary = [] if self.auxiliary is None else self.auxiliary.rewards(self.ended)
        seats, learns = self._on_device(self.seats), self._on_device(self.learns)
        estimates, is_known = list[Tensor](), learns
        kinds = torch.split(self.values, self.rewards.shape[2], dim=2)
        for values, (rewards, ended) in zip(kinds, [(self.rewards, self.ended), *auxiliary], strict=True):
            its = self._on_device(rewards), self._on_device(ended), learns
            advantages, known = seat_advantages(values, seats, *its, self._settings.gamma, self._settings.gae_lambda)
            is_known = known if not estimates else is_known
            estimates.append(advantages)
        indices = is_known.flatten().nonzero().squeeze(1)
        advantages = torch.cat(estimates, dim=2)
        decisions = (self.observations, self.masks, self._on_device(self.actions), self.log_probs)
        learned_from = (advantages[..., 0], self.values + advantages, self._on_device(self.played_by))
        return Rollout(*(array.flatten(0, 1).index_select(0, indices) for array in (*decisions, *learned_from)))

    def _on_device(self, array: np.ndarray) -> Tensor:
        return torch.from_numpy(array).to(self._device)

    def state(self) -> dict[str, np.ndarray]:
        """Return what must persist between rollouts, for `restore`."""
        snapshots = [group.batch.snapshot() for group in self.groups]
        games = {name: np.concatenate([each[name] for each in snapshots]) for name in snapshots[0]}
        return {"line_ups": self.line_ups, "lengths": self.lengths, "latest": self.latest, **games}

    def restore(self, state: dict[str, np.ndarray]) -> None:
        """Continue exactly as the collector with that state would. Raises ValueError for the state of another run."""
        is_valid = (state["line_ups"] >= LEARNER) & (state["line_ups"] < FIXED + len(self.opponents))
        if not is_valid.all() or (state["lengths"] < 0).any():
            raise ValueError("its line-ups name unknown opponents")
        if not ((state["latest"] >= 0) & (state["latest"] <= self.rewards.shape[2])).all():
            raise ValueError("its win shares are out of range")
        for group in self.groups:
            group.batch.restore({name: state[name][group.place] for name in group.batch.snapshot()})
        for array, name in ((self.line_ups, "line_ups"), (self.lengths, "lengths"), (self.latest, "latest")):
            array[:] = state[name]


class _Finished(NamedTuple):
    """Games that ended in the same step: their places, lengths, line-ups and final scores."""

    slots: np.ndarray
    lengths: np.ndarray
    line_ups: np.ndarray
    scores: np.ndarray


def _new_groups(
    rules: GameRules,
    games: int,
    device: torch.device,
    generator: np.random.Generator,
    threads: int | None,
    num_groups: int | None,
) -> Iterator[GameGroup]:
    """Yield groups of about equal size."""
    count = min(games, (2 if device.type == "cuda" else 1) if num_groups is None else num_groups)
    ends = np.linspace(0, games, count + 1).astype(int).tolist()
    for start, stop in itertools.pairwise(ends):
        yield GameGroup(rules, slice(start, stop), int(generator.integers(2**63)), device, threads)


def is_network(agent: Agent) -> bool:
    """Return whether an agent samples from the probabilities of a network in a file."""
    if not isinstance(agent, PolicyAgent) or agent.path is None:
        return False
    return agent.samples and agent.temperature == 1


def _network_of(agent: Agent, rules: GameRules, device: torch.device, torch_compile: int) -> Network:
    assert isinstance(agent, PolicyAgent)
    assert agent.path is not None
    network = serialization.load(agent.path, rules, agent.network)[0].to(device)
    network.torch_compile = bool(torch_compile)
    return network

"""Collect games: the current network and its opponents play, and their decisions fill the rollout buffer.

Advantages come from generalized advantage estimation (GAE), computed for each seat along its own decisions.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from kschwert_env.agents.base import Agent, Decisions, ask, worlds_of
from kschwert_env.arena.tables import wins
from kschwert_env.engine.batch import Batch
from kschwert_env.engine.rules import GameRules
from kschwert_env.nn.dispatch import Judge, judging
from kschwert_env.nn.masked_categorical import draw
from kschwert_env.nn.networks import Network
from kschwert_env.training.rollout.advantages import advantages
from kschwert_env.training.rollout.matchmaking import CURRENT, PAST, RIVAL, Mixture


@dataclass(frozen=True)
class Sample:
    """Decisions of the current self.

    Attributes:
        observations: int8 (n, N).
        masks: int8 (n, A).
        actions: int64 (n,).
        log_chances: float32 (n,), logarithms of the probabilities with which they were chosen.
        advantages: float32 (n,).
        returns: float32 (n,), what values are fitted to.
    """

    observations: Tensor
    masks: Tensor
    actions: Tensor
    log_chances: Tensor
    advantages: Tensor
    returns: Tensor

    def __len__(self) -> int:
        return len(self.actions)

    @classmethod
    def of_all(cls, parts: Sequence["Sample"]) -> "Sample":
        """The decisions of several, one after another."""
        return cls(*map(torch.cat, zip(*(vars(part).values() for part in parts), strict=True)))

    def part(self, places: Tensor) -> "Sample":
        """The decisions at some places, int64 (k,)."""
        return Sample(*(tensor.index_select(0, places) for tensor in vars(self).values()))


Timer = Callable[[str], AbstractContextManager[Any]]
"""Entered by the name of a part of the work, while that goes on; a `Stopwatch` is one."""


@dataclass(frozen=True)
class Told:
    """What a collection tells of its games.

    Attributes:
        learned: decisions of the current self, with a choice.
        lengths: decisions of each game that ended.
        shares: for each kind of others, and each game of theirs that ended, what the current self's seats won over a
            fair share: 1 is fair.
    """

    learned: int
    lengths: list[int]
    shares: dict[str, list[float]]

    @classmethod
    def of_all(cls, parts: Sequence["Told"]) -> "Told":
        """What several collections tell, one after another."""
        shares = {name: [share for part in parts for share in part.shares[name]] for name in parts[0].shares}
        lengths = [length for part in parts for length in part.lengths]
        return cls(sum(part.learned for part in parts), lengths, shares)

    def figures(self) -> dict[str, float]:
        """Counts and means, by name; those of nothing are left out."""
        figures = {"games/finished": float(len(self.lengths)), "games/learned": float(self.learned)}
        if self.lengths:
            figures["games/decisions"] = float(np.mean(self.lengths))
        return figures | {f"shares/{name}": float(np.mean(shares)) for name, shares in self.shares.items() if shares}


class Collector:
    """B games that go on from one collection to the next, and a buffer for T decisions in each.

    Attributes:
        batch: the games themselves.
        observations: int8 (T, B, N), on the network's device, as the next two.
        masks: int8 (T, B, A).
        actions: int64 (T, B).
        log_chances: float32 (T, B), logarithms of the probabilities of actions chosen.
        values: float32 (T, B), of these decisions; like the rest on the CPU.
        seats: int64 (T, B).
        learns: bool (T, B), whether the current self decided, with more than one legal action to choose from.
        rewards: float32 (T, B, P).
        ended: bool (T, B).
        line_ups: int64 (B, P), who sits where in the games that are going on, as in `rollout.matchmaking`.
        lengths: int64 (B,), decisions so far in these games.
        latest: float64 (B, rivals), what the current self's seats won in the last game with each rival that was played
            in this place, over a fair share; 1 before there was one.
        generator: where chance comes from, but for that of the games.
    """

    def __init__(
        self,
        rules: GameRules,
        games: int,
        steps: int,
        mixture: Mixture,
        rivals: Mapping[str, Agent],
        device: torch.device,
        generator: np.random.Generator,
        threads: int | None = None,
    ) -> None:
        """Fresh games; `rivals` by their names, as many as the mixture has; `threads` as of `Batch`."""
        self._rules, self._rivals, self._mixture = rules, rivals, mixture
        self._device, self.generator = device, generator
        self.batch = Batch(rules, games, int(generator.integers(2**63)), threads)
        shape, players = (steps, games), rules.num_players
        self.observations = torch.zeros(*shape, rules.observation.size, dtype=torch.int8, device=device)
        self.masks = torch.zeros(*shape, rules.num_actions, dtype=torch.int8, device=device)
        self.actions = torch.zeros(*shape, dtype=torch.int64, device=device)
        self.log_chances = torch.zeros(*shape, device=device)
        self.values = np.zeros(shape, np.float32)
        self.seats = np.zeros(shape, np.int64)
        self.learns = np.zeros(shape, np.bool_)
        self.rewards = np.zeros((*shape, players), np.float32)
        self.ended = np.zeros(shape, np.bool_)
        self.line_ups = mixture.draw(games, players, generator)
        self.lengths = np.zeros(games, np.int64)
        self.latest = np.ones((games, len(rivals)))

    def collect(self, network: Network, past: Network, timer: Timer) -> Told:
        """Fill the buffer; `past` plays the seats of past selves.

        `timer` is entered by "environment", "policy" and "rivals".
        """
        batch, every, lengths = self.batch, np.arange(self.batch.size), list[int]()
        against: dict[str, list[float]] = {name: [] for name in ("past_selves", *self._rivals)}
        current, other = judging(network), judging(past)
        for t in range(len(self.seats)):
            with timer("environment"):
                self.observations[t].copy_(torch.from_numpy(batch.observations))
                self.masks[t].copy_(torch.from_numpy(batch.masks))
                self.actions[t].copy_(torch.from_numpy(batch.masks.argmax(axis=1)))  # where there is no choice
                self.seats[t] = batch.player
                choice, who = batch.masks.sum(axis=1, dtype=np.int32) > 1, self.line_ups[every, batch.player]
                self.learns[t] = choice & (who == CURRENT)
            with timer("policy"):
                self._decide(t, current, self.learns[t])
                self._decide(t, other, choice & (who == PAST))
            with timer("rivals"):
                for i, name in enumerate(self._rivals):
                    self._ask(t, name, choice & (who == RIVAL + i))
            with timer("environment"):
                rewards, terminated, truncated = batch.step(self.actions[t].cpu().numpy())
                ended = terminated | truncated
                self.rewards[t], self.ended[t] = rewards, ended
                self.lengths += 1
                lengths += self.lengths[ended].tolist()
                for i, found in enumerate(against.values()):
                    games = ended & (self.line_ups == PAST + i).any(axis=1)
                    shares = self._shares(games)
                    found += shares.tolist()
                    if i:
                        self.latest[games, i - 1] = shares
                self.lengths[ended] = 0
                fresh = int(ended.sum()), self.rewards.shape[2], self.generator, self.latest.mean(axis=0)
                self.line_ups[ended] = self._mixture.draw(*fresh)
        return Told(int(self.learns.sum()), lengths, against)

    def sample(self, gamma: float, lambda_: float) -> Sample:
        """The current self's decisions of which it is known what they led to, row after row."""
        found, complete = advantages(self.values, self.seats, self.rewards, self.ended, gamma, lambda_, self.learns)
        places = torch.from_numpy(np.flatnonzero(complete)).to(self._device)
        arrays = (self.observations, self.masks, self.actions, self.log_chances)
        flat = (array.flatten(0, 1).index_select(0, places) for array in arrays)
        led_to = found[complete], self.values[complete] + found[complete]
        return Sample(*flat, *(torch.from_numpy(array).to(self._device) for array in led_to))

    def _shares(self, games: np.ndarray) -> np.ndarray:
        """What the current self's seats won in games that have just ended, over a fair share."""
        ours = self.line_ups[games] == CURRENT
        return np.asarray((wins(self.batch.final_scores[games]) * ours).sum(axis=1) / ours.mean(axis=1))

    def _decide(self, t: int, judge: Judge, which: np.ndarray) -> None:
        """Actions of one network, where it is asked."""
        if not which.any():
            return
        rows = torch.from_numpy(np.flatnonzero(which)).to(self._device)
        with torch.inference_mode():
            logits, values = judge(*(array[t].index_select(0, rows) for array in (self.observations, self.masks)))
            uniform = torch.from_numpy(self.generator.random(len(rows), np.float32)).to(self._device)
            actions, log_chances = draw(logits, uniform)
            self.actions[t][rows] = actions
            self.log_chances[t][rows] = log_chances
        self.values[t, which] = values.cpu().numpy()

    def _ask(self, t: int, name: str, which: np.ndarray) -> None:
        """Actions of a rival, where it is asked."""
        if not which.any():
            return
        batch, seeds = self.batch, self.generator.integers(2**63, size=int(which.sum()))
        seen = batch.observations[which], batch.masks[which]
        states = batch.states[which]
        decisions = Decisions(self._rules, *seen, seeds, worlds_of(self._rules, states, seeds))
        actions = torch.from_numpy(ask(self._rivals[name], decisions, states, name))
        self.actions[t][torch.from_numpy(which).to(self._device)] = actions.to(self._device)

    def state(self) -> dict[str, np.ndarray]:
        """What lasts from one collection to the next, for `restore`."""
        return {"line_ups": self.line_ups, "lengths": self.lengths, "latest": self.latest, **self.batch.snapshot()}

    def restore(self, state: dict[str, np.ndarray]) -> None:
        """Go on exactly as the collector did whose state it is. Raises ValueError for that of another."""
        known = (state["line_ups"] >= CURRENT) & (state["line_ups"] < RIVAL + len(self._rivals))
        if not known.all() or (state["lengths"] < 0).any():
            raise ValueError("its line-ups are of others")
        if not ((state["latest"] >= 0) & (state["latest"] <= self.rewards.shape[2])).all():
            raise ValueError("what was won can't be")
        self.batch.restore(state)
        for array, name in ((self.line_ups, "line_ups"), (self.lengths, "lengths"), (self.latest, "latest")):
            array[:] = state[name]

"""Games of an agent against itself, to learn from, as files: one for some games at a time."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from kschwert_env.agents.files import replacing
from kschwert_env.agents.protocol import Agent, Decisions, worlds_of
from kschwert_env.engine.batch import Batch
from kschwert_env.engine.contract import GameRules
from kschwert_env.engine.loops import WAIT
from kschwert_env.engine.streams import derived_seeds

_NO_BLOCK = 1 << 40  # of an arena: none has so many


class Played(NamedTuple):
    """The decisions of some games in which there was a choice, in the order in which they were taken.

    Attributes:
        observations: int8 (n, N).
        masks: int8 (n, A).
        actions: int64 (n,).
        returns: float32 (n,), what the deciding seat got at the end of the game.
    """

    observations: np.ndarray
    masks: np.ndarray
    actions: np.ndarray
    returns: np.ndarray


def play(rules: GameRules, agent: Agent, games: int, seed: int) -> Played:
    """So many games, each to its end, with the agent in every seat."""
    batch = Batch(rules, games, seed)
    deals = derived_seeds(np.full(games, seed), np.arange(games))
    places, step = np.arange(games), 0
    taken: list[tuple[np.ndarray, ...]] = []
    while len(places):
        seeds = derived_seeds(deals[places], np.full(len(places), step))
        seen = batch.observations[places], batch.masks[places]
        chosen = agent.act(Decisions(rules, *seen, seeds, worlds_of(rules, batch.states[places], seeds)))
        choice = np.count_nonzero(seen[1], axis=1) > 1
        decision = *seen, chosen, places, batch.player[places]
        taken.append(tuple(array[choice] for array in decision))
        actions = np.full(games, WAIT, np.int64)
        actions[places] = chosen
        _, terminated, truncated = batch.play(actions)
        places, step = np.flatnonzero(~(terminated | truncated)), step + 1
    observations, masks, actions, places, seats = (np.concatenate(arrays) for arrays in zip(*taken, strict=True))
    return Played(observations, masks, actions, batch.rewards[places, seats])  # told of games that wait, too


def write(path: Path, played: Played) -> None:
    """Write a file that is complete or not there; masks take a bit for each action."""
    with replacing(path) as unfinished, unfinished.open("wb") as file:
        np.savez(file, **{**played._asdict(), "masks": np.packbits(played.masks, axis=1)})


def read(path: Path, rules: GameRules) -> Played:
    """What `write` wrote."""
    with np.load(path, allow_pickle=False) as file:
        masks = np.unpackbits(file["masks"], axis=1, count=rules.num_actions).view(np.int8)
        return Played(file["observations"], masks, file["actions"], file["returns"])


def gather(
    folder: Path,
    rules: GameRules,
    agent: Agent,
    decisions: int,
    games: int,
    seed: int,
    go_on: Callable[[int], bool],
) -> list[Path]:
    """At least two files with so many decisions, `games` games in each: those that are there, and then further ones.

    File i depends on the seed and on i alone. `go_on` is told how many decisions there are, and says whether to go on.
    """
    folder.mkdir(parents=True, exist_ok=True)
    own = derived_seeds(np.array([seed]), np.array([_NO_BLOCK]))  # no deals of those that it will be tested on
    paths: list[Path] = []
    found = 0
    while go_on(found) and (found < decisions or len(paths) < 2):
        path = folder / f"{len(paths):05}.npz"
        if not path.exists():
            deal = int(derived_seeds(own, np.array([len(paths)]))[0])
            write(path, play(rules, agent, games, deal))
        paths.append(path)
        with np.load(path, allow_pickle=False) as file:
            found += len(file["actions"])
    return paths

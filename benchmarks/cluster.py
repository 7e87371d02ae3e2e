"""What goes over the wire when workers play the games of `kschwert train ppo`, and how far one learner carries.

`python -m benchmarks.cluster [--game two_crowns] [--players 2]` prints it. Speeds are decisions for a second of
processor time, so that a busy machine disturbs them less; what clusters would do is reckoned from them.
"""

import io
from time import process_time
from typing import NamedTuple

import numpy as np
import torch
import typer
from rich.console import Console
from rich.table import Table

from kschwert_env import GAMES
from kschwert_env.nn.networks import Network, new_network
from kschwert_env.training.algorithms.ppo import standardize_advantages
from kschwert_env.training.algorithms.update import update
from kschwert_env.training.rollout.backends import RolloutWorker, unpack
from kschwert_env.training.runs.ppo_settings import PpoSettings

ROUNDS = 3
EACH = 32  # of a worker, played side by side
CORES = 16  # of a machine, with a worker on each
MACHINES = 1, 10, 100
WIRE = 10e9 / 8  # bytes a second to the learner

console = Console(highlight=False, width=110)


class Measured(NamedTuple):
    """Of a decision that was played, with those that nothing is learned from.

    Attributes:
        learned: part of the decisions that is sent and learned from.
        sent: bytes of those sent.
        weights: bytes of the current self and a past one.
        playing: seconds of a worker's core.
        learning: seconds of the learner's core.
    """

    learned: float
    sent: float
    weights: int
    playing: float
    learning: float


def measured(settings: PpoSettings) -> Measured:
    """By one worker's games, played and learned from on one thread."""
    torch.set_num_threads(1)
    rules = settings.game_rules()
    network = new_network(rules, settings.shape(rules), settings.seed)
    optimizer, generator = torch.optim.Adam(network.parameters()), np.random.default_rng(0)
    worker = RolloutWorker(rules, settings, network.shape, 0, 0)
    weights = network.state_dict()
    worker.play(weights, weights, 0)  # compiles
    found = []
    for iteration in range(1, ROUNDS + 1):
        start = process_time()
        packed, _ = worker.play(weights, weights, iteration)
        played = process_time()
        sample = standardize_advantages(unpack(packed, rules.num_actions, torch.device("cpu")))
        update(network, optimizer, sample, settings, generator)
        learned, sent = len(sample), sum(array.nbytes for array in packed)
        found.append(np.array([learned, sent, played - start, process_time() - played]) / settings.buffer_size)
    learned, sent, playing, learning = np.median(found, axis=0).tolist()
    return Measured(learned, sent, 2 * size_of(network), playing, learning)


def size_of(network: Network) -> int:
    """Bytes of the weights, as they are sent."""
    file = io.BytesIO()
    torch.save(network.state_dict(), file)
    return file.getbuffer().nbytes


def told(found: Measured) -> Table:
    """What was measured."""
    table = Table("what", "figure")
    table.add_row("decisions that are sent and learned from", f"{found.learned:.0%}")
    table.add_row("bytes for each of these", f"{found.sent / found.learned:,.0f}")
    table.add_row("bytes for a decision played", f"{found.sent:,.0f}")
    table.add_row("bytes of weights to each machine, an iteration", f"{found.weights:,}")
    table.add_row("decisions a second, played by a core", f"{1 / found.playing:,.0f}")
    table.add_row("decisions a second, learned from by a core", f"{1 / found.learning:,.0f}")
    return table


def reckoned(found: Measured, decisions: int) -> Table:
    """What clusters play while they play, what it takes to bring it to the learner, and to learn from it.

    `decisions` are those of a worker in an iteration.
    """
    table = Table("machines", "workers", "decisions an iteration", "played a second", "Gbit/s", "learner, in cores")
    table.add_column("with a learner of one core")
    table.add_column("of as many cores")
    for machines in MACHINES:
        workers = machines * CORES
        played, seconds = workers * decisions, decisions * found.playing
        wire = (played * found.sent + machines * found.weights) / WIRE
        learning = played * found.learning
        table.add_row(
            *(f"{figure:,}" for figure in (machines, workers, played)),
            f"{played / seconds:,.0f}",
            f"{wire * WIRE * 8 / 1e9 / seconds:.1f}",
            f"{learning / seconds:,.0f}",
            f"{played / (seconds + wire + learning):,.0f}",
            f"{played / (seconds + wire + seconds):,.0f}",
        )
    return table


def main(game: str = GAMES[0], players: int = 2) -> None:
    settings = PpoSettings(game=game, players=players, games=EACH, workers=1, threads=1)
    found = measured(settings)
    console.print(f"{game}, {players} players, network {settings.shape(settings.game_rules()).kind}")
    console.print(told(found))
    console.print(
        f"Machines of {CORES} cores each, {settings.buffer_size:,} decisions of a worker in an iteration, 10 Gbit/s:"
    )
    console.print(reckoned(found, settings.buffer_size))


if __name__ == "__main__":
    typer.run(main)

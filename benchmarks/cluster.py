"""Network traffic of `kschwert train ppo` with workers, and the number of workers that one learner can serve.

`python -m benchmarks.cluster [--game two_crowns] [--players 2]` prints it. Speeds are decisions per second of processor
time, to reduce the influence of other load. The speeds of clusters are estimates from these measurements.
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
GAMES_PER_WORKER = 32
CORES = 16  # cores of a machine, with one worker each
MACHINES = 1, 10, 100
BANDWIDTH = 10e9 / 8  # bytes per second to the learner

console = Console(highlight=False, width=110)


class Measured(NamedTuple):
    """Costs per played decision, including decisions that are not learned from.

    Attributes:
        learned: share of the decisions that is sent and learned from.
        sent: bytes sent.
        weights: bytes of the weights of the learner and of a past version, per iteration.
        playing: seconds of a worker's core.
        learning: seconds of the learner's core.
    """

    learned: float
    sent: float
    weights: int
    playing: float
    learning: float


def measured(settings: PpoSettings) -> Measured:
    """Measure one worker's games, played and learned from on one thread."""
    torch.set_num_threads(1)
    rules = settings.task.game_rules()
    network = new_network(rules, settings.architecture.shape(rules), settings.run.seed)
    optimizer, generator = torch.optim.Adam(network.parameters()), np.random.default_rng(0)
    worker = RolloutWorker(rules, settings, network.shape, 0, 0)
    weights = network.state_dict()
    worker.play_part(weights, weights, 0)  # compiles
    found = []
    for iteration in range(1, ROUNDS + 1):
        start = process_time()
        packed, _ = worker.play_part(weights, weights, iteration)
        played = process_time()
        sample = standardize_advantages(unpack(packed, rules.num_actions, torch.device("cpu")))
        update(network, optimizer, sample, settings.loss, settings.optimizer, generator)
        learned, sent = len(sample), sum(array.nbytes for array in packed)
        found.append(np.array([learned, sent, played - start, process_time() - played]) / settings.rollout.buffer_size)
    learned, sent, playing, learning = np.median(found, axis=0).tolist()
    return Measured(learned, sent, 2 * size_of(network), playing, learning)


def size_of(network: Network) -> int:
    """Return the size of the weights as they are sent, in bytes."""
    file = io.BytesIO()
    torch.save(network.state_dict(), file)
    return file.getbuffer().nbytes


def measured_table(found: Measured) -> Table:
    """Return the table of measurements."""
    table = Table("what", "figure")
    table.add_row("share of decisions sent and learned from", f"{found.learned:.0%}")
    table.add_row("bytes per decision sent", f"{found.sent / found.learned:,.0f}")
    table.add_row("bytes per decision played", f"{found.sent:,.0f}")
    table.add_row("bytes of weights per machine and iteration", f"{found.weights:,}")
    table.add_row("decisions per second, played by a core", f"{1 / found.playing:,.0f}")
    table.add_row("decisions per second, learned from by a core", f"{1 / found.learning:,.0f}")
    return table


def estimated_table(found: Measured, decisions: int) -> Table:
    """Return the table of estimates for clusters: decisions, network traffic, and the learner's load.

    `decisions` is the number of decisions of a worker per iteration.
    """
    table = Table("machines", "workers", "decisions/iteration", "played/s", "Gbit/s", "learner cores needed")
    table.add_column("decisions/s, learner with one core")
    table.add_column("decisions/s, learner with enough cores")
    for machines in MACHINES:
        workers = machines * CORES
        played, seconds = workers * decisions, decisions * found.playing
        wire = (played * found.sent + machines * found.weights) / BANDWIDTH
        learning = played * found.learning
        table.add_row(
            *(f"{figure:,}" for figure in (machines, workers, played)),
            f"{played / seconds:,.0f}",
            f"{wire * BANDWIDTH * 8 / 1e9 / seconds:.1f}",
            f"{learning / seconds:,.0f}",
            f"{played / (seconds + wire + learning):,.0f}",
            f"{played / (seconds + wire + seconds):,.0f}",
        )
    return table


def main(game: str = GAMES[0], players: int = 2) -> None:
    """Measure, and print both tables."""
    settings = PpoSettings.of(game=game, players=players, games=GAMES_PER_WORKER, workers=1, threads=1)
    found = measured(settings)
    console.print(f"{game}, {players} players, network {settings.architecture.shape(settings.task.game_rules()).kind}")
    console.print(measured_table(found))
    console.print(
        f"Machines with {CORES} cores, {settings.rollout.buffer_size:,} decisions per worker and iteration, 10 Gbit/s:"
    )
    console.print(estimated_table(found, settings.rollout.buffer_size))


if __name__ == "__main__":
    typer.run(main)

"""Speed of `kschwert train ppo` on a device, beside the limits of the hardware: `python -m benchmarks.training.device`.

Each row is measured in a new process, after one iteration that is not counted; on a CPU in processor time, on one
thread. The limits are measured, too: a large matrix product for floating-point operations, and a copy from pinned
memory for transfers.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Annotated, Any, NamedTuple

import torch
import typer
from torch.profiler import ProfilerActivity, profile
from torch.utils.flop_counter import FlopCounterMode

from kschwert_env.nn.networks import GraphNetwork, new_network
from kschwert_env.training.algorithms.ppo import PpoLearner
from kschwert_env.training.runs.ppo_settings import PpoSettings
from kschwert_env.training.runs.report import Stopwatch

ALONE = {"fixed_opponents": "", "fixed_opponent_fraction": 0.0, "historical_fraction": 0.0}
"""Settings of pure self-play."""

RESPONSE = {"fixed_opponents": "policy", "fixed_opponent_fraction": 1.0, "opponent_seat_fraction": 1.0}
"""Settings of a best response to the bundled network."""

ROWS: dict[str, dict[str, Any]] = {
    "Politics & Intrigue": {"game": "politics_and_intrigue", **ALONE},
    "Two Crowns": {"game": "two_crowns", **ALONE},
    "Krone & Schwert, 2": {"game": "krone_schwert", "players": 2, **ALONE},
    "Krone & Schwert, 5": {"game": "krone_schwert", "players": 5, **ALONE},
    "best response, 2": {"game": "krone_schwert", "players": 2, **RESPONSE, "historical_fraction": 0.0},
}
"""Settings of each row."""

PASSES = 3
"""Forward and backward pass cost about three forward passes."""


COLUMNS = "row", "timesteps/s", "learned/s", "time", "GFLOP/s", "GB/s to the device", "kernels per timestep"
"""Columns of the table."""


class Limits(NamedTuple):
    """Measured limits of the hardware.

    Attributes:
        operations: floating-point operations per second, in a matrix product.
        transfer: bytes per second from the memory of the CPU to the device.
    """

    operations: float
    transfer: float


def limits(settings: PpoSettings) -> Limits:
    """Measure the limits of the device, with the precision of the settings."""
    device, size = settings.run.torch_device(), 4096 if settings.run.device == "cuda" else 1024
    one, other = torch.randn(2, size, size, device=device)
    pinned = torch.zeros(1 << 26, dtype=torch.int8, pin_memory=settings.run.device == "cuda")
    there = pinned.to(device, copy=True)
    with settings.run.mixed_precision():
        product = _seconds(lambda: torch.matmul(one, other), device)
    copy = _seconds(lambda: there.copy_(pinned, non_blocking=True), device)
    return Limits(2 * size**3 / product, len(pinned) / copy)


def _seconds(work: Any, device: torch.device, times: int = 10) -> float:
    """Return the seconds that a call takes on a device."""
    work()
    _wait(device)
    clock = _clock(device)
    start = clock()
    for _ in range(times):
        work()
    _wait(device)
    return (clock() - start) / times


def _clock(device: torch.device) -> Callable[[], float]:
    return process_time if device.type == "cpu" else perf_counter


def _wait(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize()


def measure(name: str, seconds: float, settings: PpoSettings) -> dict[str, Any]:
    """Train for some seconds; return the figures of a row."""
    settings.run.set_up_torch()
    rules, device = settings.task.game_rules(), settings.run.torch_device()
    learner = PpoLearner(rules, settings, new_network(rules, settings.architecture.shape(rules), 0))
    with FlopCounterMode(display=False) as counter, torch.no_grad():
        learner.network(*(torch.zeros(1, size, dtype=torch.int8, device=device) for size in learner.network.sizes[:2]))
    learner.iterate(Stopwatch())
    _wait(device)
    watch, clock, learned, iterations, epochs = Stopwatch(), _clock(device), 0.0, 0, 0.0
    start = clock()
    while clock() - start < seconds:
        figures = learner.iterate(watch)
        learned += figures["games/learned"]
        epochs += figures["policy/epochs"]
        iterations += 1
    _wait(device)
    spent = clock() - start
    activities = [ProfilerActivity.CPU] + [ProfilerActivity.CUDA] * (device.type == "cuda")
    with profile(activities=activities) as profiled:
        learner.iterate(Stopwatch())
        _wait(device)
    kernels = sum(str(event.device_type).endswith("CUDA") for event in profiled.events() or [])
    timesteps, forward = iterations * settings.rollout.buffer_size, counter.get_total_flops()
    if isinstance(learner.network, GraphNetwork) and device.type == "cpu":  # compiled code only adds up neighbours
        shape = learner.network.shape
        forward -= 2 * shape.layers * learner.network.num_fields**2 * shape.field_width
    observed, actions, _ = learner.network.sizes
    return {
        "row": name,
        "timesteps": timesteps / spent,
        "learned": learned / spent,
        "parts": {part: its / sum(watch.seconds.values()) for part, its in watch.seconds.items()},
        "operations": forward * learned * (1 + PASSES * epochs / iterations) / spent,
        "moved": (observed + actions) * timesteps / spent,
        "launches": kernels / settings.rollout.buffer_size,
        "limits": limits(settings)._asdict(),
    }


def main(
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    games: Annotated[int, typer.Option(help="Games in parallel.")] = 4096,
    steps: Annotated[int, typer.Option(help="Decisions per game and iteration.")] = 32,
    minibatch: Annotated[int, typer.Option(help="Decisions per step of the optimizer.")] = 16384,
    precision: Annotated[str, typer.Option(help="float32, tf32 or bfloat16.")] = "tf32",
    torch_compile: Annotated[int, typer.Option(help="1 compiles networks by torch.compile.")] = 0,
    seconds: Annotated[float, typer.Option(help="Seconds per row.")] = 15,
    together: Annotated[int, typer.Option(help="Processes at once, for each row.")] = 1,
    only: Annotated[str, typer.Option(help="One row by its name; all without.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Measure the row in this process, print JSON.")] = False,
) -> None:
    """Measure timesteps per second, where the time goes, and what the hardware allows."""
    shared: dict[str, Any] = {"device": device, "games": games, "rollout_steps": steps, "minibatch_size": minibatch}
    shared |= {"precision": precision, "torch_compile": torch_compile, "timesteps": 10**9, "evaluation_opponents": ""}
    if as_json:
        print(json.dumps(measure(only, seconds, PpoSettings.of(**ROWS[only], **shared))))
        return
    print(f"{device}, {precision}, {games} games x {steps}, minibatches of {minibatch}, {together} at once\n")
    print("| " + " | ".join(COLUMNS) + " |\n" + "|---" * len(COLUMNS) + "|")
    for row in [only] if only else ROWS:
        arguments = [*sys.argv[1:], "--only", row, "--json"]
        command = [sys.executable, "-m", "benchmarks.training.device", *arguments]
        running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(together)]
        for found in [json.loads(process.communicate()[0].splitlines()[-1]) for process in running]:
            print("| " + " | ".join(_cells(found)) + " |", flush=True)


def _cells(found: dict[str, Any]) -> list[str]:
    """Return a row of the table; the hardware's limits are behind what is reached."""
    return [
        found["row"],
        f"{found['timesteps']:,.0f}",
        f"{found['learned']:,.0f}",
        ", ".join(f"{part} {share:.0%}" for part, share in found["parts"].items()),
        f"{found['operations'] / 1e9:,.0f} of {found['limits']['operations'] / 1e9:,.0f}",
        f"{found['moved'] / 1e9:.2f} of {found['limits']['transfer'] / 1e9:.1f}",
        f"{found['launches']:.3f}",
    ]


if __name__ == "__main__":
    typer.run(main)

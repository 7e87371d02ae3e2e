"""Our classics: compiled loops and batches at several sizes, single games and PettingZoo environments from Python."""

from collections.abc import Callable
from functools import partial

from benchmarks.adapters import ADAPTERS
from benchmarks.peers.run_ours import new_workload
from benchmarks.server import WorkloadSpec, serve
from kschwert_env import CLASSICS
from kschwert_env.cli.throughput import rollouts, steps
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.jit.native import libraries
from kschwert_env.importing import find_game

SIZES = (64, 1024, 4096)
DECISIONS = 100_000  # approximate number of decisions per call of a batch
BATCHES: dict[str, tuple[Callable[..., Callable[[], int]], bool]] = {  # a loop, and whether it writes observations
    "compiled loop": (rollouts, False),
    "compiled loop, observations": (rollouts, True),
    "Batch.step, observations": (steps, True),
}
SINGLE_GAMES = ("Game: step", "Game: observe, step", "PettingZoo raw_env", "PettingZoo env")


def rows() -> list[WorkloadSpec]:
    """Return all workloads."""
    specs = []
    for name in CLASSICS:
        title, rules = name.replace("_", " "), find_game(name)()
        for loop, (make, observed) in BATCHES.items():
            for size in SIZES:
                play = partial(make, size=size, threads=1, observations=observed, decisions=DECISIONS)
                workload = partial(new_workload, play, rules, observed)
                specs.append(WorkloadSpec(f"{title}, {loop}, batch {size}", "choice, step, mask", workload))
        for case in ADAPTERS:
            if case.name in SINGLE_GAMES:
                workload = partial(new_workload, case.make, rules, case.observed)
                specs.append(WorkloadSpec(f"{title}, {case.name}", case.included, workload))
    return specs


def check_libraries() -> None:
    """Raise SystemExit unless there is machine code of all classics."""
    missing = [name for name in CLASSICS if not covers(find_game(name)())]
    if missing:
        raise SystemExit(f"no machine code of {', '.join(missing)}: make libraries")


def covers(rules: GameRules) -> bool:
    """Return whether there is machine code of a game."""
    return libraries.is_usable() and any(libraries.FOLDER.glob(f"{rules.package}-*.so"))


if __name__ == "__main__":
    check_libraries()
    serve(rows(), ["kschwert_env", "numpy"])

"""How a library's speed is measured and told."""

from collections.abc import Callable
from importlib import metadata
from statistics import median

from kschwert_env.engine.contract import GameRules
from kschwert_env.engine.throughput import rate, rollouts

RUNS = 5
SIZE = 256  # games of the bare engine


def tell(library: str, how: str, rules: GameRules, play: Callable[[], int]) -> None:
    """Print decisions per second of `play`, which returns how many it made, beside those of the bare engine.

    They take turns, since other work may disturb the machine. One turn more comes first.
    """
    bare = rollouts(rules, SIZE, 1, observations=True, decisions=500_000)
    play()
    found = [(rate(play), rate(bare)) for _ in range(RUNS)]
    through, engine = (median(figures) for figures in zip(*found, strict=True))
    share = median(one / other for one, other in found)
    speed = f"{through / 1e3:7.1f} k decisions/s, {share:7.2%} of the bare engine's {engine / 1e3:,.0f} k"
    print(f"{library} {metadata.version(library)}, {how}: works, {speed}", flush=True)

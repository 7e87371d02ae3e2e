"""How each network that comes along was made: runs of training, one after another, and their settings."""

from typing import Any, NamedTuple

from kschwert_env.agents.policy import TRAINED
from kschwert_env.training.stages import Apart, Stage, imitated, played, with_wide_chances

EXPLOITERS = TRAINED / "exploiters"
"""The folder of networks that beat one that comes along, or one on the way to it: rivals for the next."""


class Recipe(NamedTuple):
    """How a network is made.

    Attributes:
        version: of all those that there are for the game and number of players.
        game: its name.
        players: number of players.
        stages: one after another.
    """

    version: int
    game: str
    players: int
    stages: tuple[Stage | Apart, ...]

    @property
    def name(self) -> str:
        """As in the names of folders and curves."""
        return f"v{self.version}_{self.game}_{self.players}"

    @property
    def file(self) -> str:
        """Of the network, in the folder of all that come along."""
        return f"v{self.version}/{self.game}_{self.players}.npz"


_FOR_TWO = (
    imitated(600_000),
    played(1_500_000),
    with_wide_chances(
        26_000_000,
        entropy=0.03,
        last_share=0.05,
        past_share=0.4,
        rivals="heuristic+policy:version=1",
        rival_share=0.25,
    ),
)


def _exploiters(players: int, count: int) -> list[str]:
    """Those for so many players, as typed."""
    return [f"policy:{EXPLOITERS}/krone_schwert_{players}_{number}.npz" for number in range(count)]


_OF_TWO = _exploiters(2, 7)

_FOUND_HOLES = _OF_TWO[:2]

_AGAINST_EXPLOITERS = with_wide_chances(
    6_000_000,
    learning_rate=3e-4,
    entropy=0.015,
    last_share=0.05,
    past_share=0.35,
    rivals="+".join(["heuristic", "policy:version=1", *_FOUND_HOLES]),
    rival_share=0.45,
)

_IN_ROUNDS = Stage(
    "harden",
    {
        "decisions": 11_000_000,
        "rounds": 3,
        "rivals": "+".join(["heuristic", "policy:version=1", "policy:version=2", *_FOUND_HOLES]),
    },
)

_BY_THE_MAGNET = with_wide_chances(
    8_000_000,
    games=1024,
    minibatch=2048,
    learning_rate=4e-4,
    entropy=0.005,
    last_entropy=0.5,
    magnet=0.1,
    past_share=0.3,
    pool_every=4,
    rivals="+".join(["heuristic", *(f"policy:version={version}" for version in (1, 2, 3, 4)), *_FOUND_HOLES]),
    rival_share=0.2,
    priority=1.0,
)

_BY_A_HEAVIER_MAGNET = with_wide_chances(
    32_000_000,
    games=1024,
    minibatch=2048,
    learning_rate=4e-4,
    last_share=0.05,
    entropy=0.002,
    last_entropy=0.5,
    magnet=0.3,
    magnet_pace=0.04,
    past_share=0.3,
    pool_every=8,
    rivals="+".join(["heuristic", *(f"policy:version={version}" for version in (1, 3, 4)), *_OF_TWO[2:4], _OF_TWO[1]]),
    rival_share=0.2,
    priority=1.0,
)._replace(network="mean.npz")

_FOR_TWO_BY_THE_MAGNET = (*_FOR_TWO, _AGAINST_EXPLOITERS, _IN_ROUNDS, _BY_THE_MAGNET, _BY_A_HEAVIER_MAGNET)

_IN_SMALL_STEPS = {
    "games": 256,
    "minibatch": 512,
    "entropy": 0.003,
    "past_share": 0.3,
    "pool_every": 32,
    "rivals": "+".join(["heuristic", *(f"policy:version={version}" for version in (1, 3, 4, 5)), *_OF_TWO[1:]]),
    "rival_share": 0.3,
    "priority": 1.0,
}

_IN_LARGER_STEPS = {"games": 512, "minibatch": 1024, "last_share": 0.05, "entropy": 0.003}

_TO_ALL_SIDES = Apart(
    (
        with_wide_chances(
            32_000_000,
            games=1024,
            minibatch=1024,
            learning_rate=4e-4,
            last_share=0.05,
            entropy=0.01,
            last_entropy=0.5,
            magnet=0.3,
            magnet_pace=0.04,
            past_share=0.3,
            pool_every=8,
            rivals="+".join(["heuristic", *(f"policy:version={version}" for version in (1, 4, 5)), *_OF_TWO[1:]]),
            rival_share=0.2,
            priority=1.0,
        )._replace(network="mean.npz"),
        with_wide_chances(
            6_000_000,
            rivals="heuristic+policy:version=1",
            rival_share=0.5,
            magnet=0.2,
            magnet_pace=0.02,
            past_share=0.2,
            pool_every=8,
            **_IN_LARGER_STEPS,
        ),
        with_wide_chances(6_000_000, magnet=0.3, magnet_pace=0.01, **_IN_SMALL_STEPS),
        with_wide_chances(6_000_000, **_IN_SMALL_STEPS),
        with_wide_chances(6_000_000, seed=1, **_IN_SMALL_STEPS),
    )
)

_AGAIN_AGAINST_THE_FIRST = Apart(
    (
        with_wide_chances(
            6_000_000,
            rivals="policy:version=1",
            rival_share=0.5,
            magnet=0.2,
            magnet_pace=0.02,
            past_share=0.2,
            pool_every=8,
            **_IN_LARGER_STEPS,
        ),
        with_wide_chances(
            6_000_000,
            seed=1,
            rivals="policy:version=1+heuristic",
            rival_share=0.4,
            past_share=0.3,
            pool_every=16,
            **_IN_LARGER_STEPS,
        ),
    )
)

_FOR_THREE = (imitated(600_000), played(500_000))

_AT_MIXED_TABLES = with_wide_chances(
    10_000_000,
    games=512,
    minibatch=1024,
    entropy=0.02,
    last_share=0.05,
    past_share=0.25,
    rivals="heuristic+random+policy:version=1",
    rival_share=0.5,
    mixed_share=0.5,
    priority=1.0,
)

_AT_MIXED_TABLES_AGAIN = (
    with_wide_chances(
        4_000_000,
        games=512,
        minibatch=1024,
        learning_rate=3e-4,
        last_share=0.05,
        entropy=0.003,
        past_share=0.2,
        rivals="heuristic+random+policy:version=1",
        rival_share=0.6,
        mixed_share=0.5,
        priority=1.0,
    )._replace(network="mean.npz"),
    with_wide_chances(
        6_000_000,
        games=1024,
        minibatch=2048,
        learning_rate=4e-4,
        entropy=0.002,
        last_entropy=0.5,
        magnet=0.2,
        magnet_pace=0.03,
        past_share=0.2,
        pool_every=4,
        rivals="heuristic+random+policy:version=1+policy:version=2",
        rival_share=0.6,
        mixed_share=0.4,
        priority=1.0,
    ),
)

_FOR_FOUR = (
    imitated(600_000),
    played(1_000_000),
    with_wide_chances(16_000_000, entropy=0.02, last_share=0.05, past_share=0.3, rival_share=0.4),
)

_FOR_FOUR_BY_THE_MAGNET = (
    with_wide_chances(
        6_000_000,
        games=512,
        minibatch=1024,
        learning_rate=3e-4,
        last_share=0.05,
        entropy=0.002,
        magnet=0.05,
        magnet_pace=0.03,
        past_share=0.2,
        pool_every=8,
        rivals="heuristic+random+policy:version=1",
        rival_share=0.6,
        mixed_share=0.3,
        priority=1.0,
    ),
    with_wide_chances(
        10_000_000,
        games=1024,
        minibatch=2048,
        last_share=0.05,
        entropy=0.002,
        magnet=0.2,
        magnet_pace=0.04,
        past_share=0.15,
        pool_every=8,
        rivals="heuristic+random+policy:version=1+policy:version=2",
        rival_share=0.6,
        other_seats=0.65,
        mixed_share=0.25,
        priority=1.0,
    ),
)

_OF_FOUR = _exploiters(4, 5)

_AMONG_ALL_KINDS = {"games": 512, "last_entropy": 0.5, "rival_share": 0.65, "other_seats": 0.9}

_IN_SMALLER_PARTS = {
    **_AMONG_ALL_KINDS,
    "minibatch": 1024,
    "learning_rate": 4e-4,
    "last_share": 0.03,
    "entropy": 0.002,
    "past_share": 0.25,
    "pool_every": 8,
    "mixed_share": 0.25,
}

_FOR_FOUR_AMONG_ALL_KINDS = (
    with_wide_chances(
        3_000_000,
        entropy=0.003,
        past_share=0.1,
        pool_every=32,
        rivals="heuristic+greedy+random+policy:version=3",
        rival_share=0.8,
        other_seats=1.0,
        mixed_share=0.8,
    ),
    with_wide_chances(
        10_000_000,
        last_share=0.05,
        entropy=0.004,
        past_share=0.2,
        pool_every=16,
        rivals=f"heuristic+greedy+random+policy:version=2+policy:version=3+{_OF_FOUR[0]}",
        mixed_share=0.5,
        **_AMONG_ALL_KINDS,
    ),
    with_wide_chances(
        14_000_000,
        seed=1,
        learning_rate=4e-4,
        last_share=0.03,
        entropy=0.004,
        past_share=0.25,
        pool_every=16,
        rivals=f"heuristic+greedy+random+policy:version=3+{_OF_FOUR[0]}+{_OF_FOUR[1]}",
        mixed_share=0.35,
        **_AMONG_ALL_KINDS,
    ),
    Apart(
        (
            with_wide_chances(
                8_000_000,
                seed=1,
                rivals=f"heuristic+greedy+random+policy:version=3+{_OF_FOUR[0]}+{_OF_FOUR[2]}",
                **_IN_SMALLER_PARTS,
            ),
            with_wide_chances(
                8_000_000,
                seed=2,
                rivals="+".join(["heuristic+greedy+random+policy:version=3", *_OF_FOUR[2:]]),
                **_IN_SMALLER_PARTS,
            ),
        )
    ),
)

RECIPES = (
    Recipe(1, "krone_schwert", 2, (imitated(600_000), played(1_500_000))),
    Recipe(1, "krone_schwert", 3, _FOR_THREE),
    Recipe(1, "krone_schwert", 4, (imitated(600_000), played(1_000_000))),
    Recipe(
        1, "krone_schwert", 5, (imitated(600_000), played(3_000_000, entropy=0.003, rival_share=0.5, past_share=0.1))
    ),
    Recipe(1, "two_crowns", 2, (imitated(300_000), played(1_500_000))),
    Recipe(
        1,
        "politics_and_intrigue",
        2,
        (
            imitated(1_600_000, width=512),
            played(5_000_000, entropy=0.003, rival_share=0.6, past_share=0.1),
            played(4_000_000, entropy=0.004, rival_share=0.5, past_share=0.2, pool=16),
        ),
    ),
    Recipe(2, "krone_schwert", 2, _FOR_TWO),
    Recipe(2, "krone_schwert", 3, (*_FOR_THREE, _AT_MIXED_TABLES)),
    Recipe(2, "krone_schwert", 4, _FOR_FOUR),
    Recipe(
        2,
        "two_crowns",
        2,
        (with_wide_chances(30_000_000, entropy=0.03, last_share=0.1, past_share=0.45, rival_share=0.05),),
    ),
    Recipe(3, "krone_schwert", 2, (*_FOR_TWO, _AGAINST_EXPLOITERS)),
    Recipe(3, "krone_schwert", 3, (*_FOR_THREE, _AT_MIXED_TABLES, *_AT_MIXED_TABLES_AGAIN)),
    Recipe(3, "krone_schwert", 4, (*_FOR_FOUR, *_FOR_FOUR_BY_THE_MAGNET)),
    Recipe(4, "krone_schwert", 2, (*_FOR_TWO, _AGAINST_EXPLOITERS, _IN_ROUNDS)),
    Recipe(4, "krone_schwert", 4, (*_FOR_FOUR, *_FOR_FOUR_BY_THE_MAGNET, *_FOR_FOUR_AMONG_ALL_KINDS)),
    Recipe(5, "krone_schwert", 2, _FOR_TWO_BY_THE_MAGNET),
    Recipe(6, "krone_schwert", 2, (*_FOR_TWO_BY_THE_MAGNET, _TO_ALL_SIDES)),
    Recipe(7, "krone_schwert", 2, (*_FOR_TWO_BY_THE_MAGNET, _TO_ALL_SIDES, _AGAIN_AGAINST_THE_FIRST)),
)
"""Of all networks that come along."""

_SELF_PLAY = {"seed": 0, "evaluate_every": 250_000}

# what was usual until November 2026
_EARLIER_IMITATION = {"seed": 0, "file_games": 512, "minibatch": 512, "learning_rate": 2e-3}

USUAL: dict[str, dict[str, Any]] = {"imitate": _EARLIER_IMITATION, "ppo": _SELF_PLAY, "harden": _SELF_PLAY}
"""Settings of each method that recipes share and that are not the method's own."""

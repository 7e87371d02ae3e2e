"""`kschwert train shipped`: make all networks that come along, one after another, with their learning curves."""

from pathlib import Path
from string import ascii_lowercase
from typing import Annotated, Any, NamedTuple

import typer

from kschwert_env import terminal
from kschwert_env.agents.policy import TRAINED
from kschwert_env.engine.files import contents, replace_text, replacing
from kschwert_env.engine.text import brief
from kschwert_env.training import curves, mean, methods
from kschwert_env.training.report import lines
from kschwert_env.training.settings import holds_a_run

EXPLOITERS = TRAINED / "exploiters"
"""The folder of networks that beat one that comes along, or one on the way to it: rivals for the next."""


class Stage(NamedTuple):
    """A run of training; it begins with the network of the stage before.

    Attributes:
        method: its name, as in `kschwert train`.
        settings: those that are not as in `USUAL`; each stage has `decisions`.
        network: the file of its run with which the next stage begins, or which comes along.
    """

    method: str
    settings: dict[str, Any]
    network: str = "agent.npz"


class Apart(NamedTuple):
    """Runs that all begin with the network of the stage before, and whose mean goes on.

    Attributes:
        stages: any number.
    """

    stages: tuple[Stage, ...]


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


def imitated(decisions: int, **settings: Any) -> Stage:
    """To do as the heuristic does."""
    return Stage("imitate", {"decisions": decisions, **settings})


def played(decisions: int, **settings: Any) -> Stage:
    """Against itself, its past selves and the heuristic."""
    return Stage("ppo", {"decisions": decisions, **settings})


def with_wide_chances(decisions: int, **settings: Any) -> Stage:
    """Against many past selves, by chances that stay wide, so that it is hard to exploit."""
    return played(decisions, pool=32, **settings)


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

_EXPLOITERS = [f"policy:{EXPLOITERS}/krone_schwert_2_{number}.npz" for number in range(4)]

_FOUND_HOLES = _EXPLOITERS[:2]

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
    rivals="+".join(
        ["heuristic", *(f"policy:version={version}" for version in (1, 3, 4)), *_EXPLOITERS[2:], _EXPLOITERS[1]]
    ),
    rival_share=0.2,
    priority=1.0,
)._replace(network="mean.npz")

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
    Recipe(
        5,
        "krone_schwert",
        2,
        (*_FOR_TWO, _AGAINST_EXPLOITERS, _IN_ROUNDS, _BY_THE_MAGNET, _BY_A_HEAVIER_MAGNET),
    ),
)
"""Of all networks that come along."""

_SELF_PLAY = {"seed": 0, "evaluate_every": 250_000}

USUAL: dict[str, dict[str, Any]] = {"imitate": {"seed": 0}, "ppo": _SELF_PLAY, "harden": _SELF_PLAY}
"""Settings of each method that recipes share and that are not the method's own."""


def main(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder of all runs; networks and curves go there, too.")],
    only: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Such as v1_two_crowns_2; may be repeated.")
    ] = None,
) -> None:
    """Train all networks that come along, one after another.

    DIR/trained has the networks then, DIR/curves how they learned. Ctrl-C stops; the same command goes on, and what is
    complete stays.
    """
    names = [recipe.name for recipe in RECIPES]
    unknown = set(only or []) - set(names)
    if unknown:
        raise terminal.refused(f"--only must be one of {', '.join(names)}, not {brief(sorted(unknown)[0])}")
    table = terminal.numbers("Shares of wins in the end", "network", "decisions", "minutes", "against", "wins")
    for recipe in RECIPES:
        if recipe.name in (only or names):
            try:
                make(recipe, out)
                for row in told(recipe, out):
                    table.add_row(*row)
            except (ValueError, OSError) as error:
                terminal.fail(str(error))
    terminal.new_console().print(table)


def make(recipe: Recipe, out: Path) -> None:
    """Train one network, or go on with it, and put it and its curves to the others. Raises typer.Exit after Ctrl-C."""
    made = out / "trained" / recipe.file
    if made.exists():
        return
    runs = folders(recipe, out)
    begun = max((number for number, stage in enumerate(runs) if any(map(holds_a_run, stage))), default=0)
    for number, stage in enumerate(recipe.stages[begun:], begun):
        before = {"warm_start": str(_network(recipe, out, number - 1))} if number else {}
        for part, folder in zip(_parts(stage), runs[number], strict=True):
            terminal.new_console().rule(f"{recipe.name}: {folder.name}")
            shared = {"game": recipe.game, "players": recipe.players, **USUAL[part.method]}
            if not methods.train(
                part.method, folder, resume=holds_a_run(folder), **{**shared, **before, **part.settings}
            ):
                raise typer.Exit(1)
        if isinstance(stage, Apart):
            rules = terminal.package(recipe.game).Rules(num_players=recipe.players)
            networks = [folder / part.network for part, folder in zip(stage.stages, runs[number], strict=True)]
            mean.write(_network(recipe, out, number), networks, rules)
    for folder in (out / "curves", made.parent):
        folder.mkdir(parents=True, exist_ok=True)
    for over in ("seconds", "decisions"):
        drawn = curves.plot([curves.read([stage[0] for stage in runs])], over, recipe.players)
        replace_text(out / "curves" / f"learning_{recipe.name}_{over}.svg", drawn)
    with replacing(made) as file:
        file.write(contents(_network(recipe, out, len(runs) - 1)))


def folders(recipe: Recipe, out: Path) -> list[list[Path]]:
    """Of the runs of its stages, by number and method, and a letter where several run apart."""
    return [
        [
            out / recipe.name / f"{number}{letter if isinstance(stage, Apart) else ''}_{part.method}"
            for letter, part in zip(ascii_lowercase, _parts(stage), strict=False)
        ]
        for number, stage in enumerate(recipe.stages, 1)
    ]


def _parts(stage: Stage | Apart) -> tuple[Stage, ...]:
    return stage.stages if isinstance(stage, Apart) else (stage,)


def _network(recipe: Recipe, out: Path, number: int) -> Path:
    """What a stage leaves."""
    stage, (first, *_) = recipe.stages[number], folders(recipe, out)[number]
    return first.with_name(f"{number + 1}_mean.npz") if isinstance(stage, Apart) else first / stage.network


def told(recipe: Recipe, out: Path) -> list[tuple[str, ...]]:
    """The rows of a finished network: what it learned from, how long that took, and whom it beats how often."""
    ends = [lines(folder / "progress.jsonl")[-1] for stage in folders(recipe, out) for folder in stage]
    decisions = " + ".join(f"{end['decisions']:,.0f}" for end in ends)
    minutes = f"{sum(end['seconds'] for end in ends) / 60:.1f}"
    won = {name.removeprefix("wins/"): share for name, share in ends[-1].items() if name.startswith("wins/")}
    return [(recipe.name, decisions, minutes, name, f"{share:.1%}") for name, share in won.items()]


if __name__ == "__main__":
    typer.run(main)

"""Train the bundled networks again by their recipes: `python training/build_models.py --out runs/models`.

A recipe is a TOML file in `training/recipes`: stages of training, one after another. A stage is one run of a method of
`kschwert train` with its settings, or an average of the weights of several networks: forked runs from the network of
the stage before, usually that network itself, and other versions.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from string import ascii_lowercase
from typing import Annotated, Any

import typer

from kschwert_env import terminal
from kschwert_env.agents.policy import TRAINED
from kschwert_env.engine.io.files import atomic_write, atomic_write_text, read_bytes
from kschwert_env.engine.text.phrases import brief
from kschwert_env.importing import find_game
from kschwert_env.training import methods
from kschwert_env.training.algorithms import average_weights
from kschwert_env.training.runs import curves, parts
from kschwert_env.training.runs.report import lines
from kschwert_env.training.runs.settings import holds_run, without_groups

_AGENTS = {"fixed_opponents", "weak_opponents", "teacher", "mixed_teacher"}  # settings that name agents

_STAGE = "policy:stage "  # begins the name of the network after a stage

RECIPES = Path(__file__).with_name("recipes")
"""Folder of the recipes."""


@dataclass(frozen=True)
class Stage:
    """One run of training, or an average of networks: forked runs, usually their start, and other versions."""

    method: str | None = None  # name as in `kschwert train`; None for an average
    # by name; in the file they are in groups
    # paths of agents are relative to the source tree, policy:stage 3 is the network after the third stage
    settings: dict[str, Any] = field(default_factory=dict)
    network: str = "agent.npz"  # file of the run that the next stage starts from
    forks: tuple["Stage", ...] = ()  # forked runs of an average; without any, it is the network before
    temperature: float = 1.0  # divisor of the logits of this average
    with_start: bool = True  # whether the network of the stage before is part of this average
    versions: tuple[int, ...] = ()  # other versions of the network that are part of this average, too

    @property
    def runs(self) -> tuple["Stage", ...]:
        """Return the forked runs, or this stage itself."""
        return self.forks if self.is_average else (self,)

    @property
    def is_average(self) -> bool:
        """Return whether this stage averages forked runs."""
        return self.method is None


@dataclass(frozen=True)
class Recipe:
    """Training of one network, stage by stage."""

    game: str
    players: int
    version: int  # of the network
    stages: tuple[Stage, ...]  # one after another
    previous: int | None = None  # version whose network the first stage starts from; None starts from scratch

    @property
    def name(self) -> str:
        """Return the name of the recipe's file, without suffix."""
        return f"{self.game}_{self.players}_v{self.version}"

    def network(self, version: int) -> Path:
        """Return the path of a version's network, relative to the folder of all bundled networks."""
        return Path(f"{self.game}_{self.players}", f"v{version}.npz")


def read_recipe(path: Path) -> Recipe:
    """Read a recipe from its TOML file. Raises TypeError for unknown keys."""
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    return Recipe(**{**found, "stages": tuple(map(_stage, found["stages"]))})


def _stage(found: dict[str, Any]) -> Stage:
    given: dict[str, Any] = {
        "forks": tuple(map(_stage, found.get("forks", ()))),
        "versions": tuple(found.get("versions", ())),
    }
    if "method" in found:
        settings_type = methods.run_type_of(found["method"]).settings_type
        given["settings"] = dict(without_groups(settings_type, found["settings"]))
    return Stage(**{**found, **given})


def read_recipes() -> list[Recipe]:
    """Read all recipes, earlier versions first."""
    return sorted(map(read_recipe, RECIPES.glob("*.toml")), key=lambda recipe: (recipe.version, recipe.name))


def main(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Output folder for runs, networks and learning curves.")],
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Recipe, such as two_crowns_2_v1. May be repeated.", show_default="all"),
    ] = None,
) -> None:
    """Train all bundled networks, one after another.

    The networks are written to DIR/trained, their learning curves to DIR/curves. Ctrl-C stops; the same command
    continues.
    """
    recipes = read_recipes()
    names = [recipe.name for recipe in recipes]
    if unknown := sorted(set(only or []) - set(names)):
        raise terminal.usage_error(f"--only must be one of {', '.join(names)}, not {brief(unknown[0])}")
    table = terminal.number_table("Final win shares", "network", "timesteps", "minutes", "against", "wins")
    for recipe in recipes:
        if recipe.name in (only or names):
            try:
                build(recipe, out)
                for row in summary(recipe, out):
                    table.add_row(*row)
            except (ValueError, OSError) as error:
                terminal.fail(str(error))
    terminal.new_console().print(table)


def build(recipe: Recipe, out: Path) -> None:
    """Train one network, or continue, and write it and its curves.

    Complete runs are verified. Raises FileError if a file of one has changed, and typer.Exit after Ctrl-C.
    """
    built = out / "trained" / recipe.network(recipe.version)
    for i, stage in enumerate(recipe.stages):
        start = _network_before(recipe, out, i)
        for run, folder in zip(stage.runs, folders(recipe, out, i), strict=True):
            _train(recipe, run, folder, start)
        if stage.is_average:
            learned = [folder / run.network for run, folder in zip(stage.runs, folders(recipe, out, i), strict=True)]
            rules = find_game(recipe.game)(num_players=recipe.players)
            assert start is not None  # an average needs a network to start from
            after = _network_after(recipe, out, i)
            after.parent.mkdir(parents=True, exist_ok=True)
            others = [_bundled(recipe, out, version) for version in stage.versions]
            averaged = [*([start] if stage.with_start else []), *learned, *others]
            average_weights.write(after, averaged, rules, temperature=stage.temperature)
    _draw_curves(recipe, out)
    built.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write(built) as file:
        file.write(read_bytes(_network_after(recipe, out, len(recipe.stages) - 1)))


def _train(recipe: Recipe, run: Stage, folder: Path, start: Path | None) -> None:
    files = "settings.json", "progress.jsonl", run.network
    if parts.is_complete(folder, files):
        return
    terminal.new_console().rule(f"{recipe.name}: {folder.name}")
    assert run.method is not None  # only forked stages have none
    resume = holds_run(folder)
    settings = {} if resume else _settings(recipe, run, folder.parent.parent, start)  # a run keeps its settings
    if not methods.train(run.method, folder, resume, **settings):
        raise typer.Exit(1)
    parts.mark_complete(folder, files)


def _settings(recipe: Recipe, run: Stage, out: Path, start: Path | None) -> dict[str, Any]:
    """Return the settings of a run, with the paths of networks on this machine."""
    settings = {"game": recipe.game, "players": recipe.players, **run.settings}
    for name in _AGENTS & settings.keys():
        settings[name] = settings[name].replace("policy:agents/trained/", f"policy:{TRAINED}/")
        if settings[name].startswith(_STAGE):
            number = int(settings[name].removeprefix(_STAGE))
            settings[name] = f"policy:{_network_after(recipe, out, number - 1)}"
    if start is not None:
        settings["warm_start"] = str(start)
    return settings


def folders(recipe: Recipe, out: Path, i: int) -> list[Path]:
    """Return the folders of the runs of stage `i`, named by number and method, with a letter for each fork."""
    letters = ascii_lowercase if recipe.stages[i].is_average else [""]
    runs = zip(letters, recipe.stages[i].runs, strict=False)
    return [out / recipe.name / f"{i + 1}{letter}_{run.method}" for letter, run in runs]


def _network_before(recipe: Recipe, out: Path, i: int) -> Path | None:
    """Return the path of the network that stage `i` starts from; None for a new network."""
    if i:
        return _network_after(recipe, out, i - 1)
    if recipe.previous is None:
        return None
    return _bundled(recipe, out, recipe.previous)


def _bundled(recipe: Recipe, out: Path, version: int) -> Path:
    """Return the path of another version's network, rather the one trained here."""
    network = recipe.network(version)
    return out / "trained" / network if (out / "trained" / network).exists() else TRAINED / network


def _network_after(recipe: Recipe, out: Path, i: int) -> Path:
    """Return the path of the network after stage `i`."""
    stage = recipe.stages[i]
    return out / recipe.name / f"{i + 1}_mean.npz" if stage.is_average else folders(recipe, out, i)[0] / stage.network


def _draw_curves(recipe: Recipe, out: Path) -> None:
    """Draw the curves of the first run of each stage, if any stage has runs."""
    runs = [folder for i in range(len(recipe.stages)) for folder in folders(recipe, out, i)[:1]]
    if not runs:
        return
    (out / "curves").mkdir(parents=True, exist_ok=True)
    for over in ("seconds", "timesteps"):
        drawn = curves.plot([curves.read(runs)], over, recipe.players)
        atomic_write_text(out / "curves" / f"{recipe.name}_{over}.svg", drawn)


def summary(recipe: Recipe, out: Path) -> Iterator[tuple[str, ...]]:
    """Yield table rows of a finished network: timesteps, minutes, and win share by opponent.

    An average is not evaluated, so it has one row without win shares.
    """
    ends = [
        lines(folder / "progress.jsonl")[-1] for i in range(len(recipe.stages)) for folder in folders(recipe, out, i)
    ]
    timesteps = " + ".join(f"{end['timesteps']:,.0f}" for end in ends)
    minutes = f"{sum(end['seconds'] for end in ends) / 60:.1f}"
    if recipe.stages[-1].is_average:
        yield recipe.name, timesteps, minutes, "", "not measured"
        return
    for name, share in ends[-1].items():
        if name.startswith("wins/"):
            yield recipe.name, timesteps, minutes, name.removeprefix("wins/"), f"{share:.1%}"


if __name__ == "__main__":
    terminal.run_command(main)

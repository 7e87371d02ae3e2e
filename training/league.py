"""League: all bundled agents play each other, and best responses to each are trained: `python training/league.py`."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from pathlib import Path
from typing import Annotated, Any

import typer

from kschwert_env import GAMES, terminal
from kschwert_env.agents.policy import bundled_versions
from kschwert_env.agents.registry import available, make_agent, make_agents
from kschwert_env.arena.command import ladder, progress_bar
from kschwert_env.arena.contest import Contest
from kschwert_env.arena.statistics import Figures
from kschwert_env.engine.io.files import FileError, read_bytes
from kschwert_env.engine.rules import GameRules
from kschwert_env.training.algorithms import best_response, best_response_report
from kschwert_env.training.runs.settings import holds_a_run

FORMAT = "kschwert_env.league.v1"
"""What a file of a league is; another where its keys change."""

_SIMULATIONS = 50  # of those who search
_THINKING = 10  # times fewer decisions against those who take long for one


def main(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for games, responses and league.json.")],
    game: terminal.Game = GAMES[0],
    players: terminal.Players = None,
    games: Annotated[int, typer.Option(metavar="NUMBER", min=1, help="Games, at tables of all agents in turn.")] = 2000,
    timesteps: Annotated[
        int, typer.Option(metavar="NUMBER", min=0, help="Of each response to an agent; 0 for no responses.")
    ] = 3_000_000,
    seeds: Annotated[int, typer.Option(metavar="NUMBER", min=1, help="Responses to each agent.")] = 3,
    searches: Annotated[bool, typer.Option(help="Those who search play, too; they take seconds for a game.")] = True,
    only: Annotated[
        list[str] | None, typer.Option(metavar="AGENT", help="Respond to this one now; may be repeated.")
    ] = None,
) -> None:
    """Let all agents that come along play each other, and find out how exploitable each is.

    DIR/league.json tells of it. Ctrl-C stops; the same command goes on, and what is complete stays.
    """
    rules = terminal.chosen_rules(game, players, None)
    names = members(rules, searches)
    if unknown := set(only or []) - set(names):
        raise terminal.refused(f"--only must be one of {', '.join(names)}, not {sorted(unknown)[0]}")
    try:
        found = played(rules, names, out / "arena", games)
        for name in (only or names) if timesteps else ():
            respond(rules, name, out, timesteps, seeds)
    except (FileError, ImportError) as error:
        terminal.fail(str(error))
    told = {
        "format": FORMAT,
        **best_response_report.about(rules),
        **figures(found),
        "exploitability": responses(names, out),
    }
    terminal.save_json(out / "league.json", told)
    terminal.new_console().print(ladder(found))


def members(rules: GameRules, searches: bool = True) -> list[str]:
    """All that come along for a game, as typed for the arena: of each version of a network one."""
    found = list[str]()
    for kind in available(rules):
        if kind in ("ismcts", "puct"):
            found += [f"{kind}:sims={_SIMULATIONS}"] if searches else []
        elif kind == "policy":
            found += (f"policy:version={version}" for version in bundled_versions(rules))
        else:
            found.append(kind)
    return found


def played(rules: GameRules, names: Sequence[str], folder: Path, games: int) -> Figures:
    """The figures of their arena, which is gone on with. Raises typer.Exit after Ctrl-C."""
    with Contest(rules, make_agents(names, rules), folder, games, "mixed", seed=0, resume=True) as contest:
        with progress_bar(contest.total, contest.finished) as report:
            if not contest.play(report=report):
                raise typer.Exit(1)
        found = contest.figures()
    assert found is not None
    return found


def respond(rules: GameRules, name: str, out: Path, timesteps: int, seeds: int) -> None:
    """Make opponents for an agent, or go on with them. Raises typer.Exit after Ctrl-C."""
    folder, slow = _folder(out, name), make_agent(name, rules).games_at_once == 1
    settings: dict[str, Any] = {"agent": name, "game": rules.package, "players": rules.num_players, "seeds": seeds}
    settings |= {"timesteps": timesteps // _THINKING if slow else timesteps}
    settings |= {"starts": best_response.BUNDLED if bundled_versions(rules) and not name.startswith("policy") else ""}
    if not best_response.BestResponseRun.of(folder, resume=holds_a_run(folder), **settings).play():
        raise typer.Exit(1)


def responses(names: Sequence[str], out: Path) -> dict[str, Figures]:
    """What the best response to each agent wins, as far as there are any."""
    told = dict[str, Figures]()
    for name in names:
        if (file := _folder(out, name) / "results.json").exists():
            found = json.loads(read_bytes(file))
            told[name] = {**found["best"], "timesteps": found["timesteps"], "seeds": found["seeds"]}
    return told


def figures(found: Figures) -> Figures:
    """What a league tells of its arena."""
    kept = ("games", "fair_share", "agents", "seconds_per_decision", "head_to_head", "decisions_per_game")
    return {**{name: found[name] for name in kept}, "circles": list(circles(found["head_to_head"]))}


def circles(head_to_head: Mapping[str, Mapping[str, Figures]]) -> Iterator[list[str]]:
    """Each three agents of which the first beats the second, the second the third, and the third the first, surely."""

    def beats(one: str, other: str) -> bool:
        return other in head_to_head[one] and head_to_head[one][other]["low"] > 0.5

    for three in permutations(head_to_head, 3):
        turned = three[1:] + three[:1]
        if three[0] == min(three) and all(map(beats, three, turned)):
            yield list(three)


def _folder(out: Path, name: str) -> Path:
    return out / "best_response" / name.replace(":", "_")


if __name__ == "__main__":
    typer.run(main)

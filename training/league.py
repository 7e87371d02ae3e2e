"""League: a tournament between all bundled agents, and best responses to each: `python training/league.py`."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from pathlib import Path
from typing import Annotated, Any

import typer

from kschwert_env import GAMES, terminal
from kschwert_env.agents.policy import bundled_versions
from kschwert_env.agents.registry import available, make_agent, make_agents
from kschwert_env.arena.command import ranking_table
from kschwert_env.arena.contest import Contest
from kschwert_env.arena.statistics import Figures
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.io.files import FileError, read_bytes
from kschwert_env.engine.io.parsing import parse_json
from kschwert_env.training.algorithms import best_response, best_response_report
from kschwert_env.training.runs.settings import holds_run

FORMAT = "kschwert_env.league.v1"
"""Format of league.json; it changes with the keys."""

_SIMULATIONS = 50  # simulations per decision of search agents
_SLOW_DIVISOR = 10  # best responses to slow agents get this many times fewer timesteps


def main(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Output folder for games, best responses and league.json.")],
    game: terminal.Game = GAMES[0],
    players: terminal.Players = None,
    games: Annotated[int, typer.Option(metavar="NUMBER", min=1, help="Number of games in mixed line-ups.")] = 2000,
    timesteps: Annotated[
        int, typer.Option(metavar="NUMBER", min=0, help="Timesteps (decisions) of each best response; 0 = none.")
    ] = 3_000_000,
    seeds: Annotated[int, typer.Option(metavar="NUMBER", min=1, help="Number of best responses per agent.")] = 3,
    searches: Annotated[bool, typer.Option(help="Include search agents, which take seconds per game.")] = True,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="AGENT", help="Train best responses to this agent only. May be repeated.", show_default="all"
        ),
    ] = None,
) -> None:
    """Let all bundled agents play against each other, and train best responses to each.

    Results are in DIR/league.json. Ctrl-C stops; the same command continues.
    """
    rules = terminal.chosen_rules(game, players, None)
    names = members(rules, searches)
    if unknown := set(only or []) - set(names):
        raise terminal.usage_error(f"--only must be one of {', '.join(names)}, not {sorted(unknown)[0]}")
    try:
        found = play_games(rules, names, out / "arena", games)
        for name in (only or names) if timesteps else ():
            train_responses(rules, name, out, timesteps, seeds)
        exploitability = responses(names, out)
    except (FileError, ImportError) as error:
        terminal.fail(str(error))
    results = {
        "format": FORMAT,
        **best_response_report.about(rules),
        **figures(found),
        "exploitability": exploitability,
    }
    terminal.save_json(out / "league.json", results)
    terminal.new_console().print(ranking_table(found))


def members(rules: GameRules, searches: bool = True) -> list[str]:
    """Return the specs of all bundled agents of a game, including each version of its networks."""
    found = list[str]()
    for kind in available(rules):
        if kind in ("ismcts", "puct"):
            found += [f"{kind}:sims={_SIMULATIONS}"] if searches else []
        elif kind == "policy":
            found += (f"policy:version={version}" for version in bundled_versions(rules))
        else:
            found.append(kind)
    return found


def play_games(rules: GameRules, names: Sequence[str], folder: Path, games: int) -> Figures:
    """Play or resume the arena; return its statistics. Raises typer.Exit after Ctrl-C."""
    with Contest(rules, make_agents(names, rules), folder, games, "mixed", seed=0, resume=True) as contest:
        with terminal.progress_bar(contest.total, contest.finished) as report:
            if not contest.play(report=report):
                raise typer.Exit(1)
        found = contest.figures()
    assert found is not None
    return found


def train_responses(rules: GameRules, name: str, out: Path, timesteps: int, seeds: int) -> None:
    """Train best responses to an agent, or resume. Raises typer.Exit after Ctrl-C."""
    folder, slow = _folder(out, name), make_agent(name, rules).games_at_once == 1
    settings: dict[str, Any] = {"agent": name, "game": rules.package, "players": rules.num_players, "seeds": seeds}
    settings |= {"timesteps": timesteps // _SLOW_DIVISOR if slow else timesteps}
    settings |= {"starts": best_response.BUNDLED if bundled_versions(rules) and not name.startswith("policy") else ""}
    if not best_response.BestResponseRun.create(folder, resume=holds_run(folder), **settings).train():
        raise typer.Exit(1)


def responses(names: Sequence[str], out: Path) -> dict[str, Figures]:
    """Return the results of the best response to each agent, if there is one. Raises FileError for a damaged file."""
    results = dict[str, Figures]()
    for name in names:
        if (file := _folder(out, name) / "results.json").exists():
            try:
                found = parse_json(read_bytes(file))
                results[name] = {**found["best"], "timesteps": found["timesteps"], "seeds": found["seeds"]}
            except (ValueError, LookupError, TypeError):
                raise FileError(
                    f"{file} does not contain results of a best response; delete it to write it again"
                ) from None
    return results


def figures(found: Figures) -> Figures:
    """Return the statistics of the arena that league.json contains."""
    names = ("games", "fair_share", "agents", "seconds_per_decision", "head_to_head", "decisions_per_game")
    return {**{name: found[name] for name in names}, "circles": list(circles(found["head_to_head"]))}


def circles(head_to_head: Mapping[str, Mapping[str, Figures]]) -> Iterator[list[str]]:
    """Yield triples of agents that significantly beat each other in a cycle."""

    def beats(one: str, other: str) -> bool:
        return other in head_to_head[one] and head_to_head[one][other]["low"] > 0.5

    for three in permutations(head_to_head, 3):
        turned = three[1:] + three[:1]
        if three[0] == min(three) and all(map(beats, three, turned)):
            yield list(three)


def _folder(out: Path, name: str) -> Path:
    return out / "best_response" / name.replace(":", "_")


if __name__ == "__main__":
    terminal.run_command(main)

"""`kschwert simulate`: play games, and print statistics."""

from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.rule import Rule
from rich.table import Table

from kschwert_env import GAMES, terminal
from kschwert_env.adapters.opponents import PolicyCaller, SeedSequences
from kschwert_env.agents import Agent, AgentError, as_policy, make_agent
from kschwert_env.engine.records.game_stats import NUM_SLOTS, Chooser, GameStats
from kschwert_env.engine.records.record import Recorder
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.engine.simulation.game import game_type
from kschwert_env.importing import find_game, stats_collector

MOST_GAMES = 10_000_000  # their statistics take less than a gigabyte


def simulate(
    game: terminal.Game = GAMES[0],
    players: terminal.Players = None,
    options: terminal.Options = None,
    agent: Annotated[
        str,
        typer.Option(metavar="AGENT", help="Player of all seats, such as heuristic or policy; see `kschwert agents`."),
    ] = "random",
    games: Annotated[int, typer.Option(metavar="NUMBER", min=1, max=MOST_GAMES, help="Number of games.")] = 10_000,
    seed: terminal.Seed = 0,
    json: terminal.JsonFile = None,
    record: Annotated[
        Path | None,
        terminal.output_file("--record", "Write a record of the first game to this file, for `kschwert replay`."),
    ] = None,
) -> None:
    """Play games, and print statistics.

    Statistics are lengths, endings, scores, win shares, actions, points by source, and speed. The agent plays all
    seats; by default, all legal actions are equally likely. Ctrl-C stops early; the statistics then cover the finished
    games.
    """
    rules = terminal.chosen_rules(game, players, options)
    with terminal.argument_errors():
        player = None if agent == "random" else make_agent(agent, rules)
    try:
        if record:
            terminal.save(record, first_game(rules, seed, player).write)
        sample = play(terminal.new_console(), rules, games, seed, agent, player)
    except AgentError as error:
        terminal.fail(str(error))
    if json:
        about = {"game": rules.package, "rules": rules.options(), "agent": agent, "seed": seed, "games_asked": games}
        terminal.save_json(json, {**about, **figures(sample)})


def chooser(rules: Any, agent: Agent | None, size: int, seed: int) -> Chooser:
    """Return a function that chooses the actions of all seats in a batch of `size` games; None is uniformly random."""
    if agent is None:
        return Batch.random_actions
    policy, sequences, games = PolicyCaller(as_policy(agent, rules)), SeedSequences(size), np.arange(size)
    sequences.reseed(seed, np.ones(size, np.bool_))
    return lambda batch: policy.actions(batch, games, sequences)


def first_game(rules: Any, seed: int, agent: Agent | None) -> Recorder[Any]:
    """Return the record of the first game that `play` plays with this seed."""
    recorder, batch = Recorder(game_type(find_game(rules.package)), rules, seed), Batch(rules, 1, seed)
    choose = chooser(rules, agent, 1, seed)
    while not recorder.game.is_over:
        actions = choose(batch)
        recorder.step(int(actions[0]))
        batch.step(actions)
    return recorder


def play(console: Console, rules: Any, games: int, seed: int, name: str, agent: Agent | None) -> GameStats:
    """Play games with a progress bar, print and return their statistics. Exits if no game has finished."""
    console.print(Rule(f"{terminal.plural(games, 'game')} of {name}: {terminal.describe_rules(rules)}", style="bold"))
    size = min(games, NUM_SLOTS)
    choose = None if agent is None else chooser(rules, agent, size, seed)
    tally = stats_collector(type(rules))(rules, games, seed, choose)
    with terminal.progress_bar(games) as report:
        sample: GameStats = tally.play(report)
    if not len(sample.games):
        terminal.fail(f"no statistics: stopped before all of the {tally.batch.size} parallel games had finished once")
    if len(sample.games) < games:
        console.print(f"Stopped early: statistics of {terminal.plural(len(sample.games), 'game')}.")
    for table in tables(figures(sample)):
        console.print(table)
    return sample


def figures(sample: GameStats) -> dict[str, Any]:
    """Return statistics of the games, in JSON types."""
    games = sample.games
    endings = np.bincount(games["ending"], minlength=len(sample.endings)).tolist()
    seats = zip(games["scores"].mean(axis=0), sample.win_shares, sample.win_intervals, strict=True)
    return {
        "games": len(games),
        "per_game": {name: spread(games[name]) for name in sample.counts},
        "endings": dict(zip(sample.endings, endings, strict=True)),
        "seats": [
            {"mean_score": float(score), "win_share": float(share), "win_interval": interval.tolist()}
            for score, share, interval in seats
        ],
        "actions_per_game": sample.actions,
        "points_per_game": sample.points,
        "speed": {
            "seconds": sample.seconds,
            "games_per_second": sample.played / sample.seconds,
            "decisions_per_second": sample.decisions / sample.seconds,
        },
    }


def spread(values: np.ndarray) -> dict[str, float]:
    """Return mean, median, minimum and maximum."""
    return {
        "mean": float(values.mean()),
        "median": float(np.median(values)),
        "smallest": int(values.min()),
        "largest": int(values.max()),
    }


def tables(figures: dict[str, Any]) -> list[Table]:
    """Return the statistics as tables for the terminal."""
    lengths = terminal.number_table("Per game", "", "mean", "median", "smallest", "largest")
    for name, values in figures["per_game"].items():
        mean, median, smallest, largest = values.values()
        lengths.add_row(name.replace("_", " "), f"{mean:,.2f}", f"{median:,.1f}", f"{smallest:,}", f"{largest:,}")
    endings = terminal.number_table("How games ended", "", "games", "share")
    for name, number in figures["endings"].items():
        endings.add_row(name.replace("_", " "), f"{number:,}", f"{number / figures['games']:.1%}")
    seats = terminal.number_table("Seats", "", "mean score", "win share", "95 % interval")
    for seat, values in enumerate(figures["seats"]):
        low, high = values["win_interval"]
        share = f"{values['win_share']:.1%}"
        seats.add_row(f"seat {seat}", f"{values['mean_score']:.2f}", share, f"{low:.1%} to {high:.1%}")
    speed = terminal.number_table("Speed", "", "per second")
    for name in ("games", "decisions"):
        speed.add_row(name, f"{figures['speed'][f'{name}_per_second']:,.0f}")
    actions = share_table("Actions per game", "of all actions", figures["actions_per_game"])
    points = share_table("Points per game, by phase and action", "of all points", figures["points_per_game"])
    return [lengths, endings, seats, actions, points, speed]


def share_table(title: str, share: str, means: dict[str, float]) -> Table:
    """Return a table of means, largest first, with their shares of the total."""
    table, total = terminal.number_table(title, "", "mean", share), sum(means.values()) or 1.0
    for name, mean in sorted(means.items(), key=lambda item: -item[1]):
        table.add_row(name.replace("_", " "), f"{mean:,.2f}", f"{mean / total:.1%}")
    return table

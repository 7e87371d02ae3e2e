"""`kschwert train demo`: from nothing to an agent that plays, in a few minutes, and one page that tells of it."""

import json
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from kschwert_env import GAMES, terminal
from kschwert_env.agents.base import Agent, ask, decisions_in
from kschwert_env.agents.policy import bundled
from kschwert_env.agents.registry import make_agent
from kschwert_env.arena import report
from kschwert_env.arena.command import main as arena
from kschwert_env.engine.io.files import replace_text
from kschwert_env.engine.records import Recorder
from kschwert_env.engine.rng import derived_seeds
from kschwert_env.engine.rules import GameRules
from kschwert_env.rendering.page import page as game_page
from kschwert_env.training.algorithms import exploit, exploit_report, imitate, ppo
from kschwert_env.training.runs import curves
from kschwert_env.training.runs.run import Task

_EVALUATIONS = 4  # while learning by self-play

IMITATION: dict[str, Any] = {"evaluate_games": 100}
"""Settings of `imitate` that are not asked for, nor as usual."""

_FAST = {"games": 64, "steps": 128, "minibatch": 256, "evaluate_games": 100}  # docs/training.md#a-fast-beginning

SELF_PLAY: dict[str, Any] = {**_FAST, "evaluators": "random+heuristic"}
"""Likewise of `ppo`."""

RESPONSE: dict[str, Any] = {**_FAST, "seeds": 1, "choosing_games": 50, "measuring_games": 400}
"""Likewise of `exploit`; there is one response, so that none has to be chosen."""

_LEARNING = (
    "<p>First by imitation of the heuristic player, then by self-play. Below, <code>policy:&hellip;</code> is the "
    "agent trained here; <code>policy</code> alone, where it is there, comes along and was trained for longer.</p>"
)
_GAME = "<p>The agent trained here has seat 0; the heuristic player has the others. Points at the end, by seat: {}.</p>"


def main(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for all that comes of it; must be new.")],
    game: terminal.Game = GAMES[0],
    players: terminal.Players = None,
    imitate_decisions: Annotated[int, typer.Option(metavar="NUMBER", min=1000, help="To learn from.")] = 250_000,
    decisions: Annotated[int, typer.Option(metavar="NUMBER", min=1000, help="To play itself.")] = 400_000,
    games: Annotated[int, typer.Option(metavar="NUMBER", min=1, help="In the arena.")] = 400,
    seed: terminal.Seed = 0,
) -> None:
    """Train an agent by imitation and self-play, let it meet others in the arena, and write DIR/report.html."""
    rules = terminal.chosen_rules(game, players, None)
    console = terminal.new_console()
    shared = {"game": game, "players": rules.num_players, "seed": seed}
    try:
        console.rule("The heuristic player plays itself, and a network learns to do as it does")
        agent = learn(imitate.Run, out / "imitate", {**IMITATION, **shared, "decisions": imitate_decisions})
        console.rule("The network plays itself, and learns what wins")
        every = {"decisions": decisions, "evaluate_every": decisions // _EVALUATIONS}
        agent = learn(ppo.Run, out / "ppo", {**SELF_PLAY, **shared, **every, "warm_start": str(agent)})
    except ValueError as error:
        terminal.fail(str(error))
    console.rule("It meets others")
    names = [f"policy:{agent}", "heuristic", "random"]
    with suppress(ValueError):  # for these rules none comes along
        bundled(rules)
        names.insert(1, "policy")
    arena(names, out / "arena", game, rules.num_players, games=games, seed=seed)
    console.rule("Another network learns to win against it, and nobody else")
    every = {"decisions": decisions // 2, "evaluate_every": decisions // 2 // _EVALUATIONS}
    learn(exploit.Run, out / "exploit", {**RESPONSE, **shared, **every, "agent": names[0]})
    line_up = [make_agent(name, rules) for name in (names[0], *["heuristic"] * (rules.num_players - 1))]
    terminal.save(out / "report.html", lambda file: replace_text(file, page(out, played(rules, line_up, seed))))
    console.print(f"\nLook at {out / 'report.html'}: what it learned, how good it is, and a game that it played.")


def learn(method: type[Task], folder: Path, settings: dict[str, Any]) -> Path:
    """Do a run, and return the file of its network, if it has one; Ctrl-C ends all of it."""
    if not method.of(folder, **settings).play():
        raise typer.Exit(1)
    return folder / "agent.npz"


def played(rules: GameRules, line_up: list[Agent], seed: int) -> Recorder[Any]:
    """A game of these agents, seat by seat."""
    recorder = Recorder(terminal.package(rules.package).Game, rules, seed)
    while (seat := recorder.game.player) is not None:
        seeds = derived_seeds(np.array([seed]), np.array([len(recorder.lines)]))
        decision = decisions_in(rules, recorder.game.state.reshape(1), seeds)
        recorder.step(int(ask(line_up[seat], decision)[0]))
    return recorder


def page(out: Path, recorder: Recorder[Any]) -> str:
    """The report: how it learned, what the arena says, what a response to it wins, and the game."""
    found, response = (
        json.loads((out / folder / "results.json").read_text(encoding="utf-8")) for folder in ("arena", "exploit")
    )
    learning = curves.plot([curves.read([out / "imitate", out / "ppo"])], "seconds", found["players"])
    replay = escape(game_page(recorder), quote=True)
    parts = {
        "Learning": _LEARNING + learning,
        **report.parts(found),
        "How exploitable it is": f"<p>{escape(exploit_report.summary(response))}</p>"
        + exploit_report.parts(response)["While they learned"],
        "A game": _GAME.format(", ".join(map(str, recorder.game.scores)))
        + f'<iframe srcdoc="{replay}" title="a game" style="width: 100%; height: 60rem; border: 0"></iframe>',
    }
    return report.page(f"{found['game']}, {found['players']} players: a fresh agent", report.about(found), parts)

"""`kschwert train demo`: train a small agent from scratch in a few minutes, and report on it in one page."""

import json
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Annotated, Any

import typer

from kschwert_env import GAMES, terminal
from kschwert_env.agents.base import Agent, choose_action, decision_seed
from kschwert_env.agents.policy import bundled_network
from kschwert_env.agents.registry import make_agent
from kschwert_env.arena import report
from kschwert_env.arena.command import main as arena
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.io.files import atomic_write_text
from kschwert_env.engine.records.record import Recorder
from kschwert_env.engine.simulation.game import game_type
from kschwert_env.importing import find_game
from kschwert_env.rendering.pages.page import page as game_page
from kschwert_env.training.algorithms import best_response, best_response_report, imitate, ppo
from kschwert_env.training.runs import curves
from kschwert_env.training.runs.run import TrainingTask

_EVALUATIONS = 4  # during self-play

IMITATION: dict[str, Any] = {"evaluation_games": 100}
"""Settings of `imitate` that differ from the defaults."""

# docs/training.md#a-fast-start
_FAST = {"games": 64, "rollout_steps": 128, "minibatch_size": 256, "evaluation_games": 100}

SELF_PLAY: dict[str, Any] = {**_FAST, "evaluation_opponents": "random+heuristic"}
"""Settings of `ppo` that differ from the defaults."""

RESPONSE: dict[str, Any] = {**_FAST, "seeds": 1, "selection_games": 50, "measurement_games": 400}
"""Settings of `best_response` that differ from the defaults; with a single response, nothing has to be selected."""

_LEARNING = (
    "<p>First by imitation of the heuristic, then by self-play. <code>policy:&hellip;</code> is the agent trained "
    "here; <code>policy</code> alone is the bundled agent, which was trained for longer.</p>"
)
_GAME = "<p>The agent trained here has seat 0, the heuristic the others. Final points by seat: {}.</p>"


def main(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for all results; must be new.")],
    game: terminal.Game = GAMES[0],
    players: terminal.Players = None,
    imitation_timesteps: Annotated[
        int, typer.Option(metavar="NUMBER", min=1000, help="Decisions to imitate.")
    ] = 250_000,
    timesteps: Annotated[int, typer.Option(metavar="NUMBER", min=1000, help="Timesteps of PPO.")] = 400_000,
    games: Annotated[int, typer.Option(metavar="NUMBER", min=1, help="Games in the arena.")] = 400,
    seed: terminal.Seed = 0,
) -> None:
    """Train an agent by imitation and self-play, evaluate it in the arena, and write DIR/report.html."""
    rules = terminal.chosen_rules(game, players, None)
    console = terminal.new_console()
    shared = {"game": game, "players": rules.num_players, "seed": seed}
    try:
        console.rule("Imitation: a network learns to play like the heuristic")
        agent = learn(imitate.ImitationRun, out / "imitate", {**IMITATION, **shared, "timesteps": imitation_timesteps})
        console.rule("Self-play: the network improves with PPO")
        every = {"timesteps": timesteps, "evaluation_interval": timesteps // _EVALUATIONS}
        agent = learn(ppo.PpoRun, out / "ppo", {**SELF_PLAY, **shared, **every, "warm_start": str(agent)})
    except ValueError as error:
        terminal.fail(str(error))
    console.rule("Arena: the network plays other agents")
    names = [f"policy:{agent}", "heuristic", "random"]
    with suppress(ValueError):  # no network is bundled for these rules
        bundled_network(rules)
        names.insert(1, "policy")
    arena(names, out / "arena", game, rules.num_players, games=games, seed=seed)
    console.rule("Best response: another network is trained to beat it")
    every = {"timesteps": timesteps // 2, "evaluation_interval": timesteps // 2 // _EVALUATIONS}
    learn(best_response.BestResponseRun, out / "best_response", {**RESPONSE, **shared, **every, "agent": names[0]})
    line_up = [make_agent(name, rules) for name in (names[0], *["heuristic"] * (rules.num_players - 1))]
    terminal.save(
        out / "report.html", lambda file: atomic_write_text(file, page(out, record_game(rules, line_up, seed)))
    )
    console.print(f"\nThe report is {out / 'report.html'}: learning curves, strength, and a recorded game.")


def learn(method: type[TrainingTask], folder: Path, settings: dict[str, Any]) -> Path:
    """Complete a run and return the path of its network; Ctrl-C ends the command."""
    if not method.create(folder, **settings).train():
        raise typer.Exit(1)
    return folder / "agent.npz"


def record_game(rules: GameRules, line_up: list[Agent], seed: int) -> Recorder[Any]:
    """Play a game of these agents, in seat order, and return its record."""
    recorder = Recorder(game_type(find_game(rules.package)), rules, seed)
    while (seat := recorder.game.player) is not None:
        seed_now = decision_seed(seed, len(recorder.lines))
        recorder.step(choose_action(line_up[seat], rules, recorder.game.state, seed_now))
    return recorder


def page(out: Path, recorder: Recorder[Any]) -> str:
    """Return the report: learning curves, arena, best response, and a game."""
    figures, response = (
        json.loads((out / folder / "results.json").read_text(encoding="utf-8")) for folder in ("arena", "best_response")
    )
    learning = curves.plot([curves.read([out / "imitate", out / "ppo"])], "seconds", figures["players"])
    replay = escape(game_page(recorder), quote=True)
    parts = {
        "Learning": _LEARNING + learning,
        **report.parts(figures),
        "Exploitability": f"<p>{escape(best_response_report.summary(response))}</p>"
        + best_response_report.parts(response)["Learning curves"],
        "A game": _GAME.format(", ".join(map(str, recorder.game.scores)))
        + f'<iframe srcdoc="{replay}" title="recorded game" style="width: 100%; height: 60rem; border: 0"></iframe>',
    }
    return report.page(
        f"{find_game(figures['game']).title}, {figures['players']} players: a newly trained agent",
        report.about(figures),
        parts,
    )

"""A first look at the game: one random game told in words, then thousands of them at full speed.

Run it with `python -m kschwert_env.demo`.
"""

import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console, Group
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from kschwert_env.cli.simulate import MOST_GAMES, play
from kschwert_env.engine.contract import Position
from kschwert_env.engine.record import Decision
from kschwert_env.krone_schwert.game import Game
from kschwert_env.krone_schwert.rules import Rules
from kschwert_env.krone_schwert.words.commentary import tell
from kschwert_env.krone_schwert.words.drawing import LEGEND, board_glyphs, draw_table, moment
from kschwert_env.krone_schwert.words.final_scoring import area_sizes, final_scoring
from kschwert_env.terminal import Seed, new_console

STORY_PLAYERS = 3
STYLES = {
    "seat 0": "bold bright_red",
    "seat 1": "bold bright_blue",
    "seat 2": "bold bright_green",
    "seat 3": "bold bright_yellow",
    "seat 4": "bold bright_magenta",
    "id": "dim",
    "edge": "bright_black",
    "plain": "yellow",
    "mountain": "white",
    "forest": "green",
    "": "",
}


app = typer.Typer(add_completion=False)


@app.command()
def main(
    seed: Seed = 1491,
    games: Annotated[int, typer.Option(min=1, max=MOST_GAMES, help="Games of the second part.")] = 20_000,
    players: Annotated[int, typer.Option(min=2, max=5, help="Players of the second part.")] = 3,
) -> None:
    """Watch one random game of Krone & Schwert, then play thousands. Ctrl-C goes on to what is next."""
    console = new_console()
    try:
        tell_a_game(console, seed)
    except KeyboardInterrupt:
        console.print("\nThe game is left there.")
    console.print()
    play(console, Rules(players), games, seed)


# -- one game told --------------------------------------------------------------------------------------------


def tell_a_game(console: Console, seed: int) -> None:
    """One random game: every decision in words, the board where something great happens, the final scoring."""
    game = Game(Rules(STORY_PLAYERS), seed)
    console.print(Rule(f"One random game of {STORY_PLAYERS} players, seed {seed}", style="bold"))
    console.print(
        "Whoever decides picks a kind of action at random, then one of that kind, and ends a turn early\n"
        "only when nothing else is left to do."
    )
    show_board(console, game.position(), "The board before the first marker")
    shown: set[str] = set()
    for _, decisions in groupby(random_decisions(game, seed), lambda decision: decision.before["turn"]):
        tell_a_turn(console, decisions, shown)
    show_board(console, game.position(), "The end")
    console.print("", scoring_table(game.position()), sep="\n")


def random_decisions(game: Game, seed: int) -> Iterator[Decision]:
    """Play a game to its end. The kind of action is drawn first, so that rare kinds are seen."""
    choice = random.Random(seed)
    before = game.position()
    while not game.is_over:
        kinds = defaultdict(list)
        for i in game.legal_actions():
            kinds[game.rules.actions.decode(i).kind].append(i)
        if len(kinds) > 1:
            kinds.pop("end_turn", None)
        action = choice.choice(kinds[choice.choice(list(kinds))])
        game.step(action)
        after = game.position()
        yield Decision(before, game.rules.actions.decode(action), after)
        before = after


def tell_a_turn(console: Console, decisions: Iterator[Decision], shown: set[str]) -> None:
    """The decisions of one turn under a heading, with boards of what has not been `shown` yet."""
    for number, (before, action, after) in enumerate(decisions):
        if number == 0:
            console.print(coloured(heading(before)))
        deed, *consequences = tell(before, action, after, scoring=False)
        console.print(coloured("  " + deed))
        if before["revolt"] and not after["revolt"]:
            lines = [coloured(line) for line in consequences]
            console.print(Panel(Group(*lines), title=f"Revolt in {moment(before)}", expand=False))
        else:
            for line in consequences:
                console.print(coloured(f"    > {line}"))
        title = great_moment(before, after)
        if title and title not in shown:
            shown.add(title)
            show_board(console, after, title)


def heading(position: Position) -> str:
    """Whose turn begins, and how the game stands."""
    if position["turn"] is None:
        return "\nSetup: two markers each"
    seat = position["turn_player"]
    king = ", the king" if position["king"] == seat else ""
    return f"\n{moment(position).capitalize()}: seat {seat}{king}  ({' : '.join(map(str, position['scores']))} VP)"


def great_moment(before: Position, after: Position) -> str | None:
    """What is worth a look at the board, if anything."""
    if after["phase"] == "over":
        return None
    if before["king"] is None and after["king"] is not None:
        return "The first king"
    if after["end_begun"] and not before["end_begun"]:
        return "The beginning of the end"
    if before["king"] != after["king"]:
        return "A king is overthrown"
    return None


def show_board(console: Console, position: Position, title: str) -> None:
    """The board in colours, with the table below it."""
    console.print("", Rule(title), sep="\n")
    for line in board_glyphs(position):
        text = Text()
        for glyph in line:
            text.append(glyph.char, STYLES[glyph.tone])
        text.rstrip()
        console.print(text, soft_wrap=True)
    console.print("", *LEGEND, "", sep="\n", style="dim", soft_wrap=True)
    console.print(coloured(draw_table(position)), soft_wrap=True)


def coloured(line: str) -> Text:
    """A line with every seat in its colour."""
    text = Text(line)
    for seat in range(STORY_PLAYERS):
        text.highlight_regex(f"[Ss]eat {seat}\\b", STYLES[f"seat {seat}"])
    return text


def scoring_table(position: Position) -> Table:
    """The final scoring, a line per seat (E4)."""
    table = Table(title="Final scoring", title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    for name in ("seat", "before", "buildings", "areas", "king", "total", "largest areas"):
        table.add_column(name, justify="left" if name == "largest areas" else "right")
    scoring, areas = final_scoring(position), area_sizes(position)
    best = max(score.total for score in scoring)
    for seat, (score, sizes) in enumerate(zip(scoring, areas, strict=True)):
        points = [str(number) for number in score]
        largest = ", ".join(map(str, sizes[:4])) + " fields"
        winner = STYLES[f"seat {seat}"] if score.total == best else ""
        table.add_row(str(seat), *points, largest, style=winner)
    return table


if __name__ == "__main__":
    app()

"""Sentences about a position that several games draw or write, and text drawings as prose."""

import re
from collections.abc import Iterable

from kschwert_env.engine.contract.rules import Position, Question


def say_question(question: Question | None, position: Position, viewer: int | None) -> str:
    """Return the question as the deciding seat or another viewer reads it; or that the game is over."""
    if question is None:
        cap = "turns" if "max_turns" in position["rules"] else "rounds"
        return f"The game is over{f' (stopped by the cap on {cap})' if position['truncated'] else ''}"
    return question.ask if viewer == position["player"] else question.words


def say_ending(position: Position) -> str:
    """Return how a game has ended; in a phase of play a player has given up."""
    if position["phase"] != "over":
        return "given up"
    return "stopped by the cap" if position["truncated"] else "finished"


def say_turn(position: Position) -> tuple[str, str]:
    """Return whose turn it is and who decides, or how the game ended; before it a label."""
    turn = f"turn {position['turn'] + 1} of seat {position['turn_player']}"
    if position["player"] is None:
        return "Over", f"{say_ending(position)} in {turn}"
    return "Now", f"{turn}; seat {position['player']} decides ({position['phase']})"


def join_lines(lines: Iterable[str]) -> str:
    """Return the lines of a text drawing, each with a label in its first columns, with a colon after each label."""
    return "\n".join(re.sub(" {2,}", ": ", line.lstrip(), count=1) for line in lines)

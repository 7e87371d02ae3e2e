"""Positions in words: for prompts of language models, and for listeners."""

from kschwert_env.engine.contract.rules import Position
from kschwert_env.rendering.sentences import join_lines, say_turn, speak_turn
from kschwert_env.two_crowns.text.drawing import lines_of_sides
from kschwert_env.two_crowns.text.questions import question


def describe_position(position: Position, viewer: int | None, draws_map: bool = False) -> str:
    """Return a position as the seat `viewer` sees it. There is no map, so `draws_map` has no effect."""
    return "\n".join(join_lines([say_turn(position), *lines_of_sides(position, viewer)]))


def speak_position(position: Position, viewer: int | None) -> list[str]:
    """Return a position for listeners: the same, with the question."""
    return join_lines([speak_turn(question(position), position, viewer), *lines_of_sides(position, viewer)])

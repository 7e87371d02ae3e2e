"""What is legal in a phase, and what an action does there."""

from collections.abc import Callable, Iterator

from tests.referee.actions import Action

from . import laying, paying, turns
from .chance import Chance
from .position import Json, Position, read_position

CHOICES: dict[str, Callable[[Position], Iterator[Action]]] = {
    "turn": turns.turn_choices,
    "lay": laying.lay_choices,
    "pay": paying.pay_choices,
    "keep": turns.keep_choices,
    "over": lambda position: iter(()),
}
STEPS: dict[str, Callable[[Position, Action, Chance], None]] = {
    "attack": laying.attack,
    "lay": laying.lay,
    "done": laying.done,
    "pay": paying.pay,
    "recruit": turns.recruit,
    "exact": turns.exact,
    "keep": turns.keep,
    "roll_fate": turns.roll_fate,
    "pass": turns.pass_turn,
}


def legal_actions(data: Json) -> set[Action]:
    """Every legal action of the seat that decides; none when the game is over."""
    return set(CHOICES[data["phase"]](read_position(data)))


def apply(position: Position, action: Action, chance: Chance) -> None:
    """Carry out a legal action and all that follows by itself."""
    STEPS[action.kind](position, action, chance)

"""The setup (S4, M2): three cards each, then the first turn."""

from collections.abc import Iterator

from tests.referee.actions import Action

from .cards import HAND_AT_START, Cards
from .chance import Chance
from .moves import each
from .piles import enters_hand, kinds_in, look, own_stacks, take
from .position import Position, Stacked
from .standing import ask


def setup_stack_choices(p: Position) -> Iterator[Action]:
    """S4: any stack, also the same one."""
    yield from each("stack", [stack for stack, pile in enumerate(p.stacks) if pile])


def setup_stack(p: Position, action: Action, chance: Chance) -> None:
    """S4, N3."""
    look(p, p.player, action.stack)
    ask(p, "setup_take", p.player, {"stack": action.stack, "left": HAND_AT_START})


def setup_take_choices(p: Position) -> Iterator[Action]:
    """S4."""
    yield from each("take", kinds_in(p, p.pending["stack"]))


def setup_take(p: Position, action: Action, chance: Chance) -> None:
    """S4: three cards; then the other seat, then the first turn."""
    stack, left = p.pending["stack"], p.pending["left"] - 1
    take(p, p.player, stack, action.card)
    if left:
        ask(p, "setup_take", p.player, {"stack": stack, "left": left})
    elif p.player == p.start_player:
        p.note("S4 then the other seat")
        ask(p, "setup_stack", 1 - p.player)
    else:
        p.note("S4 the first turn")
        ask(p, "roll", p.start_player)


# -- M2 -------------------------------------------------------------------------------------------------------


def deck_pick_choices(p: Position) -> Iterator[Action]:
    """M2: any card of the own deck, which lies as the first of the own stacks."""
    yield from each("take", kinds_in(p, own_stacks(p, p.player)[0]))


def deck_pick(p: Position, action: Action, chance: Chance) -> None:
    """M2: when both have taken, the rest is shuffled into stacks, without marks."""
    seat = p.player
    deck = p.stacks[own_stacks(p, seat)[0]]
    deck.remove(next(card for card in deck if card.card == action.card))
    enters_hand(p, seat, action.card)
    left = p.pending["left"] - 1
    if left:
        ask(p, "deck_pick", seat, {"left": left})
    elif seat == p.start_player:
        p.note("M2 then the other seat")
        ask(p, "deck_pick", 1 - seat, {"left": HAND_AT_START})
    else:
        p.note("M2 the decks are shuffled")
        for side in (0, 1):
            shuffle(p, side, chance)
        ask(p, "roll", p.start_player)


def shuffle(p: Position, seat: int, chance: Chance) -> None:
    """M2."""
    own = own_stacks(p, seat)
    rest: Cards = Cards(card.card for card in p.stacks[own[0]])
    for stack, order in zip(own, chance.shuffled(p, seat, rest), strict=True):
        p.stacks[stack] = [Stacked(card, [False, False]) for card in order]

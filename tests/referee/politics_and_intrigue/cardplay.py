"""Playing action cards in the own turn (A1, A2): what can be played, the enemy's answer, and who names what."""

from collections.abc import Callable, Iterator

from tests.referee.actions import Action

from . import effects, schemes
from .cards import ACTIONS, ATTACKS, BRIBE, KINDS, Cards
from .chance import Chance
from .could import COULD, bribable, brothel_to_burn, burnable, knight_at
from .land import pay
from .moves import BURN_BROTHEL, PASS, each, of
from .piles import discard, remove
from .playing import holds, lay_down
from .position import Position
from .standing import ask, ask_action, knights, meets_requirement, note_requirement

BEGIN: dict[str, Callable[[Position], None]] = effects.BEGIN | schemes.BEGIN


def play_choices(p: Position) -> Iterator[Action]:
    """A1, B5, B12."""
    seat = p.turn_player
    for card in ACTIONS:
        if card in COULD and holds(p, seat, card) and meets_requirement(p, seat, card) and COULD[card](p):
            yield of("play", card)


# -- playing --------------------------------------------------------------------------------------------------


def play(p: Position, card: str) -> None:
    """A1, A2: an attack may be answered, everything else begins at once."""
    note_requirement(p, p.turn_player, card)
    lay_down(p, p.turn_player, card)
    if card in ATTACKS:
        ask(p, "react", p.enemy, {"card": card})
    else:
        BEGIN[card](p)


def react_choices(p: Position) -> Iterator[Action]:
    """A2, A11: asked with or without a bishop."""
    if holds(p, p.player, "bishop"):
        yield of("play", "bishop")
    yield PASS


def react(p: Position, action: Action, chance: Chance) -> None:
    """A11: no effect; A2: what has become impossible meanwhile does not happen."""
    card = p.pending["card"]
    if action != PASS:
        p.note("A11 parried")
        lay_down(p, p.player, "bishop")
        ask_action(p)
    elif not COULD[card](p):
        p.note("A2 impossible meanwhile")
        ask_action(p)
    elif card in ("black_knight", "arsonist", "bribery"):
        ask(p, "target", p.turn_player, {"card": card})
    else:
        BEGIN[card](p)


# -- A3, A4, A13 ----------------------------------------------------------------------------------------------


def target_choices(p: Position) -> Iterator[Action]:
    """A3, A4, A13."""
    match p.pending["card"]:
        case "black_knight":
            slots = [slot for _, slot in knights(p, p.enemy)]
        case "bribery":
            slots = bribable(p)
        case _:
            slots = burnable(p)
            if brothel_to_burn(p):
                yield BURN_BROTHEL
    yield from each("pick", slots)


def hit(p: Position, action: Action, chance: Chance) -> None:
    """A3, A4: to the discards; A13: 3 gold, and the knight is placed."""
    card = p.pending["card"]
    if card == "bribery":
        pay(p.principalities[p.player], Cards({"gold": BRIBE}))
        ask(p, "place", p.player, {"card": knight_at(p, action.slot), "from": action.slot})
        return
    if action == BURN_BROTHEL:
        p.note("A4 a brothel burnt")
        discard(p, p.enemy, remove(p, p.player, brothel_to_burn(p)[0]))
    else:
        p.note("A3 a knight falls" if card == "black_knight" else "A4 a building burnt")
        gone = remove(p, p.enemy, action.slot)
        p.note_if(KINDS[gone].points, "A4 points burnt")
        discard(p, p.enemy, gone)
    ask_action(p)

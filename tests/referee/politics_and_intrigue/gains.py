"""Resources for both seats: the yield of the dice (T4), and gains of one's own choice (T2)."""

from collections.abc import Iterator

from tests.referee.actions import Action

from .cards import FULL, RESOURCES, SEATS
from .chance import Chance
from .land import gain, has_room
from .moves import each
from .position import Position
from .standing import ask, ask_action, working_beside

MILLS = {
    "brick_factory": "brick",
    "grain_mill": "grain",
    "iron_foundry": "ore",
    "lumber_mill": "lumber",
    "weaving_mill": "wool",
}  # F3


def harvest(p: Position) -> None:
    """T4: every region that bears the number; then the actions of the turn."""
    assert p.dice
    for seat in SEATS:
        for number, region in enumerate(p.principalities[seat].regions):
            if region.number == p.dice["number"]:
                beside = working_beside(p, seat, number)
                mills = [card for card in beside if MILLS.get(card) == region.kind]
                before = region.stock
                region.stock = FULL if "republic_house" in beside else min(FULL, before + 1 + bool(mills))
                p.note_if(before == FULL, "C2 what does not fit is lost")
                p.note_if("republic_house" in beside and before < FULL - 1, "F25 filled up")
                p.note_if(mills and region.stock > before + 1, "F3 doubled")
                p.note_if(len(mills) > 1 and before == 0, "F3 doubled once only")
                p.note_if(not beside and before < FULL, "T4 yield")
    ask_action(p)


def in_turn(p: Position) -> tuple[int, int]:
    """T2: the turn player comes first."""
    return p.turn_player, p.enemy


def ask_gains(p: Position, gains: list[int]) -> None:
    """T2, Q8: whoever has something to gain and room for it; who has none is set to 0 at his turn."""
    for seat in in_turn(p):
        if gains[seat]:
            if any(has_room(p.principalities[seat], resource) for resource in RESOURCES):
                ask(p, "gain", seat, {"gains": gains})
                return
            p.note("Q8 nothing gained for want of room")
            gains[seat] = 0
    harvest(p)


def gain_choices(p: Position) -> Iterator[Action]:
    """What there is room for."""
    land = p.principalities[p.player]
    yield from each("resource", (kind for kind in RESOURCES if has_room(land, kind)))


def choose_gain(p: Position, action: Action, chance: Chance) -> None:
    """One resource."""
    p.note("T2 the turn player gains first" if p.player == p.turn_player and all(p.pending["gains"]) else "T2 gains")
    p.note_if(len([r for r in p.principalities[p.player].regions if r.kind == action.resource]) > 1, "P5 lowest stock")
    gain(p.principalities[p.player], action.resource)
    gains = p.pending["gains"]
    gains[p.player] -= 1
    ask_gains(p, gains)

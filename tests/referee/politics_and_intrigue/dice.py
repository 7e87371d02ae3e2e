"""The dice (T1, chapter 5)."""

from collections.abc import Callable, Iterator

from tests.referee.actions import Action
from tests.referee.politics_and_intrigue.events import ask_gains, draw_event, harvest
from tests.referee.politics_and_intrigue.land import (
    ask,
    beside,
    count_working,
    give,
    has_own,
    holder,
    movable,
    own_cards,
    tournament_points,
    windmill_owner,
    working,
)
from tests.referee.politics_and_intrigue.piles import Chance, holds, lay_down, remove
from tests.referee.politics_and_intrigue.positions.position import ROLL, SEATS, Position, Stacked, each, of

FIRST_TURN_OF_BRIGANDS = 4  # D1
BRIGANDS, BRIGANDS_AT_COURT = 7, 10  # D1: stock above
STOLEN = ("ore", "wool")  # D1, F18


def roll_choices(p: Position) -> Iterator[Action]:
    """Yield the roll, and the alchemist (T1, A6)."""
    yield ROLL
    if holds(p, p.player, "alchemist"):
        yield of("play", "alchemist")


def roll(p: Position, action: Action, chance: Chance) -> None:
    """T1; A6: an alchemist comes first."""
    if action == ROLL:
        rolled(p, chance.number(), chance)
    else:
        lay_down(p, p.player, "alchemist")
        ask(p, "number", p.player)


def choose_number(p: Position, action: Action, chance: Chance) -> None:
    """A6: the event die is rolled."""
    rolled(p, action.number, chance)


def rolled(p: Position, number: int, chance: Chance) -> None:
    """T1: the event, for both; then the yield."""
    face = chance.face()
    p.dice = {"event": face, "number": number}
    if face == "event":
        event(p, chance)
    else:
        FACES_DO[face](p)


# -- D1 -------------------------------------------------------------------------------------------------------


def brigands(p: Position) -> None:
    """D1: not in the first two rounds."""
    if p.turn >= FIRST_TURN_OF_BRIGANDS:
        for seat in SEATS:
            rob(p, seat)
    harvest(p)


def rob(p: Position, seat: int) -> None:
    """D1, F2, F24: regions beside a working garrison neither count nor lose."""
    land = p.principalities[seat]
    safe = {region for card, slot in working(p, seat) if card == "garrison" for region in beside(land, slot)}
    unsafe = [region for number, region in enumerate(land.regions) if number not in safe]
    has_court = count_working(p, seat, "court") > 0
    total = sum(region.stock for region in unsafe)
    if total > (BRIGANDS_AT_COURT if has_court else BRIGANDS):
        for region in unsafe:
            region.stock *= region.kind not in STOLEN


# -- D2, D3, D4 -----------------------------------------------------------------------------------------------


def trade_event(p: Position) -> None:
    """D2, F13: a counting house takes a second one."""
    owner = windmill_owner(p)
    if owner is None:
        harvest(p)
    else:
        has_counting_house = count_working(p, owner, "counting_house") > 0
        ask_trade_event(p, owner, 1 + has_counting_house)


def ask_trade_event(p: Position, owner: int, left: int) -> None:
    """D2: as far as possible."""
    if left and movable(p.principalities[1 - owner], p.principalities[owner]):
        ask(p, "trade_event", owner, {"left": left})
    else:
        harvest(p)


def trade_event_choices(p: Position) -> Iterator[Action]:
    """Yield the resources that can be taken (D2)."""
    own, other = p.principalities[p.player], p.principalities[1 - p.player]
    yield from each("resource", movable(other, own))


def take_from_enemy(p: Position, action: Action, chance: Chance) -> None:
    """Take a resource from the enemy (D2)."""
    give(p.principalities[1 - p.player], p.principalities[p.player], action.resource)
    ask_trade_event(p, p.player, p.pending["left"] - 1)


def tournament(p: Position) -> None:
    """Let the seat with more tournament points gain a resource (D3)."""
    winner = holder(tournament_points(p, 0), tournament_points(p, 1))
    ask_gains(p, [int(winner == seat) for seat in SEATS])


def sun(p: Position) -> None:
    """Let both seats gain resources (D4, F18)."""
    bailiffs = [count_working(p, seat, "bailiff_house") for seat in SEATS]
    ask_gains(p, [1 + number for number in bailiffs])


FACES_DO: dict[str, Callable[[Position], None]] = {
    "brigands": brigands,
    "trade": trade_event,
    "tournament": tournament,
    "sun": sun,
}

# -- D5 -------------------------------------------------------------------------------------------------------


def event(p: Position, chance: Chance) -> None:
    """D5, F18: first the bailiff's house of the seat that did not roll."""
    seat = p.enemy
    if count_working(p, seat, "bailiff_house"):
        for region in p.principalities[seat].regions:
            region.stock *= region.kind not in STOLEN
    if has_own(p, seat, "bailiff_house"):
        ask(p, "bailiff", seat)
    else:
        draw_event(p, chance)


def bury_bailiff(p: Position, action: Action, chance: Chance) -> None:
    """F18, N3: for both to see; then the event card."""
    slot = next(slot for card, slot in own_cards(p, p.player) if card == "bailiff_house")
    p.stacks[action.stack].append(Stacked(remove(p, p.player, slot), [True, True]))
    draw_event(p, chance)

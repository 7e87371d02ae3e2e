"""Phase `action` (Q3): trade (B8), demolishing (B4), alliances (F23), breweries (F22), lifting bans (A17), and more."""

from collections.abc import Iterator

from tests.referee.actions import Action

from . import building, cardplay, hand
from .cards import LIFT, RESOURCES, Cards, is_building, is_unit
from .chance import Chance
from .land import can_pay, gain, has_room, lose, pay, stock
from .moves import END_TURN, each, of, trade
from .piles import discard, pile_of_discards, remove
from .position import Position
from .standing import ask_action, count_working, has_own, own_cards

BEST, BY_FLEET, USUAL = 1, 2, 3  # B8
BY_ITSELF = ("build", "play", "end_turn")  # these say themselves what is asked next


def action_choices(p: Position) -> Iterator[Action]:
    """Q3."""
    yield from building.build_choices(p)
    yield from cardplay.play_choices(p)
    yield from building.centre_choices(p)
    yield from trade_choices(p)
    yield from (of("demolish", slot) for card, slot in own_cards(p, p.turn_player))
    yield from each("ally", ally_targets(p))
    yield from each("brewery", brewery_turns(p))
    yield from each("lift", lifts(p))
    yield END_TURN


def act(p: Position, action: Action, chance: Chance) -> None:
    """Q3, and again `action` (Q4), but for what asks something else."""
    match action.kind:
        case "build":
            building.build(p, action.card)
        case "play":
            cardplay.play(p, action.card)
        case "road":
            building.road(p, action.end)
        case "settlement":
            building.settlement(p, action.end, chance)
        case "city":
            building.city(p, action.place)
        case "trade":
            exchange_goods(p, action.give, action.get)
        case "demolish":
            demolish(p, action.slot)
        case "ally":
            ally(p, action.slot)
        case "brewery":
            turn_brewery(p, action.side)
        case "lift":
            lift(p, action.pile)
        case _:
            hand.end_turn(p)
    if action.kind not in BY_ITSELF:
        ask_action(p)


# -- B8 -------------------------------------------------------------------------------------------------------


def rate(p: Position, resource: str) -> int:
    """B8, F5, F11: the best rate applies by itself."""
    seat = p.turn_player
    if resource == "gold" and p.mints_used < count_working(p, seat, "mint"):
        return BEST
    return BY_FLEET if has_own(p, seat, f"{resource}_fleet") else USUAL


def trade_choices(p: Position) -> Iterator[Action]:
    """B8."""
    land = p.principalities[p.turn_player]
    for give in RESOURCES:
        if stock(land, give) >= rate(p, give):
            yield from (trade(give, get) for get in RESOURCES if get != give and has_room(land, get))


def exchange_goods(p: Position, give: str, get: str) -> None:
    """B8."""
    land, price = p.principalities[p.turn_player], rate(p, give)
    p.note({BEST: "F11 by a mint", BY_FLEET: f"F5 {give}_fleet", USUAL: "B8 three for one"}[price])
    p.note_if(give == "gold" and price != BEST and p.mints_used, "F11 the mint is used up")
    p.mints_used += price == BEST
    for _ in range(price):
        lose(land, give)
    gain(land, get)


# -- B4, F23, F22, A17 ----------------------------------------------------------------------------------------


def demolish(p: Position, slot: int) -> None:
    """B4."""
    seat = p.turn_player
    card = remove(p, seat, slot)
    p.note("B4 a unit" if is_unit(card) else "B4 a building")
    discard(p, seat, card)


def ally_targets(p: Position) -> list[int]:
    """F23: while the own alliance has no target."""
    seat = p.turn_player
    if not has_own(p, seat, "secret_alliance") or p.principalities[seat].alliance is not None:
        return []
    return [slot for card, slot in own_cards(p, 1 - seat) if is_building(card) and card != "secret_alliance"]


def ally(p: Position, slot: int) -> None:
    """F23."""
    p.note("F23 a target is named")
    p.principalities[p.turn_player].alliance = slot


def brewery_turns(p: Position) -> list[str]:
    """F22: to the other side, for 1 gold; not a brewery used by alliance."""
    land = p.principalities[p.turn_player]
    if land.brewery is None or not stock(land, "gold"):
        return []
    return ["strength" if land.brewery == "trade" else "trade"]


def turn_brewery(p: Position, side: str) -> None:
    """F22."""
    p.note("F22 turned for 1 gold")
    land = p.principalities[p.turn_player]
    lose(land, "gold")
    land.brewery = side


def lifts(p: Position) -> list[int]:
    """A17: bans of the enemy, for 3 gold."""
    if not can_pay(p.principalities[p.turn_player], Cards({"gold": LIFT})):
        return []
    return [pile for pile, owner in p.bans.items() if owner == p.enemy]


def lift(p: Position, pile: int) -> None:
    """A17, M3: the ban goes to its owner's discards."""
    p.note("A17 a ban is lifted")
    pay(p.principalities[p.turn_player], Cards({"gold": LIFT}))
    p.note_if(pile == pile_of_discards(p, p.turn_player), "A17 lifted from the discard pile")
    discard(p, p.bans.pop(pile), "church_ban")

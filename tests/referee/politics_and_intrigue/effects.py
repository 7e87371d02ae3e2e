"""Tests of whether an action card could do anything (A1), and attacks and dealings (A5, A7 to A10, A15)."""

from collections.abc import Callable, Iterator

from tests.referee.actions import Action
from tests.referee.politics_and_intrigue.building import settle, settlement_ends, slots_for
from tests.referee.politics_and_intrigue.land import (
    ask,
    ask_action,
    can_pay,
    gain,
    give,
    has_room,
    is_safe_by_castle,
    knight_owner,
    knights,
    lose,
    movable,
    own_cards,
    place_of,
    stock,
    total_stock,
    works_in,
)
from tests.referee.politics_and_intrigue.piles import (
    Chance,
    ban_targets,
    discard_pile,
    enters_hand,
    is_banned,
    leaves_openly,
    open_with_cards,
    pile_of_discards,
)
from tests.referee.politics_and_intrigue.positions.position import (
    ACTIONS,
    BRIBE,
    DONE,
    FULL,
    ORDER,
    RESOURCES,
    Cards,
    Position,
    each,
    is_building,
    is_unit,
)

CARAVAN = 2  # A8: resources paid, and taken
COUNCIL = 2  # A19: cards put under a stack, and taken
MERCHANT = 2  # A7
SCOUT = 2  # A9


def bribable(p: Position) -> list[int]:
    """Return the slots of knights that can be bribed (A13, F17)."""
    return [slot for _, slot in knights(p, p.enemy) if not is_safe_by_castle(p, p.enemy, slot)]


def can_bribe(p: Position) -> bool:
    """A13: a knight, a slot for it, and 3 gold."""
    has_gold = can_pay(p.principalities[p.turn_player], Cards({"gold": BRIBE}))
    return has_gold and any(slots_for(p, knight_at(p, slot)) for slot in bribable(p))


def knight_at(p: Position, slot: int) -> str:
    """In the enemy's principality."""
    return str(p.principalities[p.enemy].slots[slot])


def burnable(p: Position, seat: int) -> list[int]:
    """A4: this seat's buildings in its principality, without those of F4 and F20."""
    land = p.principalities[seat]
    return [
        slot
        for card, slot in own_cards(p, seat)
        if is_building(card) and card != "bishops_see" and not works_in(p, seat, "fire_brigade", place_of(land, slot))
    ]


def vulnerable(p: Position, card: str, seat: int) -> list[int]:
    """A3, A4: the slots of this seat that such an attack can hit, on a 6 those of who plays it."""
    return [slot for _, slot in knights(p, seat)] if card == "black_knight" else burnable(p, seat)


def brothel_to_burn(p: Position) -> list[int]:
    """A4, F21: the enemy's brothel in a place without a working fire brigade of one's own."""
    land = p.principalities[p.turn_player]
    brothels = [slot for slot, card in enumerate(land.slots) if card == "brothel"]
    return [slot for slot in brothels if not works_in(p, p.turn_player, "fire_brigade", place_of(land, slot))]


def takeable(p: Position) -> list[str]:
    """A7, A10: what the enemy has and there is room for."""
    return movable(p.principalities[p.enemy], p.principalities[p.turn_player])


def can_marry(p: Position) -> bool:
    """Return whether a wedding would move gold (A15)."""
    return stock(p.principalities[p.enemy], "gold") > 0 and has_room(p.principalities[p.turn_player], "gold")


def fetchable(p: Position) -> list[str]:
    """A14: any card of the discard pile but another diplomat, if no enemy ban lies on it."""
    if is_banned(p, pile_of_discards(p, p.turn_player), p.turn_player):
        return []
    pile = p.discards[discard_pile(p, p.turn_player)]
    return [card for card, number in pile.items() if number and card != "diplomat"]


COULD: dict[str, Callable[[Position], object]] = {
    "black_knight": lambda p: vulnerable(p, "black_knight", p.enemy),
    "arsonist": lambda p: vulnerable(p, "arsonist", p.enemy) or brothel_to_burn(p),
    "spy": lambda p: p.hands[p.enemy].total(),
    "merchant": takeable,
    "caravan": lambda p: total_stock(p.principalities[p.turn_player]) >= CARAVAN,
    "scout": settlement_ends,
    "highwaymen": lambda p: knight_owner(p) == p.turn_player and takeable(p),
    "archivist": lambda p: open_with_cards(p, p.turn_player),
    "bribery": can_bribe,
    "diplomat": fetchable,
    "wedding": can_marry,
    "chancellor": lambda p: open_with_cards(p, p.turn_player),
    "church_ban": lambda p: ban_targets(p, p.turn_player),
    "council": lambda p: p.hands[p.turn_player].total() > COUNCIL,
}
"""A1: preconditions; alchemist, bishop and physician have separate phases."""


# -- A5 -------------------------------------------------------------------------------------------------------


def spy(p: Position) -> None:
    """A5, N4: the whole hand is known now."""
    p.known[p.enemy] = +p.hands[p.enemy]
    ask(p, "spy", p.turn_player)


def spy_choices(p: Position) -> Iterator[Action]:
    """A5: one unit or action card, or nothing."""
    hand = p.hands[p.enemy]
    yield from each("take", [card for card in ORDER if hand[card] and (is_unit(card) or card in ACTIONS)])
    yield DONE


def spy_takes(p: Position, action: Action, chance: Chance) -> None:
    """Take a card from the hand, or none (A5, N4, M6)."""
    if action != DONE:
        leaves_openly(p, p.enemy, action.card)
        enters_hand(p, p.player, action.card, openly=True)
        if p.moved:
            p.moved[p.player][action.card] += 1
            p.moved[p.enemy][action.card] -= 1
    ask_action(p)


# -- A7 -------------------------------------------------------------------------------------------------------


def merchant_take_choices(p: Position) -> Iterator[Action]:
    """A7: one must be taken, a second one may be."""
    yield from each("resource", takeable(p))
    if p.pending["left"] < MERCHANT:
        yield DONE


def merchant_takes(p: Position, action: Action, chance: Chance) -> None:
    """A7; T3: the second one is not asked for `done` alone."""
    own, other, left = p.principalities[p.player], p.principalities[p.enemy], p.pending["left"]
    if action != DONE:
        give(other, own, action.resource)
        left -= 1
        if left and takeable(p):
            ask(p, "merchant_take", p.player, {"left": left})
            return
    ask(p, "merchant_give", p.player)  # what was taken can be given


def merchant_gives(p: Position, action: Action, chance: Chance) -> None:
    """Give a resource to the enemy (A7)."""
    give(p.principalities[p.player], p.principalities[p.enemy], action.resource)
    ask_action(p)


# -- A8 -------------------------------------------------------------------------------------------------------


def caravan_pay_choices(p: Position) -> Iterator[Action]:
    """Yield the resources that can be paid (A8)."""
    land = p.principalities[p.player]
    yield from each("resource", [kind for kind in RESOURCES if stock(land, kind)])


def caravan_pays(p: Position, action: Action, chance: Chance) -> None:
    """Pay a resource (A8)."""
    lose(p.principalities[p.player], action.resource)
    left = p.pending["left"] - 1
    if left:
        ask(p, "caravan_pay", p.player, {"left": left})
    else:
        ask(p, "caravan_take", p.player, {"left": CARAVAN})


def caravan_take_choices(p: Position) -> Iterator[Action]:
    """Yield the resources that can be taken (A8)."""
    land = p.principalities[p.player]
    yield from each("resource", [kind for kind in RESOURCES if has_room(land, kind)])


def caravan_takes(p: Position, action: Action, chance: Chance) -> None:
    """A8: as far as possible; two paid leave room for two."""
    gain(p.principalities[p.player], action.resource)
    left = p.pending["left"] - 1
    if left:
        ask(p, "caravan_take", p.player, {"left": left})
    else:
        ask_action(p)


# -- A9 -------------------------------------------------------------------------------------------------------


def scouts(p: Position, action: Action, chance: Chance) -> None:
    """A9: the first one upper."""
    regions = [*p.pending["regions"], action.region]
    ask(p, "scout" if len(regions) < SCOUT else "scout_settle", p.player, {"regions": regions})


def scout_settles(p: Position, action: Action, chance: Chance) -> None:
    """A9: at its cost."""
    settle(p, action.end, p.pending["regions"])
    ask_action(p)


# -- A10, A15 -------------------------------------------------------------------------------------------------


def rob(p: Position, action: Action, chance: Chance) -> None:
    """A10: as many as the region with the lowest stock has room for."""
    own, other = p.principalities[p.player], p.principalities[p.enemy]
    wanted = FULL - min(region.stock for region in own.regions if region.kind == action.resource)
    there = stock(other, action.resource)
    for _ in range(min(wanted, there)):
        give(other, own, action.resource)
    ask_action(p)


def wedding(p: Position) -> None:
    """A15: as much as the enemy has and there is room for."""
    own, other = p.principalities[p.turn_player], p.principalities[p.enemy]
    while "gold" in movable(other, own):
        give(other, own, "gold")
    ask_action(p)


BEGIN: dict[str, Callable[[Position], None]] = {
    "spy": spy,
    "merchant": lambda p: ask(p, "merchant_take", p.turn_player, {"left": MERCHANT}),  # A7
    "caravan": lambda p: ask(p, "caravan_pay", p.turn_player, {"left": CARAVAN}),  # A8
    "scout": lambda p: ask(p, "scout", p.turn_player, {"regions": []}),  # A9
    "highwaymen": lambda p: ask(p, "highwaymen", p.turn_player),  # A10
    "wedding": wedding,
}

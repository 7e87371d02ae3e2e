"""What attacks and dealings do, phase by phase (A5, A7 to A10, A15; Q4)."""

from collections.abc import Callable, Iterator

from tests.referee.actions import Action

from .building import settle, settlement_ends
from .cards import ACTIONS, FULL, ORDER, RESOURCES, is_unit
from .chance import Chance
from .could import CARAVAN, takeable
from .land import gain, give, has_room, lose, movable, stock
from .moves import DONE, each
from .piles import enters_hand, leaves_openly
from .position import Position
from .standing import ask, ask_action

MERCHANT = 2  # A7
SCOUT = 2  # A9


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
    """A5, N4, M6."""
    if action == DONE:
        p.note("A5 nothing taken")
    else:
        p.note("A5 a unit taken" if is_unit(action.card) else "A5 an action card taken")
        leaves_openly(p, p.enemy, action.card)
        enters_hand(p, p.player, action.card, openly=True)
        if p.moved:
            p.note("M6 taken by a spy")
            p.moved[p.player][action.card] += 1
            p.moved[p.enemy][action.card] -= 1
    ask_action(p)


# -- A7 -------------------------------------------------------------------------------------------------------


def merchant(p: Position) -> None:
    """A7."""
    ask(p, "merchant_take", p.turn_player, {"left": MERCHANT})


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
        p.note("A7 one taken, no second one possible" if left else "A7 two taken")
    else:
        p.note("A7 one taken")
    if movable(own, other):
        ask(p, "merchant_give", p.player)
    else:
        ask_action(p)


def merchant_give_choices(p: Position) -> Iterator[Action]:
    """A7."""
    yield from each("resource", movable(p.principalities[p.player], p.principalities[p.enemy]))


def merchant_gives(p: Position, action: Action, chance: Chance) -> None:
    """A7."""
    give(p.principalities[p.player], p.principalities[p.enemy], action.resource)
    ask_action(p)


# -- A8 -------------------------------------------------------------------------------------------------------


def caravan(p: Position) -> None:
    """A8."""
    ask(p, "caravan_pay", p.turn_player, {"left": CARAVAN})


def caravan_pay_choices(p: Position) -> Iterator[Action]:
    """A8."""
    land = p.principalities[p.player]
    yield from each("resource", [kind for kind in RESOURCES if stock(land, kind)])


def caravan_pays(p: Position, action: Action, chance: Chance) -> None:
    """A8."""
    lose(p.principalities[p.player], action.resource)
    left = p.pending["left"] - 1
    if left:
        ask(p, "caravan_pay", p.player, {"left": left})
    else:
        ask(p, "caravan_take", p.player, {"left": CARAVAN})


def caravan_take_choices(p: Position) -> Iterator[Action]:
    """A8."""
    land = p.principalities[p.player]
    yield from each("resource", [kind for kind in RESOURCES if has_room(land, kind)])


def caravan_takes(p: Position, action: Action, chance: Chance) -> None:
    """A8: as far as possible; two paid leave room for two."""
    gain(p.principalities[p.player], action.resource)
    left = p.pending["left"] - 1
    if left:
        ask(p, "caravan_take", p.player, {"left": left})
    else:
        p.note("A8 two for two")
        ask_action(p)


# -- A9 -------------------------------------------------------------------------------------------------------


def scout(p: Position) -> None:
    """A9."""
    ask(p, "scout", p.turn_player, {"regions": []})


def scout_choices(p: Position) -> Iterator[Action]:
    """A9, Q8: they stay in the stack until the settlement stands."""
    yield from each("region", [region for region in p.regions_left if region not in p.pending["regions"]])


def scouts(p: Position, action: Action, chance: Chance) -> None:
    """A9: the first one upper."""
    regions = [*p.pending["regions"], action.region]
    ask(p, "scout" if len(regions) < SCOUT else "scout_settle", p.player, {"regions": regions})


def scout_settle_choices(p: Position) -> Iterator[Action]:
    """A9."""
    yield from each("settlement", settlement_ends(p))


def scout_settles(p: Position, action: Action, chance: Chance) -> None:
    """A9: at its cost."""
    p.note("A9 regions chosen")
    settle(p, action.end, p.pending["regions"])
    ask_action(p)


# -- A10, A15 -------------------------------------------------------------------------------------------------


def highwaymen(p: Position) -> None:
    """A10."""
    ask(p, "highwaymen", p.turn_player)


def highwaymen_choices(p: Position) -> Iterator[Action]:
    """A10."""
    yield from each("resource", takeable(p))


def rob(p: Position, action: Action, chance: Chance) -> None:
    """A10: as many as the region with the lowest stock has room for."""
    own, other = p.principalities[p.player], p.principalities[p.enemy]
    wanted = FULL - min(region.stock for region in own.regions if region.kind == action.resource)
    there = stock(other, action.resource)
    p.note("A10 all that the enemy has" if there <= wanted else "A10 what one region has room for")
    for _ in range(min(wanted, there)):
        give(other, own, action.resource)
    ask_action(p)


def wedding(p: Position) -> None:
    """A15: as much as the enemy has and there is room for."""
    own, other = p.principalities[p.turn_player], p.principalities[p.enemy]
    while "gold" in movable(other, own):
        give(other, own, "gold")
    p.note("A15 all the gold" if not stock(other, "gold") else "A15 as much gold as there is room for")
    ask_action(p)


BEGIN: dict[str, Callable[[Position], None]] = {
    "spy": spy,
    "merchant": merchant,
    "caravan": caravan,
    "scout": scout,
    "highwaymen": highwaymen,
    "wedding": wedding,
}

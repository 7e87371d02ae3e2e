"""Phase `action` (Q3), and every other phase (Q4): what is legal, and what follows."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.referee.actions import Action
from tests.referee.politics_and_intrigue import building, cardplay, dice, effects, events, hand
from tests.referee.politics_and_intrigue.building import settlement_ends
from tests.referee.politics_and_intrigue.effects import fetchable
from tests.referee.politics_and_intrigue.land import (
    ask_action,
    can_pay,
    count_working,
    gain,
    has_own,
    has_room,
    lose,
    movable,
    own_cards,
    pay,
    stock,
)
from tests.referee.politics_and_intrigue.piles import (
    Chance,
    ban_targets,
    discard,
    kinds_in,
    open_to,
    open_with_cards,
    own_stacks,
    remove,
)
from tests.referee.politics_and_intrigue.positions.position import (
    BREWERY_SIDES,
    END_TURN,
    LIFT,
    NUMBERS,
    RESOURCES,
    Cards,
    Json,
    Position,
    each,
    is_building,
    of,
    trade,
)

BEST, BY_FLEET, USUAL = 1, 2, 3  # B8
BY_ITSELF = ("build", "play", "end_turn")  # these say themselves what is asked next


def action_choices(p: Position) -> Iterator[Action]:
    """Yield all actions of the turn player (Q3)."""
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
    """Yield the trades that are possible (B8)."""
    land = p.principalities[p.turn_player]
    for give in RESOURCES:
        if stock(land, give) >= rate(p, give):
            yield from (trade(give, get) for get in RESOURCES if get != give and has_room(land, get))


def exchange_goods(p: Position, give: str, get: str) -> None:
    """Carry out a trade (B8)."""
    land, price = p.principalities[p.turn_player], rate(p, give)
    p.mints_used += price == BEST
    for _ in range(price):
        lose(land, give)
    gain(land, get)


# -- B4, F23, F22, A17 ----------------------------------------------------------------------------------------


def demolish(p: Position, slot: int) -> None:
    """Demolish a card (B4)."""
    seat = p.turn_player
    card = remove(p, seat, slot)
    discard(p, seat, card)


def ally_targets(p: Position) -> list[int]:
    """F23: while the own alliance has no target."""
    seat = p.turn_player
    if not has_own(p, seat, "secret_alliance") or p.principalities[seat].alliance is not None:
        return []
    return [slot for card, slot in own_cards(p, 1 - seat) if is_building(card) and card != "secret_alliance"]


def ally(p: Position, slot: int) -> None:
    """Name the target of an alliance (F23)."""
    p.principalities[p.turn_player].alliance = slot


def brewery_turns(p: Position) -> list[str]:
    """F22: to the other side, for 1 gold; not a brewery used by alliance."""
    land = p.principalities[p.turn_player]
    if land.brewery is None or not stock(land, "gold"):
        return []
    return ["strength" if land.brewery == "trade" else "trade"]


def turn_brewery(p: Position, side: str) -> None:
    """Turn the brewery (F22)."""
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
    pay(p.principalities[p.turn_player], Cards({"gold": LIFT}))
    discard(p, p.bans.pop(pile), "church_ban")


class Phase(NamedTuple):
    """One row of Q4."""

    choices: Callable[[Position], Iterator[Action]]
    step: Callable[[Position, Action, Chance], None]


def _nothing(position: Position, action: Action, chance: Chance) -> None:
    raise AssertionError("nobody decides when the game is over")


PHASES = {
    "setup_stack": Phase(
        lambda p: each("stack", [stack for stack, pile in enumerate(p.stacks) if pile]), hand.setup_stack
    ),
    "setup_take": Phase(lambda p: each("take", kinds_in(p, p.pending["stack"])), hand.setup_take),
    "roll": Phase(dice.roll_choices, dice.roll),
    "number": Phase(lambda p: each("number", NUMBERS), dice.choose_number),
    "trade_event": Phase(dice.trade_event_choices, dice.take_from_enemy),
    "gain": Phase(events.gain_choices, events.choose_gain),
    "bailiff": Phase(lambda p: each("stack", open_to(p, p.player)), dice.bury_bailiff),
    "civil_war": Phase(lambda p: each("pick", events.units_at_war(p, p.player)), events.name_unit),
    "physician": Phase(events.physician_choices, events.answer_plague),
    "raid_name": Phase(lambda p: each("pick", events.raided(p, p.player, p.pending["slots"])), events.name_building),
    "raid_lose": Phase(lambda p: each("pick", p.pending["slots"]), events.lose_building),
    "builder": Phase(events.builder_choices, events.choose_stack_of_builder),
    "builder_take": Phase(lambda p: each("take", kinds_in(p, p.pending["stack"])), events.builder_take),
    "mendicant": Phase(events.mendicant_choices, events.give_to_enemy),
    "action": Phase(action_choices, act),
    "discount": Phase(lambda p: each("resource", building.discounts(p, p.pending["card"])), building.leave_out),
    "place": Phase(building.place_choices, building.place),
    "brewery_side": Phase(lambda p: each("brewery", BREWERY_SIDES), building.choose_brewery_side),
    "react": Phase(cardplay.react_choices, cardplay.react),
    "target": Phase(cardplay.target_choices, cardplay.hit),
    "spy": Phase(effects.spy_choices, effects.spy_takes),
    "merchant_take": Phase(effects.merchant_take_choices, effects.merchant_takes),
    "merchant_give": Phase(
        lambda p: each("resource", movable(p.principalities[p.player], p.principalities[p.enemy])),
        effects.merchant_gives,
    ),
    "highwaymen": Phase(lambda p: each("resource", effects.takeable(p)), effects.rob),
    "caravan_pay": Phase(effects.caravan_pay_choices, effects.caravan_pays),
    "caravan_take": Phase(effects.caravan_take_choices, effects.caravan_takes),
    "scout": Phase(
        lambda p: each("region", [region for region in p.regions_left if region not in p.pending["regions"]]),
        effects.scouts,
    ),
    "scout_settle": Phase(lambda p: each("settlement", settlement_ends(p)), effects.scout_settles),
    "archive": Phase(lambda p: each("stack", open_with_cards(p, p.player)), cardplay.look_up),
    "archive_sort": Phase(lambda p: each("take", set(cardplay.unsorted(p, p.pending))), cardplay.sort),
    "chancellor": Phase(lambda p: each("stack", open_with_cards(p, p.player)), cardplay.take_top),
    "council": Phase(lambda p: each("stack", open_to(p, p.player)), cardplay.convene),
    "council_bury": Phase(lambda p: each("bury", +p.hands[p.player]), cardplay.council_buries),
    "council_search": Phase(lambda p: each("search", open_with_cards(p, p.player)), cardplay.council_searches),
    "council_take": Phase(lambda p: each("take", kinds_in(p, p.pending["stack"])), cardplay.council_takes),
    "diplomat": Phase(lambda p: each("take", fetchable(p)), cardplay.fetch),
    "ban": Phase(lambda p: each("ban", ban_targets(p, p.player)), cardplay.ban),
    "trim": Phase(lambda p: each("stack", open_to(p, p.player)), hand.trim),
    "trim_card": Phase(lambda p: each("bury", +p.hands[p.player]), hand.trim_card),
    "refill": Phase(hand.taking_choices, hand.take_a_card),
    "search_pay": Phase(hand.search_pay_choices, hand.search_pay),
    "search_take": Phase(lambda p: each("take", kinds_in(p, p.pending["stack"])), hand.search_take),
    "holy": Phase(hand.holy_choices, hand.holy),
    "exchange": Phase(hand.exchange_choices, hand.exchange),
    "exchange_card": Phase(lambda p: each("bury", +p.hands[p.player]), hand.exchange_card),
    "exchange_draw": Phase(hand.taking_choices, hand.take_a_card),
    "deck_pick": Phase(lambda p: each("take", kinds_in(p, own_stacks(p, p.player)[0])), hand.deck_pick),
    "over": Phase(lambda position: iter(()), _nothing),
}


def choices(position: Position) -> Iterator[Action]:
    """Yield every legal action of the seat that decides; none when the game is over."""
    return PHASES[position.phase].choices(position)


def apply(position: Position, action: Action, after: Json) -> None:
    """Carry out a legal action and all that follows by itself, with the chance of the successor."""
    PHASES[position.phase].step(position, action, Chance(after))

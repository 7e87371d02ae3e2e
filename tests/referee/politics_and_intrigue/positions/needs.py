"""Preconditions of each phase (Q4, end of chapter 13): a position that lacks one can't be reached."""

from collections.abc import Callable

from tests.referee.politics_and_intrigue import building, cardplay, dice, effects, events, hand
from tests.referee.politics_and_intrigue.cardplay import ARCHIVIST
from tests.referee.politics_and_intrigue.effects import COULD, vulnerable
from tests.referee.politics_and_intrigue.events import raided, struck, units_at_war
from tests.referee.politics_and_intrigue.land import count_working, has_own, has_room, movable, stock, total_stock
from tests.referee.politics_and_intrigue.piles import POSSIBLE, ban_targets, open_with_cards, own_stacks
from tests.referee.politics_and_intrigue.positions.position import (
    BUILT,
    FULL,
    HAND_AT_START,
    HOLY,
    KINDS,
    RESOURCES,
    SEATS,
    SETUP,
    STACK_SIZES,
    Cards,
    Json,
    Position,
    in_table_order,
)

Needs = Callable[[Position, Json], list[object]]


def of_setup(p: Position, pending: Json) -> list[object]:
    """S4, M2: hands, and the sizes of stacks."""
    left = pending.get("left", HAND_AT_START)
    hands = [HAND_AT_START if seat == p.start_player else 0 for seat in SEATS]
    hands[p.player] = HAND_AT_START - left
    if p.player == p.start_player:
        hands[1 - p.player] = 0
    found = [cards.total() for cards in p.hands]
    if p.is_tournament:
        return [found == hands, *(is_laid_out(p, stack) for stack in range(len(p.stacks)))]
    taken = [full - len(stack) for full, stack in zip(STACK_SIZES, p.stacks, strict=True)]
    if "stack" in pending:
        taken[pending["stack"]] -= HAND_AT_START - left
    rest = [] if p.player == p.start_player else [HAND_AT_START]
    return [
        found == hands,
        sorted(filter(None, taken)) == rest,
        "stack" not in pending or looks(p, pending),
        all(may_be_marked(p, pending, number) for number in range(len(p.stacks))),
    ]


def may_be_marked(p: Position, pending: Json, number: int) -> bool:
    """N3: in the setup nobody has seen stacks but those that were named."""
    stack = p.stacks[number]
    is_named = len(stack) < STACK_SIZES[number] or pending.get("stack") == number
    return is_named or not any(card.seen[seat] for card in stack for seat in SEATS)


def is_laid_out(p: Position, number: int) -> bool:
    """M2: until it is shuffled a deck lies in table order, seen by its owner."""
    stack = p.stacks[number]
    owner = next(seat for seat in SEATS if number in own_stacks(p, seat))
    cards = [card.card for card in stack]
    if number != own_stacks(p, owner)[0]:
        return not cards
    in_order = cards == in_table_order(Cards(cards))
    return in_order and all(card.seen == [owner == 0, owner == 1] for card in stack)


def looks(p: Position, pending: Json) -> bool:
    """N3: there are cards, and who looks at them has seen them."""
    stack = p.stacks[pending["stack"]]
    return bool(stack) and all(card.seen[p.player] for card in stack)


def of_gain(p: Position, pending: Json) -> list[object]:
    """T2: the turn player first; a seat is set to 0 at its turn (Q8)."""
    gains, face = pending["gains"], p.dice and p.dice["event"]
    return [
        len(gains) == len(SEATS) and {type(number) for number in gains} == {int} and min(gains) >= 0,
        gains[p.player] > 0,
        any(has_room(p.principalities[p.player], kind) for kind in RESOURCES),
        p.player == p.turn_player or not gains[p.turn_player],
        face in ("tournament", "sun") or (face == "event" and p.events.discard.keys() & {"progress", "church_feast"}),
    ]


def of_raid(p: Position, pending: Json) -> list[object]:
    """E5: slots are ascending and differ; they are the loser's buildings."""
    namer = p.player if p.phase == "raid_name" else 1 - p.player
    slots, left = pending["slots"], raided(p, namer, pending["slots"])
    is_named = slots == sorted(set(slots)) and set(slots) <= set(raided(p, namer, []))
    if p.phase == "raid_name":
        return [is_named, len(slots) < events.MOST_NAMED, left]
    return [is_named, slots, len(slots) == events.MOST_NAMED or (len(slots) < events.MOST_NAMED and not left)]


def of_physician(p: Position, pending: Json) -> list[object]:
    """E2, A18: something to lose; who has not been asked is not safe."""
    safe = pending["safe"]
    asked_before = [p.turn_player] if p.player == p.enemy else []
    return [
        {type(value) for value in safe} == {bool} and len(safe) == len(SEATS),
        struck(p, p.player),
        not any(safe[seat] for seat in SEATS if seat not in asked_before),
    ]


def of_bailiff(p: Position, pending: Json) -> list[object]:
    """F18: the house, and no ore or wool."""
    land = p.principalities[p.player]
    is_rolled = p.dice and p.dice["event"] == "event"
    return [is_rolled, has_own(p, p.player, "bailiff_house"), not any(stock(land, kind) for kind in dice.STOLEN)]


def of_building(p: Position, pending: Json) -> list[object]:
    """B3, B5, B7, M4, F16: the card is allowed, and there is a slot for it."""
    card = pending["card"]
    if card not in BUILT:
        return [False]
    return [building.is_allowed(p, card), building.has_place(p, card)]


def of_discount(p: Position, pending: Json) -> list[object]:
    """F16: and the rest can be paid."""
    card = pending["card"]
    is_cheaper = card in HOLY and building.has_discount(p, card)
    return [is_cheaper and building.discounts(p, card), *of_building(p, pending)]


def of_place(p: Position, pending: Json) -> list[object]:
    """Q5: a bribed knight still stands in its slot."""
    card, source = pending["card"], pending["from"]
    if source is None:
        return of_building(p, pending)
    return [
        type(source) is int and source in effects.bribable(p) and effects.knight_at(p, source) == card,
        KINDS[card].type == "knight" and building.slots_for(p, card),
    ]


def of_brewery(p: Position, pending: Json) -> list[object]:
    """F22: it has been laid."""
    return [has_own(p, p.player, "brewery")]


def of_target(p: Position, pending: Json) -> list[object]:
    """A3, A4, A13: a target that is not one's own, on a 6 an own one as well."""
    card, is_backfire = pending["card"], pending["backfire"]
    could = COULD[card](p)
    if card == "bribery":
        return [could, not is_backfire]
    return [could, is_backfire in POSSIBLE, not is_backfire or vulnerable(p, card, p.turn_player)]


def of_scout(p: Position, pending: Json) -> list[object]:
    """A9: a settlement can be built; the regions differ and lie in the stack."""
    regions, needed = pending["regions"], range(effects.SCOUT) if p.phase == "scout" else (effects.SCOUT,)
    is_named = len(set(regions)) == len(regions) and set(regions) <= set(p.regions_left)
    return [building.settlement_ends(p), is_named, len(regions) in needed]


def of_archive_sort(p: Position, pending: Json) -> list[object]:
    """A12, N3: at least two unsorted cards, and all that are looked at are seen."""
    top = p.stacks[pending["stack"]][:ARCHIVIST]
    is_seen = all(card.seen[p.player] for card in top)
    return [is_seen, pending["sorted"] >= 0, len(cardplay.unsorted(p, pending)) > 1]


def of_turn_end(p: Position, pending: Json) -> list[object]:
    """H2 to H4: cards to take; what is searched can be paid, and is then seen."""
    match p.phase:
        case "search_pay":
            own = total_stock(p.principalities[p.player])
            return [p.stacks[pending["stack"]], pending["left"] <= hand.price(p), own >= pending["left"]]
        case "search_take":
            return [looks(p, pending)]
        case "holy":
            is_held = p.hands[p.player][pending["card"]] > 0
            return [is_held, not pending["holy_used"], count_working(p, p.player, "holy_place")]
        case "exchange_draw":
            stack = pending["stack"]
            is_there = open_with_cards(p, p.player) if stack is None else p.stacks[stack]
            return [pending["exchanging"], is_there]
        case _:
            return [open_with_cards(p, p.player)]


def room(p: Position, seat: int) -> int:
    """Resources that all regions together can still take."""
    return sum(FULL - region.stock for region in p.principalities[seat].regions)


def moves(p: Position, giver: int) -> list[str]:
    """Return the resources that a seat can give to the other one."""
    return movable(p.principalities[giver], p.principalities[1 - giver])


NEEDED: dict[str, Needs] = {
    **dict.fromkeys(SETUP, of_setup),
    "gain": of_gain,
    "trade_event": lambda p, pending: [
        p.dice and p.dice["event"] == "trade",
        pending["left"] <= 1 + (count_working(p, p.player, "counting_house") > 0),
        moves(p, 1 - p.player),
    ],
    "bailiff": of_bailiff,
    "civil_war": lambda p, pending: [units_at_war(p, p.player)],
    "physician": of_physician,
    **dict.fromkeys(("raid_name", "raid_lose"), of_raid),
    "builder": lambda p, pending: [open_with_cards(p, p.player)],
    "builder_take": lambda p, pending: [looks(p, pending)],
    "mendicant": lambda p, pending: [moves(p, p.player)],
    "discount": of_discount,
    "place": of_place,
    "brewery_side": of_brewery,
    "react": lambda p, pending: [COULD[pending["card"]](p)],
    "target": of_target,
    "spy": lambda p, pending: [p.hands[p.enemy].total(), +p.known[p.enemy] == +p.hands[p.enemy]],
    "merchant_take": lambda p, pending: [moves(p, p.enemy)],
    "merchant_give": lambda p, pending: [moves(p, p.player)],
    "highwaymen": lambda p, pending: [COULD["highwaymen"](p)],
    "caravan_pay": lambda p, pending: [
        total_stock(p.principalities[p.player]) >= pending["left"],
        room(p, p.player) >= effects.CARAVAN - pending["left"],  # what has been paid has left room
    ],
    "caravan_take": lambda p, pending: [room(p, p.player) >= pending["left"]],
    **dict.fromkeys(("scout", "scout_settle"), of_scout),
    **dict.fromkeys(("archive", "chancellor"), lambda p, pending: [open_with_cards(p, p.player)]),
    "archive_sort": of_archive_sort,
    "council": lambda p, pending: [p.hands[p.player].total() >= effects.COUNCIL],
    "council_bury": lambda p, pending: [p.hands[p.player].total() >= pending["left"]],
    "council_search": lambda p, pending: [open_with_cards(p, p.player)],
    "council_take": lambda p, pending: [looks(p, pending), len(p.stacks[pending["stack"]]) >= pending["left"]],
    "diplomat": lambda p, pending: [effects.fetchable(p)],
    "ban": lambda p, pending: [pending["card"] == "church_ban", ban_targets(p, p.player)],
    **dict.fromkeys(("refill", "search_pay", "search_take", "holy", "exchange_draw"), of_turn_end),
}
"""What must be true in a phase; phases that are not named need nothing more."""

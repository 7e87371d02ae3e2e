"""Which phases fit a position, and which `pending` fits a phase (Q4, Q7, Q8)."""

from collections.abc import Callable, Iterator
from typing import Any

from .building import discounts, has_discount
from .cards import ATTACKS, FULL, HAND_AT_START, KINDS, REGION_STACK, RESOURCES, SEATS, is_building
from .could import CARAVAN, COUNCIL
from .effects import MERCHANT
from .events import MENDICANT, MOST_NAMED
from .hand import price
from .land import has_room, total_stock
from .moves import DONE, NUM_SLOTS
from .piles import discard_pile, own_stacks
from .position import Position
from .schemes import ARCHIVIST
from .standing import count_working, hand_limit, has_own, knight_owner, own_cards, windmill_owner
from .steps import PHASES

Is = Callable[[Any], bool]
MOST_STACKS = 8
SETUP = ("setup_stack", "setup_take", "deck_pick")
BEFORE_ROLL = (*SETUP, "roll", "number")


def nothing(value: Any) -> bool:
    """No pending."""
    return value is None


def keys(**fields: Is) -> Is:
    """These keys and no others."""
    return lambda value: (
        isinstance(value, dict) and value.keys() == fields.keys() and all(fields[key](value[key]) for key in fields)
    )


def up_to(most: int) -> Is:
    """From 1 to this number."""
    return lambda value: type(value) is int and 1 <= value <= most


def _is_stack(value: Any) -> bool:
    return type(value) is int and 0 <= value < MOST_STACKS


def _is_bool(value: Any) -> bool:
    return type(value) is bool


def _is_card(value: Any) -> bool:
    return isinstance(value, str) and value in KINDS


def _are_slots(value: Any) -> bool:
    """Ascending, all different."""
    are_numbers = isinstance(value, list) and all(type(slot) is int and 0 <= slot < NUM_SLOTS for slot in value)
    return are_numbers and value == sorted(set(value)) and len(value) <= MOST_NAMED


def _are_regions(value: Any) -> bool:
    return isinstance(value, list) and all(type(n) is int and 0 <= n < len(REGION_STACK) for n in value)


def _are_gains(value: Any) -> bool:
    return isinstance(value, list) and len(value) == len(SEATS) and all(type(n) is int and n >= 0 for n in value)


TURN_END: dict[str, Is] = {"holy_used": _is_bool, "exchanging": _is_bool}
PENDING: dict[str, Is] = dict.fromkeys(PHASES, nothing) | {
    "setup_take": keys(stack=_is_stack, left=up_to(HAND_AT_START)),
    "deck_pick": keys(left=up_to(HAND_AT_START)),
    "trade_event": keys(left=up_to(2)),
    "gain": keys(gains=_are_gains),
    "physician": keys(safe=lambda v: isinstance(v, list) and len(v) == len(SEATS) and all(map(_is_bool, v))),
    "raid_name": keys(slots=_are_slots),
    "raid_lose": keys(slots=_are_slots),
    "builder_take": keys(stack=_is_stack),
    "mendicant": keys(left=up_to(MENDICANT)),
    "discount": keys(card=_is_card),
    "place": keys(
        **{"card": _is_card, "from": lambda v: v is None or (type(v) is int and 0 <= v < NUM_SLOTS)},
    ),
    "react": keys(card=lambda value: value in ATTACKS),
    "target": keys(card=lambda value: value in ("black_knight", "arsonist", "bribery")),
    "merchant_take": keys(left=up_to(MERCHANT)),
    "caravan_pay": keys(left=up_to(CARAVAN)),
    "caravan_take": keys(left=up_to(CARAVAN)),
    "scout": keys(regions=_are_regions),
    "scout_settle": keys(regions=_are_regions),
    "archive_sort": keys(stack=_is_stack, sorted=lambda v: type(v) is int and 0 <= v < ARCHIVIST),
    "council_bury": keys(stack=_is_stack, left=up_to(COUNCIL)),
    "council_take": keys(stack=_is_stack, left=up_to(COUNCIL)),
    "ban": keys(card=lambda value: value == "church_ban"),
    "trim_card": keys(stack=_is_stack),
    "refill": keys(**TURN_END),
    "search_pay": keys(**TURN_END, stack=_is_stack, left=up_to(2)),
    "search_take": keys(**TURN_END, stack=_is_stack),
    "holy": keys(**TURN_END, card=_is_card),
    "exchange_card": keys(stack=_is_stack),
    "exchange_draw": keys(**TURN_END, stack=lambda value: value is None or _is_stack(value)),
}
LOOKING = ("setup_take", "builder_take", "search_take", "council_take")  # all of the stack is seen (N3)
ENOUGH: dict[str, Callable[[Position], int]] = {
    **dict.fromkeys(("caravan_pay", "search_pay"), lambda p: total_stock(p.principalities[p.player])),
    "caravan_take": lambda p: sum(FULL - region.stock for region in p.principalities[p.player].regions),
    "council_bury": lambda p: p.hands[p.player].total(),
    "council_take": lambda p: len(p.stacks[p.pending["stack"]]),
}  # of what is paid, taken or buried; elsewhere fewer than are left may be asked for (Q4)
FACE_OF = {
    "trade_event": ("trade",),
    "gain": ("tournament", "sun", "event"),
    **dict.fromkeys(
        ("bailiff", "civil_war", "physician", "raid_name", "raid_lose", "builder", "builder_take", "mendicant"),
        ("event",),
    ),
}
EVENT_OF = {
    "civil_war": "civil_war",
    "physician": "plague",
    "raid_name": "raid",
    "raid_lose": "raid",
    "builder": "master_builder",
    "builder_take": "master_builder",
    "mendicant": "mendicant",
}
PLAYED_IN = {
    "spy": "spy",
    "merchant_take": "merchant",
    "merchant_give": "merchant",
    "highwaymen": "highwaymen",
    "caravan_pay": "caravan",
    "caravan_take": "caravan",
    "scout": "scout",
    "scout_settle": "scout",
    "archive": "archivist",
    "archive_sort": "archivist",
    "chancellor": "chancellor",
    "council": "council",
    "council_bury": "council",
    "council_search": "council",
    "council_take": "council",
    "diplomat": "diplomat",
    "number": "alchemist",
}  # the card lies in the discard pile (A1)
EITHER = (
    *("setup_stack", "setup_take", "deck_pick", "trade_event", "gain", "civil_war", "physician", "raid_name"),
    *("raid_lose", "builder", "builder_take", "mendicant"),
)


def faults_of_phase(p: Position) -> Iterator[str]:
    """All of Q4."""
    yield from faults_of_player(p)
    yield from faults_of_event(p)
    yield from faults_of_card_played(p)
    if p.phase in FAULTS:
        yield from FAULTS[p.phase](p)
    if p.phase in ENOUGH and ENOUGH[p.phase](p) < p.pending["left"]:
        yield f"Q8: in phase {p.phase} so many choices are not left"
    if p.phase in LOOKING and not all(card.seen[p.player] for card in p.stacks[p.pending["stack"]]):
        yield "N3: who looks through a stack sees it"
    stack = p.pending.get("stack") if p.pending else None
    if stack is not None and stack not in own_stacks(p, p.player):
        yield "M3: a stack of one's own"
    elif stack is not None and p.bans.get(stack) == 1 - p.player:
        yield "A17: the stack is banned"
    if p.phase != "over":
        legal = set(PHASES[p.phase].choices(p))
        if not legal or (p.phase in ("builder", "merchant_take") and legal == {DONE}):
            yield f"T3: in phase {p.phase} there is nothing to choose from"


def faults_of_player(p: Position) -> Iterator[str]:
    """Q4: who decides."""
    if p.phase == "over":
        right: tuple[object, ...] = (None,)
    elif p.phase in EITHER:
        right = SEATS
    else:
        right = (p.enemy,) if p.phase in ("react", "bailiff") else (p.turn_player,)
    if p.phase in ("trade_event", "mendicant"):
        right = (windmill_owner(p),)
    if p.phase in ("raid_name", "raid_lose"):
        owner = knight_owner(p)
        right = () if owner is None else ((owner,) if p.phase == "raid_name" else (1 - owner,))
    if p.player not in right:
        yield f"Q4: seat {p.player} does not decide in phase {p.phase}"


def faults_of_event(p: Position) -> Iterator[str]:
    """D2 to D5, E1 to E10: the dice and the card that led here."""
    faces = FACE_OF.get(p.phase)
    if faces and p.dice and p.dice["event"] not in faces:
        yield f"C1: {p.dice['event']} does not lead to phase {p.phase}"
    card = EVENT_OF.get(p.phase)
    if card and not p.events.discard[card]:
        yield f"D5: {card} is carried out, and not discarded"
    if faces and p.mints_used:
        yield "F11: no mint is used before the actions"


def faults_of_card_played(p: Position) -> Iterator[str]:
    """A1, B12: it lies in the discard pile, and the gate is open but for a scout."""
    card = PLAYED_IN.get(p.phase) or (p.pending["card"] if p.phase in ("react", "target") else None)
    if card is None:
        return
    if not p.discards[discard_pile(p, p.turn_player)][card]:
        yield f"A1: {card} is not in the discard pile"
    if card != "scout" and not p.gate_open:
        yield f"B12: {card} cannot have been played"


# -- phase by phase -------------------------------------------------------------------------------------------


def _setup_take(p: Position) -> Iterator[str]:
    taken = HAND_AT_START - p.pending["left"]
    if p.hands[p.player].total() != taken:
        yield "S4: three cards, one by one"
    if p.player == p.start_player and p.hands[1 - p.player].total():
        yield "S4: the start player is first"


def _setup_stack(p: Position) -> Iterator[str]:
    others = 0 if p.player == p.start_player else HAND_AT_START
    if p.hands[p.player].total() or p.hands[1 - p.player].total() != others:
        yield "S4: three cards each, the start player first"


def _deck_pick(p: Position) -> Iterator[str]:
    if p.hands[p.player].total() != HAND_AT_START - p.pending["left"]:
        yield "M2: three cards, one by one"
    if p.hands[1 - p.player].total() != (0 if p.player == p.start_player else HAND_AT_START):
        yield "M2: the start player is first"


def _trade_event(p: Position) -> Iterator[str]:
    if p.pending["left"] > 1 and not count_working(p, p.player, "counting_house"):
        yield "F13: a second one by a counting house"


def _gain(p: Position) -> Iterator[str]:
    gains = p.pending["gains"]
    if not gains[p.player] or (p.player == p.enemy and gains[p.turn_player]):
        yield "T2, Q8: who has nothing to gain is not asked"
    if not any(has_room(p.principalities[p.player], resource) for resource in RESOURCES):
        yield "T3: no room"


def _physician(p: Position) -> Iterator[str]:
    safe = p.pending["safe"]
    if safe[p.player] or (p.player == p.turn_player and any(safe)):
        yield "A18: nobody is asked twice"


def _raid_name(p: Position) -> Iterator[str]:
    if len(p.pending["slots"]) >= MOST_NAMED:
        yield "E5: three at most"
    yield from _named(p, 1 - p.player)


def _raid_lose(p: Position) -> Iterator[str]:
    if not p.pending["slots"]:
        yield "E5: none is named"
    buildings = sum(is_building(card) for card, _ in own_cards(p, p.player))
    if len(p.pending["slots"]) != min(MOST_NAMED, buildings):
        yield "E5: three are named, or all"
    yield from _named(p, p.player)


def _named(p: Position, seat: int) -> Iterator[str]:
    buildings = {slot for card, slot in own_cards(p, seat) if is_building(card)}
    if set(p.pending["slots"]) - buildings:
        yield "E5: buildings are named"


def _bailiff(p: Position) -> Iterator[str]:
    if not has_own(p, p.player, "bailiff_house"):
        yield "F18: there is no bailiff's house"
    if any(region.stock for region in p.principalities[p.player].regions if region.kind in ("ore", "wool")):
        yield "F18: ore and wool are lost"


def _discount(p: Position) -> Iterator[str]:
    if not has_discount(p, p.pending["card"]) or not discounts(p, p.pending["card"]):
        yield "F16: there is no discount"


def _place(p: Position) -> Iterator[str]:
    card, source = p.pending["card"], p.pending["from"]
    if KINDS[card].type == "action":
        yield "B3: an action card is not placed"
    if source is not None and (KINDS[card].type != "knight" or p.principalities[p.enemy].slots[source] != card):
        yield "A13: there is no such knight"
    if source is not None and not p.discards[discard_pile(p, p.turn_player)]["bribery"]:
        yield "A13: nobody has been bribed"


def _scout(p: Position) -> Iterator[str]:
    regions = p.pending["regions"]
    if len(set(regions)) != len(regions) or set(regions) - set(p.regions_left):
        yield "A9, Q8: different regions, still in the stack"
    if len(regions) not in ((0, 1) if p.phase == "scout" else (2,)):
        yield "A9: two regions"


def _archive_sort(p: Position) -> Iterator[str]:
    top = p.stacks[p.pending["stack"]][:ARCHIVIST]
    if p.pending["sorted"] > len(top) - 2:
        yield "Q4: the last one is laid by itself"
    if any(card.seen[p.enemy] or not card.seen[p.player] for card in top):
        yield "N3: only the archivist has seen them"


def _limit(p: Position) -> Iterator[str]:
    """H1 to H3."""
    missing = hand_limit(p, p.turn_player) - p.hands[p.turn_player].total()
    lawful = {
        "trim": missing < 0,
        "trim_card": missing < 0,
        "refill": missing > 0,
        "exchange": missing == 0,
        "exchange_card": missing == 0,
        "exchange_draw": missing == 1,
    }
    if not lawful[p.phase]:
        yield f"{'H1' if 'trim' in p.phase else 'H2, H3'}: not with {missing} cards missing"


def _turn_end(p: Position) -> Iterator[str]:
    """Q7, F15."""
    exchanging, is_used = p.pending["exchanging"], p.pending["holy_used"]
    missing = hand_limit(p, p.turn_player) - p.hands[p.turn_player].total()
    if p.phase == "refill" and exchanging:
        yield "H3: an exchange does not refill"
    if p.phase == "exchange_draw" and (not exchanging or (p.pending["stack"] is None) != is_used):
        yield "Q7: an exchange goes on, and its stack is told unless a holy place has been used"
    if p.phase != "holy" and (missing != 1 if exchanging else missing < 1):
        yield "H2, H3: no card is owed"
    if is_used and not count_working(p, p.turn_player, "holy_place"):
        yield "F15: no holy place works"


def _refill(p: Position) -> Iterator[str]:
    yield from _limit(p)
    yield from _turn_end(p)


def _search_pay(p: Position) -> Iterator[str]:
    yield from _turn_end(p)
    if p.pending["left"] > price(p):
        yield "H4, F8: a search does not cost so much"
    if not p.stacks[p.pending["stack"]]:
        yield "H4: there is nothing to search"


def _holy(p: Position) -> Iterator[str]:
    missing = hand_limit(p, p.turn_player) - p.hands[p.turn_player].total()
    if p.pending["holy_used"] or not count_working(p, p.turn_player, "holy_place"):
        yield "F15: once per end of turn, by a working holy place"
    if not p.hands[p.player][p.pending["card"]]:
        yield "F15: the card is not in the hand"
    if missing != 0 if p.pending["exchanging"] else missing < 0:
        yield "F15: a card has been taken"


FAULTS: dict[str, Callable[[Position], Iterator[str]]] = {
    "setup_stack": _setup_stack,
    "setup_take": _setup_take,
    "deck_pick": _deck_pick,
    "trade_event": _trade_event,
    "gain": _gain,
    "physician": _physician,
    "raid_name": _raid_name,
    "raid_lose": _raid_lose,
    "bailiff": _bailiff,
    "discount": _discount,
    "place": _place,
    "scout": _scout,
    "scout_settle": _scout,
    "archive_sort": _archive_sort,
    "trim": _limit,
    "trim_card": _limit,
    "refill": _refill,
    "search_pay": _search_pay,
    "search_take": _turn_end,
    "holy": _holy,
    "exchange": _limit,
    "exchange_card": _limit,
    "exchange_draw": _refill,
}

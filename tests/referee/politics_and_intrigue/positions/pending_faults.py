"""Faults of `pending`, the deciding seat and hands in each phase (H1, Q4, Q8, end of chapter 13)."""

from collections.abc import Iterator

from tests.referee.actions import Maybe
from tests.referee.politics_and_intrigue.cardplay import DICED
from tests.referee.politics_and_intrigue.land import (
    count_working,
    has_own,
    knight_owner,
    meets_requirement,
    surplus,
    windmill_owner,
)
from tests.referee.politics_and_intrigue.piles import discard_pile, open_to
from tests.referee.politics_and_intrigue.positions.needs import NEEDED
from tests.referee.politics_and_intrigue.positions.position import (
    ATTACKS,
    DICELESS,
    HAND_AT_START,
    OF_EVENTS,
    SEATS,
    SETUP,
    Json,
    Position,
)

TURN_END = ("holy_used", "exchanging")  # Q7
KEYS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("setup_take", "council_bury", "council_take"), ("stack", "left")),
    **dict.fromkeys(("trade_event", "mendicant", "merchant_take", "caravan_pay", "caravan_take"), ("left",)),
    **dict.fromkeys(("raid_name", "raid_lose"), ("slots",)),
    **dict.fromkeys(("discount", "react", "ban"), ("card",)),
    **dict.fromkeys(("scout", "scout_settle"), ("regions",)),
    **dict.fromkeys(("search_take", "exchange_draw"), (*TURN_END, "stack")),
    "gain": ("gains",),
    "physician": ("safe",),
    "builder_take": ("stack",),
    "place": ("card", "from"),
    "target": ("card", "backfire"),
    "archive_sort": ("stack", "sorted"),
    "trim": ("resume",),
    "trim_card": ("stack", "resume"),
    "refill": TURN_END,
    "search_pay": (*TURN_END, "stack", "left"),
    "holy": (*TURN_END, "card"),
    "exchange_card": ("stack",),
    "deck_pick": ("left",),
}  # Q4; the pending of all other phases is null
MOST_LEFT = {
    **dict.fromkeys(("setup_take", "deck_pick"), HAND_AT_START),
    **dict.fromkeys(("trade_event", "mendicant", "merchant_take", "caravan_pay", "caravan_take"), 2),
    **dict.fromkeys(("council_bury", "council_take", "search_pay"), 2),
}
EVENT_OF = {
    **dict.fromkeys(("raid_name", "raid_lose"), "raid"),
    **dict.fromkeys(("builder", "builder_take"), "master_builder"),
    **{name: name for name in ("civil_war", "mendicant")},
    "physician": "plague",
}
CARD_OF = {
    "number": "alchemist",
    "spy": "spy",
    "highwaymen": "highwaymen",
    "chancellor": "chancellor",
    "diplomat": "diplomat",
    "ban": "church_ban",
    **dict.fromkeys(("merchant_take", "merchant_give"), "merchant"),
    **dict.fromkeys(("caravan_pay", "caravan_take"), "caravan"),
    **dict.fromkeys(("scout", "scout_settle"), "scout"),
    **dict.fromkeys(("archive", "archive_sort"), "archivist"),
    **dict.fromkeys(("council", "council_bury", "council_search", "council_take"), "council"),
}
ENDS_HAND = ("abbey", "library", "theater")  # F1: what raises the limit
BY_EVENT = ("civil_war", "raid", "master_builder")  # what fills the enemy's hand (Q8)
MOST_ABOVE = 3  # H1: a burnt theater comes back to the hand
AT_END = ("refill", "search_pay", "search_take", "holy", "exchange", "exchange_card", "exchange_draw")


def pending_faults(p: Position) -> Iterator[str]:
    """Yield what is wrong with `pending`, with who decides, and with what the phase needs."""
    keys = KEYS.get(p.phase)
    if (p.pending is None) != (keys is None) or set(p.pending or ()) != set(keys or ()):
        yield f"pending is {p.pending} in phase {p.phase}"
        return
    pending = p.pending or {}
    yield from shape_faults(p, pending)
    yield from decider_faults(p, pending)
    yield from hand_faults(p, pending)
    yield from played_faults(p, pending)
    if p.phase in EVENT_OF and not (is_event(p) and p.events.discard[EVENT_OF[p.phase]]):
        yield f"D5: no {EVENT_OF[p.phase]} has been drawn"
    if is_event(p) and p.phase != "bailiff" and not p.events.discard:
        yield "D5: an event was rolled, and none is discarded"
    if p.mints_used and (p.phase in (*DICELESS, *OF_EVENTS) or pending.get("resume") == "yield"):
        yield "F11: no mint is used before `action`"
    if p.phase in NEEDED and not all(NEEDED[p.phase](p, pending)):
        yield f"phase {p.phase} lacks something"


def is_event(p: Position) -> bool:
    """D5: the event die of this turn shows an event."""
    return bool(p.dice and p.dice["event"] == "event")


def shape_faults(p: Position, pending: Json) -> Iterator[str]:
    """Q8: types and ranges of what is pending."""
    for key in ("left", "sorted"):
        if key in pending and type(pending[key]) is not int:
            yield f"{key} is {pending[key]}"
    if "left" in pending and not 1 <= pending["left"] <= MOST_LEFT[p.phase]:
        yield f"left is {pending['left']}"
    for key in (*TURN_END, "backfire"):
        if key in pending and type(pending[key]) is not bool:
            yield f"{key} is {pending[key]}"
    if "resume" in pending and pending["resume"] not in (None, "yield", "action"):
        yield f"resume is {pending['resume']}"
    stack = pending.get("stack")
    if "stack" in pending and (stack is None) != (p.phase == "exchange_draw" and pending["holy_used"]):
        yield f"stack is {stack}"
    if stack is not None and (type(stack) is not int or stack not in open_to(p, p.player)):
        yield f"A17, M3: stack {stack} is not open"
    if pending.get("holy_used") and not count_working(p, p.player, "holy_place"):
        yield "F15: no holy place works"


def decider_faults(p: Position, pending: Json) -> Iterator[str]:
    """Q4: who decides."""
    either = (*SETUP, "gain", "civil_war", "physician", "builder", "builder_take")
    by_figure = {"trade_event": windmill_owner(p), "mendicant": windmill_owner(p), "raid_name": knight_owner(p)}
    seats: tuple[Maybe[int], ...] = (p.turn_player,)
    if p.phase in either:
        seats = SEATS
    elif p.phase in by_figure:
        seats = (by_figure[p.phase],)
    elif p.phase == "raid_lose":
        owner = knight_owner(p)
        seats = () if owner is None else (1 - owner,)
    elif p.phase in ("bailiff", "react") or pending.get("resume"):
        seats = (p.enemy,)
    if p.phase != "over" and p.player not in seats:
        yield f"Q4: seat {p.player} decides"


def hand_faults(p: Position, pending: Json) -> Iterator[str]:
    """H1 to H3: hands above the limit, and at the end of a turn."""
    enemy, own = surplus(p, p.enemy), surplus(p, p.turn_player)
    resume = pending.get("resume")
    is_named = p.phase == "civil_war" and p.player == p.enemy
    most = MOST_ABOVE if resume else int(is_named)
    if (enemy > most and p.phase != "over") or (resume and enemy <= 0):
        yield f"H1: the enemy is {enemy} above its limit"
    is_built = p.phase in ("builder", "builder_take") and p.player == p.enemy
    if p.phase in ("roll", "number", *OF_EVENTS) and own > is_built:
        yield f"H1: the turn player is {own} above its limit"
    if resume == "yield" and not (is_event(p) and any(p.events.discard[event] for event in BY_EVENT)):
        yield "Q8: no event has filled the hand"
    if resume == "action" and not (has_hit(p) or has_lost_ally(p)):
        yield "Q8: no action has led to it"
    if p.phase in ("trim", "trim_card") and not resume and own <= 0:
        yield "H1: nothing to trim"
    if p.phase in AT_END:
        is_taken = p.phase == "holy"
        if pending.get("exchanging") or p.phase in ("exchange", "exchange_card"):
            missing = 0 if is_taken or p.phase in ("exchange", "exchange_card") else 1
            fits = own == -missing
        else:
            fits = own <= 0 if is_taken else own < 0
        if not fits or (p.phase == "refill" and pending["exchanging"]):
            yield f"H2, H3: the hand is {own} above its limit"


def has_hit(p: Position) -> bool:
    """Q8: an arsonist or a black knight was played."""
    return p.gate_open and any(p.discards[discard_pile(p, p.turn_player)][card] for card in DICED)


def has_lost_ally(p: Position) -> bool:
    """Q8: the enemy's alliance has lost what raised its limit."""
    lost = any(p.discards[discard_pile(p, p.turn_player)][card] for card in ENDS_HAND)
    return lost and has_own(p, p.enemy, "secret_alliance") and p.principalities[p.enemy].alliance is None


def played_faults(p: Position, pending: Json) -> Iterator[str]:
    """B12, B5, A1: the action card that is carried out."""
    card = CARD_OF.get(p.phase)
    if p.phase in ("react", "target"):
        card = pending["card"]
        if card not in (ATTACKS if p.phase == "react" else (*DICED, "bribery")):
            yield f"A2: {card} in phase {p.phase}"
            return
    elif p.phase == "place" and pending["from"] is not None:
        card = "bribery"
    if card is not None:
        if not p.gate_open and card != "scout":
            yield "B12: the gate is closed"
        if card != "church_ban" and not p.discards[discard_pile(p, p.turn_player)][card]:
            yield f"A1: no {card} is discarded"
        if not meets_requirement(p, p.turn_player, card):
            yield f"B5: {card} requires something"
    for seat, is_safe in enumerate(pending.get("safe", ())):
        if is_safe and not (p.gate_open and p.discards[discard_pile(p, seat)]["physician"]):
            yield "A18: no physician has been played"

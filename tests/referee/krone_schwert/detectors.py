"""What a step shows of the rules: per label a question about the step, asked where it can be answered with yes.

A detector counts only what is certain from the two positions; what chance may have hidden is not counted.
"""

from collections import Counter
from collections.abc import Callable, Iterator

from .cards import ACTION_CARDS, END_THRESHOLD
from .detectors_of_fights import ATTACK, REVOLT
from .moments import Moment
from .scoring import areas

Shows = Callable[[Moment], bool]
Rows = dict[str, Shows]


def labels(moment: Moment) -> Iterator[str]:
    """Every label that this step shows."""
    for is_here, rows in GROUPS:
        if is_here(moment):
            yield from (label for label, shows in rows.items() if shows(moment))
    if moment.is_draw and moment.card_drawn:
        yield f"D1 draws {moment.card_drawn}"
    if moment.action.kind == "expand":
        yield f"L1 expands by {moment.action.card}"


def _is(*kinds: str) -> Shows:
    return lambda m: m.action.kind in kinds


def _in(*phases: str) -> Shows:
    return lambda m: m.phase in phases


SETUP: Rows = {
    "S2 marker placed": lambda m: True,
    "S3 field kept free": lambda m: len(m.legal) < m.before["owner"].count(None),
    "Q1 setup claim": lambda m: True,
    "Q1 first turn begins": lambda m: m.begins_turn,
}

# -- turns ----------------------------------------------------------------------------------------------------

BEGINNING: Rows = {
    "T1 three action points": lambda m: m.after["action_points"] == 3,
    "T2 papal visit discarded": lambda m: m.before["papal_visit"][_next(m)],
    "T2 papal visit discarded, then tax": lambda m: m.before["papal_visit"][_next(m)] and m.after["phase"] == "tax",
    "Q2 resettle asked": lambda m: m.after["phase"] == "resettle",
    "Q2 tax asked": lambda m: m.after["phase"] == "tax",
    "Q3 turn passes by itself": lambda m: m.action.kind != "end_turn" and m.phase != "setup",
}


def _next(m: Moment) -> int:
    """The seat whose turn begins."""
    seat: int = m.after["turn_player"]
    return seat


ACTING: Rows = {
    **{
        f"T3 {kind}": _is(kind)
        for kind in (
            *("castle", "small_city", "large_city", "cathedral", "incite", "papal_visit", "draw", "expand"),
            *("claim", "attack", "revolt", "end_turn"),
        )
    },
    "T1 action points lost": lambda m: m.action.kind == "end_turn",
    "Q3 action": lambda m: True,
    "Q5 occupation barred with fewer action points": lambda m: "claim" not in m.kinds and m.before["action_points"] < 3,
    "C5 no small city left": lambda m: _could_build(m) and not m.table.in_supply("small_city"),
    "C5 no large city left": lambda m: _could_build(m) and not m.table.in_supply("large_city"),
    "L3 no marker left": lambda m: not m.table.has_marker(m.seat),
    "D3 nothing to draw": lambda m: "draw" not in m.kinds,
    "D6 incite legal without a king": lambda m: m.before["king"] is None and "incite" in m.kinds,
    "D7 second papal visit barred": lambda m: m.before["papal_visit"][m.seat] and m.hand.get("papal_visit", 0) > 0,
    "D7 revolt barred": lambda m: _is_rebel(m) and m.before["papal_visit"][m.before["king"]],
    "D7 attack barred": lambda m: _could_attack(m) and any(m.before["papal_visit"][s] for s in _seats_beside(m)),
    "R1 barred without castle and city": lambda m: m.before["king"] not in (None, m.seat) and not _is_rebel(m),
    "A1 barred in the first turns": lambda m: m.before["turn"] < len(m.before["hands"]) and bool(_seats_beside(m)),
    "A1 once per turn": lambda m: m.before["attack_spent"] and bool(_seats_beside(m)),
}


def _could_build(m: Moment) -> bool:
    """Whether a city card, the AP and an own plain without building are there."""
    bare = m.table.land(m.seat) - m.table.built_fields()
    has_site = any(m.before["fields"][place]["terrain"] == "plain" for place in bare)
    return bool(m.before["action_points"] > 1 and m.hand.get("city", 0) and has_site)


def _is_rebel(m: Moment) -> bool:
    """Whether the seat is not king and could lead a revolt if the king may be harmed."""
    return m.before["king"] not in (None, m.seat) and m.table.may_rule(m.seat)


def _could_attack(m: Moment) -> bool:
    """Whether attacks are open to the seat at all."""
    return m.before["turn"] >= len(m.before["hands"]) and not m.before["attack_spent"]


def _seats_beside(m: Moment) -> set[int]:
    """The owners of bare fields of others beside an own one."""
    table, built = m.table, m.table.built_fields()
    beside = {place for own in table.land(m.seat) for place in table.neighbours(own)} - built
    return {table.owner[place] for place in beside} - {None, m.seat}


# -- building -------------------------------------------------------------------------------------------------

BUILDING: Rows = {
    "B1 castle on an octagon": lambda m: m.action.kind == "castle" and _shape(m) == "octagon",
    "B1 castle on a square": lambda m: m.action.kind == "castle" and _shape(m) == "square",
    "B1 small city on an octagon": lambda m: m.action.kind == "small_city" and _shape(m) == "octagon",
    "B1 small city on a square": lambda m: m.action.kind == "small_city" and _shape(m) == "square",
    "B1 large city": lambda m: m.action.kind == "large_city",
    "B2 cathedral": lambda m: m.action.kind == "cathedral",
    "B3 city beside an own city": lambda m: m.action.kind in ("small_city", "large_city") and _beside_own_city(m),
    "C5 supply used": lambda m: True,
    "K1 first king": lambda m: m.before["king"] is None and m.after["king"] is not None,
    "K1 no second first king": lambda m: m.before["king"] not in (None, m.seat) and m.table.may_rule(m.seat),
    "K2 piles shuffled together": lambda m: m.before["king"] is None and m.after["king"] == m.seat and m.shuffled_in,
    "K3 tax of the first king": lambda m: m.before["king"] is None and m.after["king"] == m.seat,
    "D7 crowned under papal visit": lambda m: m.after["king"] != m.before["king"] and m.after["papal_visit"][m.seat],
}


def _shape(m: Moment) -> str:
    shape: str = m.before["fields"][m.action.field]["shape"]
    return shape


def _beside_own_city(m: Moment) -> bool:
    """B3: the new city touches an own one and is another."""
    cities = {place for b in m.table.own_buildings(m.seat) if b.kind != "castle" for place in b.fields}
    ground = [place for place in (m.action.field, m.action.partner) if place is not None]
    return any(cities.intersection(m.table.neighbours(place)) for place in ground)


# -- cards ----------------------------------------------------------------------------------------------------

DRAWING: Rows = {
    "D1 event drawn": lambda m: m.event is not None,
    "D1 replacement at no cost": lambda m: m.is_replacement and m.card_drawn is not None,
    "D1 chain of events": lambda m: m.is_replacement and m.event is not None,
    "D2 event without a king": lambda m: m.before["king"] is None and m.event is not None,
    "D2 replacement without a king": lambda m: m.before["king"] is None and m.is_replacement,
    "D3 pile made anew": lambda m: m.made_anew,
    "D3 pile made anew for a replacement": lambda m: m.made_anew and m.is_replacement,
    "D4 city scoring": lambda m: m.before["king"] is not None and m.event == "city_scoring",
    "D4 VP for a city": lambda m: not m.is_over and m.after["scores"] != m.before["scores"],
    "D4 not for the king": lambda m: _king_is_left_out(m),
    "D5 unrest": lambda m: m.before["king"] is not None and m.event == "unrest",
    "Q9 redraw asked": lambda m: m.after["phase"] == "redraw",
    "Q9 redraw asked with no action point left": lambda m: (
        m.after["phase"] == "redraw" and m.after["action_points"] == 0
    ),
    "Q9 turn passes after a replacement": lambda m: m.is_replacement and m.begins_turn,
    "E2 game end drawn": lambda m: m.drew_game_end,
    "E2 as a replacement": lambda m: m.drew_game_end and m.is_replacement,
    "E2 in mid-turn": lambda m: m.drew_game_end and m.after["action_points"] > 0,
}
REDRAWING: Rows = {
    "D1 replacement declined": lambda m: m.action.kind == "done",
    "D3 not before a card is needed": lambda m: m.action.kind == "done" and not m.before["draw_pile"],
    "Q9 turn goes on without a replacement": lambda m: m.action.kind == "done" and m.after["phase"] == "action",
    "Q9 turn passes without a replacement": lambda m: m.action.kind == "done" and m.begins_turn,
    "Q9 declined as the last act before the cap": lambda m: m.action.kind == "done" and m.is_over,
}


def _king_is_left_out(m: Moment) -> bool:
    """D4: there was a scoring, the king has a city and got nothing."""
    king = m.before["king"]
    if m.is_over or king is None or m.event != "city_scoring":
        return False
    return bool(m.table.cities(king)) and m.gained(king) == 0


PEOPLE: Rows = {
    "C7 sword lies open": lambda m: _people(m, m.after, "open_swords") > _people(m, m.before, "open_swords"),
    "C7 crown set aside": lambda m: _people(m, m.after, "crowns_aside") > _people(m, m.before, "crowns_aside"),
    "C7 no people card left": lambda m: sum(m.before["people"]["face_down"].values()) == 0,
}


def _people(m: Moment, position: dict[str, dict[str, int]], name: str) -> int:
    return position["people"][name]


PLAYING: Rows = {
    "D6 incite": lambda m: m.action.kind == "incite",
    "D6 without a king": lambda m: m.action.kind == "incite" and m.before["king"] is None,
    "D7 papal visit": lambda m: m.action.kind == "papal_visit",
    "D7 owner not bound by his visit": lambda m: (
        m.action.kind in ("attack", "revolt") and m.before["papal_visit"][m.seat]
    ),
    "K4 tax taken": lambda m: m.action.choice == "take",
    "K4 tax left": lambda m: m.action.choice == "leave",
    "K3 VP for castles": lambda m: m.action.choice == "take" and m.gained(m.seat) > 0,
}

# -- land -----------------------------------------------------------------------------------------------------


def _shields(m: Moment) -> int:
    """Shields of the expansion's card not used yet, before this step."""
    left: int = m.before["expansion"]["claims_left"]
    return left


def _expands_no_more(m: Moment) -> bool:
    """The expansion was over by itself although a shield, an AP and the game were left."""
    claimed = m.action.kind == "claim" and not m.after["expansion"]
    return claimed and _shields(m) > 1 and m.before["action_points"] > 1 and not m.is_over


EXPANDING: Rows = {
    "L1 first field": lambda m: m.action.kind == "claim" and _shields(m) == ACTION_CARDS[_card(m)].shields,
    "L1 second field": lambda m: m.action.kind == "claim" and _shields(m) < ACTION_CARDS[_card(m)].shields,
    "L1 second field beside the first only": lambda m: _beside_first_only(m),
    "L1 one shield left unused": lambda m: m.action.kind == "done",
    "Q4 over by the action points": lambda m: _shields(m) > 1 and m.before["action_points"] == 1 and not m.is_over,
    "Q4 over by the shields": lambda m: m.action.kind == "claim" and _shields(m) == 1 and not m.is_over,
    "Q4 over by the markers": lambda m: _expands_no_more(m) and m.after["owner"].count(m.seat) == 28,
    "Q4 over by the fields": lambda m: _expands_no_more(m) and m.after["owner"].count(m.seat) < 28,
    "E3 with a claim owed": lambda m: m.is_over and not m.after["truncated"] and _shields(m) > 1,
    "E3 by expansion": lambda m: m.is_over and not m.after["truncated"],
}


def _card(m: Moment) -> str:
    card: str = m.before["expansion"]["card"]
    return card


def _beside_first_only(m: Moment) -> bool:
    """L1: a field next to just one own field: certain for the second if that one has been claimed first."""
    if m.action.kind != "claim" or _shields(m) != 1 or ACTION_CARDS[_card(m)].shields != 2:
        return False
    return len(m.table.land(m.seat).intersection(m.table.neighbours(m.action.field))) == 1


OCCUPYING: Rows = {
    "L2 occupation": lambda m: m.action.kind == "claim",
    "L2 far from own land": lambda m: m.action.kind == "claim" and m.action.field not in m.table.free_beside(m.seat),
    "E3 by occupation": lambda m: m.action.kind == "claim" and m.is_over and not m.after["truncated"],
}
RESETTLING: Rows = {
    "X3 first field": lambda m: m.action.kind == "claim" and not m.table.land(m.seat),
    "X3 second field": lambda m: m.action.kind == "claim" and len(m.table.land(m.seat)) == 1,
    "X3 done at once": lambda m: m.action.kind == "done" and not m.table.land(m.seat),
    "X3 done after one": lambda m: m.action.kind == "done" and len(m.table.land(m.seat)) == 1,
    "X3 normal turn follows": lambda m: m.after["phase"] == "action" and m.after["action_points"] == 3,
    "E3 by resettling": lambda m: m.is_over,
}

# -- the end --------------------------------------------------------------------------------------------------


def _sizes(m: Moment) -> list[list[int]]:
    """The sizes of all areas by seat, largest first. The last step may have claimed a field, so read it after."""
    table = Moment(m.after | {"player": 0}, m.action, m.after, set()).table
    return [sorted(areas(table, seat), reverse=True) for seat in table.seats]


def _with_size(m: Moment, place: int) -> list[int]:
    """E4: the seats with an area of the largest (0) or the second largest (1) size."""
    sizes = _sizes(m)
    ranking = sorted({size for own in sizes for size in own}, reverse=True)
    return [seat for seat, own in enumerate(sizes) if len(ranking) > place and ranking[place] in own]


OVER: Rows = {
    "E4 largest area": lambda m: len(_with_size(m, 0)) == 1,
    "E4 largest area shared": lambda m: len(_with_size(m, 0)) > 1,
    "E4 second largest area": lambda m: len(_with_size(m, 1)) == 1,
    "E4 second largest area shared": lambda m: len(_with_size(m, 1)) > 1,
    "E4 both to one player": lambda m: bool(set(_with_size(m, 0)).intersection(_with_size(m, 1))),
    "E4 king": lambda m: m.after["king"] is not None,
    "E4 cathedral": lambda m: any(building["cathedral"] for building in m.after["buildings"]),
    "E5 one winner": lambda m: m.after["scores"].count(max(m.after["scores"])) == 1,
    "E5 win shared": lambda m: m.after["scores"].count(max(m.after["scores"])) > 1,
    "P3 kept at the end of the game": lambda m: m.after["last_revolt"] is not None,
    "E6 truncated": lambda m: m.after["truncated"],
    "Q10 cap reached": lambda m: m.after["truncated"],
    "Q10 cap reached with a turn used up": lambda m: m.after["truncated"] and m.action.kind != "end_turn",
}
ALWAYS: Rows = {
    "Q8 turn goes on after a fight": lambda m: (
        m.phase in ("attack_react", "revolt_lay") and m.after["phase"] == "action" and not m.begins_turn
    ),
    "Q8 turn passes after a fight": lambda m: m.phase in ("attack_react", "revolt_lay") and m.begins_turn,
    "P3 last revolt kept": lambda m: m.before["last_revolt"] is not None and m.after["last_revolt"] is not None,
    "P3 last revolt gone when the next is declared": lambda m: (
        m.before["last_revolt"] is not None and m.after["last_revolt"] is None
    ),
    "X2 threshold": lambda m: any(
        announced is not None and announced >= END_THRESHOLD[len(m.after["hands"])]
        for announced in m.after["announced"]
    ),
}

GROUPS: tuple[tuple[Shows, Rows], ...] = (
    (_in("setup"), SETUP),
    (lambda m: m.begins_turn, BEGINNING),
    (_in("action"), ACTING),
    (_in("action"), OCCUPYING),
    (_is("castle", "small_city", "large_city", "cathedral"), BUILDING),
    (_is("draw"), DRAWING),
    (_in("redraw"), REDRAWING),
    (_is("incite"), PEOPLE),
    (_is("incite", "papal_visit", "attack", "revolt", "tax"), PLAYING),
    (_in("expand"), EXPANDING),
    (_in("resettle"), RESETTLING),
    (_in("attack_lay", "attack_react", "action"), ATTACK),
    (_in("revolt_vote", "revolt_lay"), REVOLT),
    (lambda m: m.is_over, OVER),
    (lambda m: True, ALWAYS),
)
LABELS = [label for _, rows in GROUPS for label in rows]
assert len(LABELS) == len(set(LABELS)), [label for label, count in Counter(LABELS).items() if count > 1]

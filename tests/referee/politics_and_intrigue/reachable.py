"""Can a game reach this position? What can be told from the position alone; more than that may be impossible, too."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from tests.referee.compare import Json, alike

from .cards import (
    EVENTS,
    FACES,
    FULL,
    GATE,
    KINDS,
    MOST_PLACES,
    NUMBERS,
    REGION_STACK,
    RIVAL,
    ROW,
    SEATS,
    STACK_SIZES,
    START_PLACES,
    WIN,
    is_building,
    is_unit,
)
from .form import FORMAT, read_position, write_position
from .moves import BUILDING_SLOTS, NUM_SLOTS
from .piles import STACKS_OF_A_SEAT, open_to
from .position import Position
from .reachable_phases import BEFORE_ROLL, PENDING, SETUP, faults_of_phase
from .start import all_events, rules_faults, start_principality
from .world import all_cards, cards_of, whole

DERIVED = ("turn_player", "supply", "regions_left", "row_cards", "scores", "knight", "windmill")
MOST_MINTS = 2
ROAD_ENDS = 2


def check_position(position: Json) -> list[str]:
    """What is wrong with it; nothing if no fault is found."""
    form = faults_of_form(position) or faults_of_lands(position)
    if form:
        return form
    model = read_position(position)
    faults = [*faults_of_derived(position, model), *faults_of_turn(position, model), *faults_of_cards(position)]
    faults += [*faults_of_knowledge(model), *faults_of_piles(position, model)]
    if not faults:  # the others take these things for granted
        faults += faults_of_phase(model)
    return faults


# -- form -----------------------------------------------------------------------------------------------------

Is = Callable[[Any], bool]


def is_number(low: int, high: int) -> Is:
    """An integer that is no truth value, within these bounds."""
    return lambda value: type(value) is int and low <= value <= high


def is_one_of(*values: object) -> Is:
    """One of these, and of the same type."""
    return lambda value: any(value == one and type(value) is type(one) for one in values)


def list_of(is_one: Is, length: int | None = None) -> Is:
    """A list of such values."""
    return lambda value: (
        isinstance(value, list) and (length is None or len(value) == length) and all(map(is_one, value))
    )


def is_record(**fields: Is) -> Is:
    """A dict with these keys and no others."""
    return lambda value: (
        isinstance(value, dict) and value.keys() == fields.keys() and all(fields[key](value[key]) for key in fields)
    )


def or_none(is_one: Is) -> Is:
    """Such a value, or none."""
    return lambda value: value is None or is_one(value)


def cards_in(kinds: Any, low: int = 1) -> Is:
    """Card id to count, zeros left out."""
    return lambda value: (
        isinstance(value, dict)
        and all(card in kinds and type(n) is int and n >= low and n != 0 for card, n in value.items())
    )


is_bool = is_one_of(True, False)
is_seat = is_number(0, 1)
is_cards = cards_in(KINDS)
is_principality = is_record(
    row=list_of(is_number(0, MOST_PLACES - 1)),
    places=list_of(is_one_of("settlement", "city", "metropolis")),
    open_roads=list_of(is_bool, ROAD_ENDS),
    regions=list_of(
        is_record(
            kind=lambda value: isinstance(value, str), number=is_number(1, max(NUMBERS)), stock=is_number(0, FULL)
        )
    ),
    slots=list_of(or_none(lambda value: isinstance(value, str)), NUM_SLOTS),
    brewery=or_none(is_one_of("trade", "strength")),
    alliance=or_none(is_number(0, BUILDING_SLOTS - 1)),
)


def form(rules: Json) -> dict[str, Is]:
    """What each key may hold under these options."""
    is_tournament = rules["game"] == "tournament"
    stacks = STACKS_OF_A_SEAT * len(SEATS) if is_tournament else len(STACK_SIZES)
    piles = len(SEATS) if is_tournament else 1
    return {
        "format": is_one_of(FORMAT),
        "rules": lambda value: True,
        "phase": is_one_of(*PENDING),
        "turn": is_number(0, 1_000_000),
        "start_player": is_seat,
        "turn_player": is_seat,
        "player": or_none(is_seat),
        "gate_open": is_bool,
        "truncated": is_bool,
        "dice": or_none(is_record(event=is_one_of(*FACES), number=is_number(1, max(NUMBERS)))),
        "mints_used": is_number(0, MOST_MINTS),
        "supply": lambda value: isinstance(value, dict),
        "regions_left": list_of(is_number(0, len(REGION_STACK) - 1)),
        "row_cards": lambda value: isinstance(value, dict),
        "principalities": list_of(is_principality, len(SEATS)),
        "hands": list_of(is_cards, len(SEATS)),
        "known": list_of(is_cards, len(SEATS)),
        "stacks": list_of(list_of(is_record(card=is_one_of(*KINDS), seen=list_of(is_bool, len(SEATS)))), stacks),
        "discards": list_of(is_cards, piles),
        "bans": list_of(is_record(pile=is_number(0, stacks + piles - 1), owner=is_seat)),
        "events": is_record(stack=cards_in(EVENTS), discard=cards_in(EVENTS)),
        "pending": lambda value: value is None or isinstance(value, dict),
        "moved": list_of(cards_in(KINDS, -99), len(SEATS)) if is_tournament else is_one_of(None),
        "scores": list_of(is_number(0, 99), len(SEATS)),
        "knight": or_none(is_seat),
        "windmill": or_none(is_seat),
    }


def faults_of_form(position: Json) -> list[str]:
    """Keys and the types of values."""
    rules = position.get("rules")
    if not isinstance(rules, dict) or (faults := rules_faults(rules)):
        return [f"rules: {faults if isinstance(rules, dict) else rules}"]
    lawful = form(rules)
    if position.keys() != lawful.keys():
        return [f"the keys are {sorted(position)}"]
    faults = [f"{key} cannot be {position[key]!r}" for key, is_right in lawful.items() if not is_right(position[key])]
    if faults:
        return faults
    is_pending = PENDING[position["phase"]]
    if not is_pending(position["pending"]):
        faults.append(f"Q4: pending cannot be {position['pending']!r} in phase {position['phase']}")
    return faults


# -- principalities -------------------------------------------------------------------------------------------


def faults_of_lands(position: Json) -> list[str]:
    """P1 to P4, C4, B2 to B7: what lies where; everything else takes this for granted."""
    faults: list[str] = []
    for seat in SEATS:
        faults += faults_of_land(position, seat)
    used = [(r["kind"], r["number"]) for land in position["principalities"] for r in land["regions"]]
    if len(used) != len(set(used)):
        faults.append("C4: a region is used twice")
    return faults


def faults_of_land(position: Json, seat: int) -> Iterator[str]:
    """One principality."""
    land = position["principalities"][seat]
    row, number = land["row"], len(land["places"])
    if sorted(row) != list(range(number)) or not START_PLACES <= number <= MOST_PLACES or not is_founded(row):
        yield f"P1: the row of seat {seat} cannot be {row}"
        return
    regions = [(region["kind"], region["number"]) for region in land["regions"]]
    start = [(region["kind"], region["number"]) for region in start_principality(seat)["regions"]]
    if (
        regions[: len(start)] != start
        or len(regions) != 2 * number + 2
        or set(regions[len(start) :]) - set(REGION_STACK)
    ):
        yield f"P2, C4: the regions of seat {seat} cannot be {regions}"
    if land["places"].count("metropolis") > 1:
        yield "F19: one metropolis at most"
    for slot, card in enumerate(land["slots"]):
        if card is not None and not may_lie(land, slot, card):
            yield f"P3, B3: {card} cannot lie in slot {slot} of seat {seat}"
    own = [card for card in land["slots"] if card not in (None, "brothel")]
    if any(own.count(card) > 1 for card in ROW):
        yield "B7: one own church and one own town hall at most"
    if set(RIVAL) <= set(own):
        yield "F18, F25: bailiff's house and republic house exclude each other"
    yield from faults_of_special(position, seat)


def is_founded(row: list[int]) -> bool:
    """P1: each place was the last one at its end when it was founded."""
    start = row.index(0)
    left, right = row[: start + 1], row[start + 1 :]
    return left == sorted(left, reverse=True) and right == sorted(right) and right[:1] == [1]


def may_lie(land: Json, slot: int, card: str) -> bool:
    """P3, B3."""
    if card not in KINDS or not (is_building(card) or is_unit(card)):
        return False
    if slot >= BUILDING_SLOTS:
        return is_unit(card) and "metropolis" in land["places"]
    place, depth = slot // 4, slot % 2
    if place >= len(land["places"]):
        return False
    return land["places"][place] != "settlement" or (depth == 0 and KINDS[card].type != "red")


def faults_of_special(position: Json, seat: int) -> Iterator[str]:
    """F21 to F23: brewery and alliance."""
    land, other = (position["principalities"][side] for side in (seat, 1 - seat))
    chooses = position["phase"] == "brewery_side" and position["player"] == seat
    if (land["brewery"] is not None) != ("brewery" in land["slots"] and not chooses):
        yield f"F22: the brewery of seat {seat} cannot show {land['brewery']}"
    if chooses and "brewery" not in land["slots"]:
        yield "F22: there is no brewery to choose a side of"
    target = land["alliance"]
    if target is not None:
        card = other["slots"][target]
        lawful = card in KINDS and is_building(card) and card not in ("secret_alliance", "brothel")
        if not lawful or "secret_alliance" not in land["slots"]:
            yield f"F23: the alliance of seat {seat} cannot use {card}"


# -- in every phase -------------------------------------------------------------------------------------------


def faults_of_derived(position: Json, p: Position) -> Iterator[str]:
    """Chapter 13: what follows from the rest."""
    written = write_position(p)
    for key in DERIVED:
        if not alike(written[key], position[key]):
            yield f"{key} is {position[key]}, not {written[key]}"
    if min(p.supply.values()) < 0:
        yield f"C3: the supply is {p.supply}"


def faults_of_turn(position: Json, p: Position) -> Iterator[str]:
    """T1, S4, B11, B12, W1, W2: whose turn it is, who decides, and whether the game is over."""
    scores = position["scores"]
    cap = p.rules["max_rounds"]
    if p.rules["start_player"] not in ("random", p.start_player):
        yield "S4: the option says who starts"
    if cap is not None and p.turn >= 2 * cap:
        yield "W2: there is no such turn"
    if p.truncated and (p.phase != "over" or cap is None or p.turn + 1 != 2 * cap or max(scores) >= WIN):
        yield "W2: truncated by the cap only"
    if p.phase == "over" and not p.truncated and max(scores) < WIN:
        yield "W1: nobody has 13 points"
    if p.phase != "over" and max(scores) >= WIN:
        yield "B11: 13 points end the game"
    if min(scores) >= GATE and not p.gate_open:
        yield "B12: the gate is open"
    if (p.dice is None) != (p.phase in BEFORE_ROLL):
        yield f"T1: dice in phase {p.phase}"
    if p.phase in SETUP and (p.turn or p.gate_open or p.start_player is None):
        yield "S1: the game has not begun"
    if p.phase in BEFORE_ROLL and p.mints_used:
        yield "F11: no mint is used before the roll"
    if p.phase in SETUP or (p.phase in BEFORE_ROLL and p.turn == 0):
        found = position["principalities"]
        if any(found[seat] != start_principality(seat) for seat in SEATS):
            yield "S1: nobody has built yet"


def faults_of_cards(position: Json) -> Iterator[str]:
    """C5, C6, M1, M6, M7: nothing is lost, nothing added."""
    found, right = all_cards(position), whole(position)
    if found != right:
        yield f"C5: surplus {dict(found - right)}, missing {dict(right - found)}"
    events = Counter(position["events"]["stack"]) + Counter(position["events"]["discard"])
    if events != all_events(position["rules"]):
        yield "C6: these are not all the events"
    if not position["events"]["stack"].get("new_year"):
        yield "E3: the new year is always in the event stack"
    if position["rules"]["game"] == "tournament" and position["moved"] != (moved := moved_cards(position)):
        yield f"M6: moved is {position['moved']}, not {moved}"
    if any(card in ROW for stack in position["stacks"] for card in [c["card"] for c in stack]) and (
        position["rules"]["game"] != "tournament"
    ):
        yield "S3: churches and town halls never lie in a stack"


def moved_cards(position: Json) -> list[dict[str, int]]:
    """M6: what a seat has beyond its deck."""
    moved = []
    for seat in SEATS:
        found = cards_of(position, seat) + Counter(position["discards"][seat])
        own = range(STACKS_OF_A_SEAT * seat, STACKS_OF_A_SEAT * (seat + 1))
        found += Counter(card["card"] for stack in own for card in position["stacks"][stack])
        found.subtract(position["rules"]["decks"][seat])
        moved.append({card: number for card, number in found.items() if number})
    return moved


def faults_of_knowledge(p: Position) -> Iterator[str]:
    """N3, N4: bounds of what is known and seen."""
    for seat in SEATS:
        if not p.known[seat] <= p.hands[seat]:
            yield f"N4: seat {seat} does not hold what it is known to hold"
    if p.phase in SETUP and any(p.known):
        yield "N4: nothing is known yet"
    if p.is_tournament:
        for number, stack in enumerate(p.stacks):
            owner = number // STACKS_OF_A_SEAT
            if any(card.seen[1 - owner] and not card.seen[owner] for card in stack):
                yield f"M3: nobody but its owner looks into stack {number}"
    elif p.phase == "setup_stack" and p.player == p.start_player and any(any(c.seen) for s in p.stacks for c in s):
        yield "N3: nobody has seen a card yet"


def faults_of_piles(position: Json, p: Position) -> Iterator[str]:
    """A17, M3: where bans lie; S1, S3: what has not begun."""
    piles = [ban["pile"] for ban in position["bans"]]
    if piles != sorted(set(piles)):
        yield "A17: one ban on a pile, told by pile"
    for pile, owner in p.bans.items():
        stacks = len(p.stacks)
        side = pile // STACKS_OF_A_SEAT if pile < stacks else pile - stacks
        if p.is_tournament and side == owner:
            yield "M3: a ban lies on a pile of the enemy"
    if any(not open_to(p, seat) for seat in SEATS):
        yield "A17: a ban never lies on the last stack open to the enemy"
    if any(pile["metropolis"] for pile in p.discards):
        yield "F19: nothing discards a metropolis"
    if p.phase in SETUP and (p.bans or any(p.discards) or p.events.discard):
        yield "S1: nothing is discarded yet"
    if p.phase == "setup_stack" and p.player == p.start_player and tuple(map(len, p.stacks)) != STACK_SIZES:
        yield "S3: nobody has taken a card yet"

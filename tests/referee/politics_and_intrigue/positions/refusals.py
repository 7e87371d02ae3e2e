"""Positions that no game can reach (end of chapter 13)."""

from collections import Counter
from collections.abc import Iterator

from tests.referee.judge import alike
from tests.referee.politics_and_intrigue.land import has_own, is_city, knights, own_cards, place_of, points
from tests.referee.politics_and_intrigue.phases import PHASES, choices
from tests.referee.politics_and_intrigue.piles import discard_pile, open_to, own_stacks
from tests.referee.politics_and_intrigue.positions.form import (
    all_events,
    read_position,
    start_principality,
    write_position,
)
from tests.referee.politics_and_intrigue.positions.pending_faults import pending_faults
from tests.referee.politics_and_intrigue.positions.position import (
    BUILDING_SLOTS,
    DICELESS,
    FACES,
    FULL,
    GATE,
    KINDS,
    MOST_PLACES,
    NUM_SLOTS,
    NUMBERS,
    REGION_STACK,
    RIVAL,
    ROW,
    SEATS,
    SETUP,
    START_PLACES,
    WIN,
    Cards,
    Json,
    Position,
    Principality,
    is_building,
    is_unit,
)

NOT_DISCARDED = ("metropolis", "brothel")  # F19, F21


def refusals(position: Json) -> list[str]:
    """Return why a position must be refused; nothing if a game can reach it as far as the position itself shows."""
    try:
        p = read_position(position)
        return list(faults(position, p))
    except (LookupError, TypeError, AttributeError, ValueError, AssertionError) as reason:
        return [f"not well-formed: {reason!r}"]


def faults(position: Json, p: Position) -> Iterator[str]:
    """Yield all faults, the form first: what comes later may not even be defined."""
    yield from frame_faults(p)
    for seat in SEATS:
        yield from land_faults(p, seat)
    yield from card_faults(p)
    derived = write_position(p)
    for key in position.keys() ^ derived.keys():
        yield f"the key {key} is missing or unknown"
    for key in position.keys() & derived.keys():
        if not alike(position[key], derived[key]):
            yield f"{key} is {position[key]}, not {derived[key]}"
    yield from pending_faults(p)
    if p.phase != "over" and not any(True for _ in choices(p)):
        yield "no legal action"


# -- turn, gate, end ------------------------------------------------------------------------------------------


def frame_faults(p: Position) -> Iterator[str]:
    """Turn, dice, gate, mints and the end (T1, F11, B11, B12, W2)."""
    cap, scores, is_over = p.rules["max_rounds"], points(p), p.phase == "over"
    if p.phase not in PHASES or (p.phase == "deck_pick") > p.is_tournament:
        yield f"there is no phase {p.phase}"
    if type(p.turn) is not int or p.turn < 0 or (cap is not None and p.turn >= 2 * cap):
        yield f"W2: turn {p.turn}"
    if p.start_player not in SEATS or p.rules["start_player"] not in ("random", p.start_player):
        yield f"S4: seat {p.start_player} started"
    if {type(p.gate_open), type(p.truncated)} != {bool}:
        yield "gate_open and truncated are bools"
    if (p.player is None) != is_over or (p.player is not None and p.player not in SEATS):
        yield f"seat {p.player} decides"
    if (p.dice is None) != (p.phase in DICELESS):
        yield "dice lie there from the roll on, also when the game is over"
    if p.dice and not (p.dice["event"] in FACES and type(p.dice["number"]) is int and p.dice["number"] in NUMBERS):
        yield f"C1: dice {p.dice}"
    if is_over and p.truncated != (max(scores) < WIN):
        yield "W1, W2: a game without 13 points is over only if truncated"
    if p.truncated and not (is_over and cap is not None and p.turn == 2 * cap - 1):
        yield "W2: truncated too soon"
    if not is_over and max(scores) >= WIN:
        yield "B11: 13 points"
    if not p.gate_open and min(scores) >= GATE:
        yield "B12: the gate is open"
    if type(p.mints_used) is not int or not 0 <= p.mints_used <= mints(p):
        yield f"F11: {p.mints_used} trades by mint"
    if p.phase in SETUP:
        yield from setup_faults(p)


def mints(p: Position) -> int:
    """The number of mints in the game."""
    if p.is_tournament:
        return sum(deck.get("mint", 0) for deck in p.rules["decks"])
    return KINDS["mint"].copies


def setup_faults(p: Position) -> Iterator[str]:
    """S1 to S4: before the first turn nothing but hands and stacks has changed."""
    written = write_position(p)
    if p.turn or p.gate_open or any(p.discards) or p.bans or p.events.discard or any(p.known):
        yield "S4: nothing has happened yet"
    if written["principalities"] != [start_principality(seat) for seat in SEATS]:
        yield "S1: both seats have their start cards"


# -- principalities -------------------------------------------------------------------------------------------


def land_faults(p: Position, seat: int) -> Iterator[str]:
    """P1 to P4, B3, B5, B7, F19, F22, F23."""
    land = p.principalities[seat]
    if not is_row(land.row, len(land.places)) or not START_PLACES <= len(land.places) <= MOST_PLACES:
        yield f"P1: the row {land.row}"
    if set(land.places) - {"settlement", "city", "metropolis"} or land.places.count("metropolis") > 1:
        yield f"F19: places {land.places}"
    if len(land.open_roads) != 2 or {type(road) for road in land.open_roads} != {bool}:
        yield f"P1: open roads {land.open_roads}"
    yield from region_faults(p, seat)
    if len(land.slots) != NUM_SLOTS:
        yield f"P3: {len(land.slots)} slots"
    for slot, card in enumerate(land.slots):
        if card is not None and not may_lie(land, slot, card):
            yield f"B3: {card} in slot {slot}"
    for card in ROW:
        if land.slots.count(card) > 1:
            yield f"B7: two of {card}"
    if all(has_own(p, seat, card) for card in RIVAL):
        yield "B5: republic house and bailiff's house"
    is_asked = p.phase == "brewery_side" and seat == p.turn_player
    sides = ("trade", "strength") if has_own(p, seat, "brewery") and not is_asked else (None,)
    if land.brewery not in sides:
        yield f"F22: the brewery shows {land.brewery}"
    if land.alliance is not None and not is_alliance(p, seat, land.alliance):
        yield f"F23: an alliance with slot {land.alliance}"


def is_row(row: list[int], places: int) -> bool:
    """P1: each place was founded at an end."""
    if places <= START_PLACES:
        return row == [0, 1]
    newest = places - 1
    if row[0] == newest:
        return is_row(row[1:], newest)
    return row[-1] == newest and is_row(row[:-1], newest)


def region_faults(p: Position, seat: int) -> Iterator[str]:
    """C2, C4, P2: the start regions first, then cards of the region stack."""
    land, first = p.principalities[seat], start_principality(seat)["regions"]
    if len(land.regions) != 2 * len(land.places) + 2:
        yield f"P2: {len(land.regions)} regions"
    for region, start in zip(land.regions, first, strict=False):
        if (region.kind, region.number) != (start["kind"], start["number"]):
            yield f"C4: {region} instead of a start region"
    if any(type(region.stock) is not int or not 0 <= region.stock <= FULL for region in land.regions):
        yield "C2: stocks are from 0 to 3"
    later = [region for side in p.principalities for region in side.regions[len(first) :]]
    if len(p.regions_left) + len(later) != len(REGION_STACK):
        yield "C4: regions are used twice, or are none of the stack"
    if any(number < 0 for number in p.supply.values()):
        yield f"B2: supply {p.supply}"


def may_lie(land: Principality, slot: int, card: str) -> bool:
    """P3, B3, F21: whether a card of this type may lie in the slot; a brothel is a red card in the enemy's city."""
    kind = KINDS[card].type
    if card == "metropolis" or kind == "action":
        return False
    if slot >= BUILDING_SLOTS:
        return is_unit(card) and "metropolis" in land.places
    place = place_of(land, slot)
    if place >= len(land.places):
        return False
    return is_city(land, place) or (slot % 2 == 0 and kind != "red")


def is_alliance(p: Position, seat: int, slot: int) -> bool:
    """F23: an own alliance, and an enemy building that it may use."""
    targets = [at for card, at in own_cards(p, 1 - seat) if is_building(card) and card != "secret_alliance"]
    return type(slot) is int and slot in targets and has_own(p, seat, "secret_alliance")


# -- cards ----------------------------------------------------------------------------------------------------


def card_faults(p: Position) -> Iterator[str]:
    """C5, C6, M4, M6, A17, N3, N4: the totals, and what lies where."""
    yield from total_faults(p)
    for pile in p.discards:
        for card in NOT_DISCARDED + (() if p.is_tournament else ROW):
            if pile[card]:
                yield f"{card} in a discard pile"
    laid = [card for seat in SEATS for card, _ in knights(p, seat)]
    for card in {*laid}:
        if laid.count(card) + is_coming(p, card) > 1:
            yield f"M4: {card} twice"
    if len(p.discards) != (len(SEATS) if p.is_tournament else 1):
        yield f"{len(p.discards)} discard piles"
    for seat in SEATS:
        if p.known[seat] - p.hands[seat]:
            yield f"N4: more known than in the hand of seat {seat}"
        if not open_to(p, seat):
            yield f"A17: no stack is open to seat {seat}"
    for at, owner in p.bans.items():
        enemy_piles = [*own_stacks(p, 1 - owner), len(p.stacks) + discard_pile(p, 1 - owner)]
        if owner not in SEATS or at not in enemy_piles:
            yield f"A17, M3: a ban of seat {owner} on pile {at}"
    for stack in p.stacks:
        if any(len(card.seen) != len(SEATS) or {type(mark) for mark in card.seen} != {bool} for card in stack):
            yield "N3: marks are bools"
    for seat in SEATS if p.is_tournament and not is_shown_to_both(p) else ():
        if any(card.seen[1 - seat] for stack in own_stacks(p, seat) for card in p.stacks[stack]):
            yield f"M3: a stack of seat {seat} that the enemy has looked into"
    if p.events.stack + p.events.discard != all_events(p.rules) or p.events.discard["new_year"]:
        yield "C6, E3: the event cards"


def is_shown_to_both(p: Position) -> bool:
    """M3, E9, F18: what shows cards of one's own stacks to the enemy."""
    return all_events(p.rules)["good_neighbours"] > 0 or any(deck.get("bailiff_house") for deck in p.rules["decks"])


def is_coming(p: Position, card: str) -> bool:
    """Q5: the card is being placed, and is not yet in a slot."""
    return p.phase == "place" and p.pending["card"] == card and p.pending["from"] is None


def on_its_way(p: Position) -> Cards:
    """Q5, A17: the card that has left the hand and lies nowhere."""
    if p.phase in ("discount", "ban") or (p.phase == "place" and p.pending["from"] is None):
        return Counter([p.pending["card"]])
    return Counter()


def cards_of(p: Position, seat: int) -> Cards:
    """M6: the cards of a side outside stacks and discard piles."""
    land, other = p.principalities[seat], p.principalities[1 - seat]
    held = p.hands[seat] + Counter(card for card, _ in own_cards(p, seat))
    held["brothel"] += other.slots.count("brothel")
    held["metropolis"] += land.places.count("metropolis")
    held["church_ban"] += sum(owner == seat for owner in p.bans.values())
    if seat == p.turn_player:
        held += on_its_way(p)
    return held


def total_faults(p: Position) -> Iterator[str]:
    """C5, M6: of each kind as many as there are, in a tournament on each side."""
    if any(count < 0 for cards in (*p.hands, *p.known, *p.discards) for count in cards.values()):
        yield "a number of cards below 0"
    held = [cards_of(p, seat) for seat in SEATS]
    if not p.is_tournament:
        given = held[0] + held[1] + Counter(p.row_cards) + p.discards[0] + stacked(p, range(len(p.stacks)))
        if min(p.row_cards.values()) < 0:
            yield f"S3: the row {p.row_cards}"
        if given != Counter({card: kind.copies for card, kind in KINDS.items()}):
            yield "C5: the numbers of cards"
        loose = p.hands[0] + p.hands[1] + stacked(p, range(len(p.stacks)))
        if any(loose[card] for card in ROW) or p.moved is not None:
            yield "S3: a church or town hall in a hand or stack, or cards that change sides"
        return
    assert p.moved is not None
    for seat in SEATS:
        total = held[seat] + p.discards[seat] + stacked(p, own_stacks(p, seat))
        expected = Counter(p.rules["decks"][seat])
        expected.update(p.moved[seat])
        if total != +expected or min(expected.values()) < 0:
            yield f"M6: the cards of seat {seat}"
    if any(p.moved[0][card] != -p.moved[1][card] for card in KINDS):
        yield "M6: what one seat gains the other loses"
    if any(p.moved[0][card] and not (is_unit(card) or KINDS[card].type == "action") for card in KINDS):
        yield "M6: only units and action cards change sides"


def stacked(p: Position, stacks: range | list[int]) -> Cards:
    """The cards of these stacks."""
    return Counter(card.card for stack in stacks for card in p.stacks[stack])

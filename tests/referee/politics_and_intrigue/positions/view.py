"""The public view of a seat (chapter 11), and the observation that follows from it."""

from collections.abc import Iterable, Mapping, Sequence

from tests.referee.actions import Maybe
from tests.referee.politics_and_intrigue.land import (
    SLOTS_OF_A_PLACE,
    stock,
    strength,
    tournament_points,
    trade_points,
    working,
)
from tests.referee.politics_and_intrigue.phases import PHASES
from tests.referee.politics_and_intrigue.piles import STACKS_OF_A_SEAT
from tests.referee.politics_and_intrigue.positions.form import read_position
from tests.referee.politics_and_intrigue.positions.position import (
    BREWERY_SIDES,
    BUILDING_SLOTS,
    BUILT,
    EVENTS,
    FACES,
    FULL,
    MOST_PLACES,
    NUM_SLOTS,
    NUMBERS,
    ORDER,
    REGION_STACK,
    RESOURCES,
    ROW,
    SEATS,
    SUPPLY,
    Json,
    Position,
    Principality,
)

SECRET = ("hands", "stacks", "pending")
RESUME = ("yield", "action")  # Q8


Piece = list[int]
Pieces = dict[str, Piece]
PLACES = ("settlement", "city", "metropolis")
GROUNDS = range(0, NUM_SLOTS, SLOTS_OF_A_PLACE)  # the first slot of each place; at last those of the metropolis
MOST_REGIONS = 2 * MOST_PLACES + 2
MOST_STACKS = 2 * STACKS_OF_A_SEAT
MOST_STACKED = 85  # L3


def public_view(position: Json, seat: int) -> Json:
    """N1, N5: all that this seat may know; two positions with equal views are the same to it.

    A card of a stack is None unless the seat has seen it there; who has seen which places is public (N3).
    """
    view = {key: value for key, value in position.items() if key not in SECRET}
    return view | {
        "seat": seat,
        "hand": position["hands"][seat],
        "hand_counts": [sum(hand.values()) for hand in position["hands"]],
        "stacks": [[card if card["seen"][seat] else card | {"card": None} for card in s] for s in position["stacks"]],
        "pending": pending_view(position, seat),
    }


def pending_view(position: Json, seat: int) -> Json | None:
    """N1: public but for the card of `holy`."""
    pending: Json | None = position["pending"]
    if pending is not None and position["phase"] == "holy" and seat != position["player"]:
        return pending | {"card": None}
    return pending


def expected_pieces(view: Json) -> Pieces:
    """Every piece, as a seat with this view must see it (N5): its own things first, then the enemy's."""
    p = read_position(view | {"hands": view["known"]})
    order = [view["seat"], 1 - view["seat"]]
    lands = [p.principalities[seat] for seat in order]
    parts = (
        pieces_of_turn(view, order),
        pieces_of_standing(p, order),
        pieces_of_land(lands),
        pieces_of_centre(view),
        pieces_of_hands(view, order),
        pieces_of_stacks(view, order),
        pieces_of_pending(view["pending"] or {}, order, stacks_in_order(view)),
    )
    return {name: piece for part in parts for name, piece in part.items()}


def pieces_of_turn(view: Json, order: list[int]) -> Pieces:
    """The decision, dice, points and figures."""
    seats = ("player", "turn_player", "start_player", "knight", "windmill")
    dice = view["dice"] or {"event": None, "number": None}
    return {
        **{name: one_hot(view[name], order) for name in seats},
        **{name: [int(view[name])] for name in ("turn", "truncated", "gate_open", "mints_used")},
        "phase": one_hot(view["phase"], PHASES),
        "face": one_hot(dice["event"], FACES),
        "number": one_hot(dice["number"], NUMBERS),
        "scores": [view["scores"][seat] for seat in order],
    }


def pieces_of_standing(p: Position, order: list[int]) -> Pieces:
    """Return the pieces of points, figures and working buildings (B10, F0)."""
    return {
        "strength": [strength(p, seat) for seat in order],
        "trade_points": [trade_points(p, seat) for seat in order],
        "tournament_points": [tournament_points(p, seat) for seat in order],
        "working": [flag for seat in order for flag in flags({card for card, _ in working(p, seat)}, BUILT)],
    }


def pieces_of_land(lands: list[Principality]) -> Pieces:
    """Chapter 2, of both seats; zeros for places and regions that are not there."""

    def rows(values: Sequence[object], kinds: Sequence[object], most: int) -> Piece:
        return padded([flag for value in values for flag in one_hot(value, kinds)], most * len(kinds))

    by_land = [
        {
            "resources": [stock(land, kind) for kind in RESOURCES],
            "room": [room(land, kind) for kind in RESOURCES],
            "brewery": one_hot(land.brewery, BREWERY_SIDES),
            "open_roads": [int(flag) for flag in land.open_roads],
            "alliance": one_hot(land.alliance, range(BUILDING_SLOTS)),
            "slots": [BUILT.index(card) + 1 if card else 0 for card in land.slots],
            "cards": [land.slots[at : at + SLOTS_OF_A_PLACE].count(card) for at in GROUNDS for card in BUILT],
            "stock": padded([region.stock for region in land.regions], MOST_REGIONS),
            "places": rows(land.places, PLACES, MOST_PLACES),
            "row": rows(land.row, range(MOST_PLACES), MOST_PLACES),
            "region_kinds": rows([region.kind for region in land.regions], RESOURCES, MOST_REGIONS),
            "region_numbers": rows([region.number for region in land.regions], NUMBERS, MOST_REGIONS),
        }
        for land in lands
    ]
    return {name: by_land[0][name] + by_land[1][name] for name in by_land[0]}


def room(land: Principality, kind: str) -> int:
    """Stock that the regions of a kind can still take."""
    return sum(FULL - region.stock for region in land.regions if region.kind == kind)


def pieces_of_centre(view: Json) -> Pieces:
    """Supply, regions, row and event cards."""
    return {
        "supply": counts(view["supply"], SUPPLY),
        "regions_left": flags(view["regions_left"], range(len(REGION_STACK))),
        "row_cards": counts(view["row_cards"], ROW),
        "event_stack": counts(view["events"]["stack"], EVENTS),
        "event_discard": counts(view["events"]["discard"], EVENTS),
    }


def pieces_of_hands(view: Json, order: list[int]) -> Pieces:
    """Hands as far as they are known, and discards; in a tournament the own pile first (M3)."""
    piles = [view["discards"][seat] for seat in order] if is_tournament(view) else [*view["discards"], {}]
    moved = view["moved"][view["seat"]] if is_tournament(view) else {}
    return {
        "hand": counts(view["hand"], ORDER),
        "hand_counts": [view["hand_counts"][seat] for seat in order],
        "known": [n for seat in order for n in counts(view["known"][seat], ORDER)],
        "discards": [n for pile in piles for n in counts(pile, ORDER)],
        "moved": counts(moved, ORDER),
    }


def pieces_of_stacks(view: Json, order: list[int]) -> Pieces:
    """N3, N5; M3: in a tournament own stacks and the own discard pile first."""
    stacks = [view["stacks"][number] for number in stacks_in_order(view)]
    cards = [card for stack in stacks for card in stack]
    seen = [[card["card"] for card in stack] for stack in stacks]
    tops = [ORDER.index(card["card"]) + 1 if card["card"] else 0 for card in cards]
    return {
        "stack_sizes": padded([len(stack) for stack in stacks], MOST_STACKS),
        "seen": padded([stack.count(card) for stack in seen for card in ORDER], MOST_STACKS * len(ORDER)),
        "stacked": padded(tops, MOST_STACKED),
        "seen_by_enemy": padded([int(card["seen"][order[1]]) for card in cards], MOST_STACKED),
        "bans": [flag for seat in order for flag in bans_of(view, seat)],
    }


def bans_of(view: Json, seat: int) -> Piece:
    """Return the bans of a seat, on stacks and then on discard piles."""
    owned = {ban["pile"] for ban in view["bans"] if ban["owner"] == seat}
    first = len(view["stacks"])
    piles = [first + pile for pile in discards_in_order(view)]
    on_stacks = [int(stack in owned) for stack in stacks_in_order(view)]
    return padded(on_stacks, MOST_STACKS) + padded([int(pile in owned) for pile in piles], len(SEATS))


def pieces_of_pending(pending: Json, order: list[int], stacks: list[int]) -> Pieces:
    """Q4; zeros for keys that the phase has not. The card of `holy` is not in the enemy's view (N1)."""
    regions = [one_hot(region, range(len(REGION_STACK))) for region in pending.get("regions", ())]
    gains, safe = (pending.get(key, [0, 0]) for key in ("gains", "safe"))
    return {
        "pending_stack": padded(one_hot(pending.get("stack"), stacks), MOST_STACKS),
        "pending_left": [pending.get("left", 0)],
        "pending_gains": [gains[seat] for seat in order],
        "pending_safe": [int(safe[seat]) for seat in order],
        "pending_slots": flags(pending.get("slots", ()), range(NUM_SLOTS)),
        "pending_card": one_hot(pending.get("card"), ORDER),
        "pending_from": one_hot(pending.get("from"), range(NUM_SLOTS)),
        "pending_regions": padded([flag for row in regions for flag in row], 2 * len(REGION_STACK)),
        "pending_sorted": [pending.get("sorted", 0)],
        "pending_resume": one_hot(pending.get("resume"), RESUME),
        "pending_backfire": [int(pending.get("backfire", False))],
        "holy_used": [int(pending.get("holy_used", False))],
        "exchanging": [int(pending.get("exchanging", False))],
    }


def is_tournament(view: Json) -> bool:
    """Chapter 15."""
    return bool(view["rules"]["game"] == "tournament")


def stacks_in_order(view: Json) -> list[int]:
    """As they are shown: in a tournament own ones first."""
    numbers = range(len(view["stacks"]))
    first = STACKS_OF_A_SEAT * view["seat"] if is_tournament(view) else 0
    return [*numbers[first:], *numbers[:first]]


def discards_in_order(view: Json) -> list[int]:
    """As they are shown: in a tournament the own one first."""
    return [view["seat"], 1 - view["seat"]] if is_tournament(view) else [0]


def one_hot(value: Maybe[object], values: Iterable[object]) -> Piece:
    """A 1 where the value is; zeros for None."""
    return [int(value == other) for other in values]


def flags(some: Iterable[object], values: Iterable[object]) -> Piece:
    """A 1 for each that is among them."""
    there = set(some)
    return [int(value in there) for value in values]


def counts(cards: Mapping[str, int], kinds: Iterable[str]) -> Piece:
    """Return the counts of each kind, in order."""
    return [cards.get(kind, 0) for kind in kinds]


def padded(piece: Sequence[int], length: int) -> Piece:
    """With zeros behind."""
    return [*piece, *[0] * (length - len(piece))]

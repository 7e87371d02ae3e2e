"""The public view of a seat (P1), and the observation that follows from it."""

from collections.abc import Iterable, Mapping

from tests.referee.two_crowns.position import COPIES, POINTS, PRICE, SEATS, Json

SECRET = ("hands", "decks", "battle", "exact")  # partly shown; all other keys are public (P1)
PHASES = ("turn", "lay", "pay", "keep", "over")
Piece = list[int]


def public_view(position: Json, seat: int) -> Json:
    """P1: all information of this seat; it can't distinguish positions with equal views.

    `hand`, `deck` (the remaining cards by counting, without their order) and `exact` are the seat's own. Of the cards
    laid the own ones are shown, and the enemy's once they are turned up; paid cards are public.
    """
    view = {key: value for key, value in position.items() if key not in SECRET}
    return view | {
        "seat": seat,
        "hand": position["hands"][seat],
        "deck": position["decks"][seat],
        "hand_counts": [sum(hand.values()) for hand in position["hands"]],
        "deck_counts": [sum(deck.values()) for deck in position["decks"]],
        "battle": battle_view(position, seat),
        "exact": position["exact"] if seat == position["player"] else None,
    }


def battle_view(position: Json, seat: int) -> Json | None:
    """A2, A3: each side's cards are turned up when that side is asked to pay."""
    battle: Json | None = position["battle"]
    if battle is None:
        return None
    laid = [battle["laid"][side] if side == seat or is_turned_up(position, side) else None for side in SEATS]
    return battle | {"laid": laid}


def is_turned_up(position: Json, side: int) -> bool:
    """A3: whether the cards laid by this side are public."""
    return position["phase"] == "pay" and side in (position["turn_player"], position["player"])


def expected_pieces(view: Json) -> dict[str, Piece]:
    """Return every piece as a seat with this view must see it (P1): its own first, then the enemy's."""
    order = (view["seat"], 1 - view["seat"])
    pieces = {name: [int(view[name] == seat) for seat in order] for name in ("player", "turn_player", "start_player")}
    pieces |= {name: [view[name][seat] for seat in order] for name in ("castles", "hand_counts", "deck_counts")}
    pieces |= {
        "known": [n for seat in order for n in by_card(view["known"][seat], POINTS)],
        "discards": [n for seat in order for n in by_card(view["discards"][seat])],
    }
    pieces |= {name: by_card(view[name] or {}) for name in ("hand", "deck", "exact")}
    pieces |= {name: [int(view[name])] for name in ("fate_used", "truncated", "turn")}
    rests = [view["resting"][seat][when] for seat in order for when in ("this_turn", "next_turn")]
    return (
        pieces
        | pieces_of_battle(view, order)
        | {
            "phase": [int(phase == view["phase"]) for phase in PHASES],
            "resting": [rest.get(knight, 0) for rest in rests for knight in POINTS],
        }
    )


def pieces_of_battle(view: Json, order: tuple[int, int]) -> dict[str, Piece]:
    """Return zeros outside a battle; cards face down to this seat are not shown (A2)."""
    battle = view["battle"] or {"laid": [None, None], "counts": [0, 0], "paid": [{}, {}]}
    laid = [battle["laid"][seat] or {} for seat in order]
    asks = battle["laid"][view["player"]] if view["phase"] == "pay" else {}  # turned up, so public
    asking = next((card for card in PRICE if card in asks), None)
    return {
        "laid": [count for cards in laid for count in by_card(cards)],
        "laid_counts": [battle["counts"][seat] for seat in order],
        "paid": [n for seat in order for n in by_card(battle["paid"][seat], PRICE)],
        "asking": [int(card == asking) for card in COPIES],
    }


def by_card(cards: Mapping[str, int], kinds: Iterable[str] = COPIES) -> Piece:
    """Return the number of cards of each kind, in the order of the deck table."""
    return [cards.get(card, 0) for card in kinds]

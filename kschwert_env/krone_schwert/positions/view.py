"""Parts of a state that a viewer may see in drawings (P1, P2). Hidden parts are None."""

from collections.abc import Mapping
from typing import NamedTuple

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position
from kschwert_env.krone_schwert.kernel.components import CARD_NAMES, NUM_ACTION_CARDS

Cards = Mapping[str, int]


def card_counts(cards: Cards) -> list[int]:
    """Return action cards as counts indexed by `Card`, as kernel functions expect them."""
    return [cards.get(name, 0) for name in CARD_NAMES[:NUM_ACTION_CARDS]]


class SeatView(NamedTuple):
    """Private information of one seat as the viewer sees it."""

    seat: int
    score: int | None
    hand_count: int  # includes cards laid in a revolt
    hand: Cards | None
    vote: str | None  # in a revolt; None also before the vote
    laid: Cards | None  # in a revolt


def seat_views(position: Position, viewer: int | None) -> list[SeatView]:
    """Return all seats as `viewer` sees them; a spectator (None) sees everything."""
    return [_seat_view(position, viewer, seat) for seat in range(len(position["scores"]))]


def _seat_view(position: Position, viewer: int | None, seat: int) -> SeatView:
    is_open, revolt, hand = viewer in (None, seat), position["revolt"], position["hands"][seat]
    shows_score = is_open or position["rules"]["visible_scores"]
    votes_openly = revolt is not None and seat in (revolt["leader"], position["king"])  # R2
    return SeatView(
        seat,
        position["scores"][seat] if shows_score else None,
        sum(hand.values()) + (sum(revolt["laid"][seat].values()) if revolt else 0),
        hand if is_open else None,
        revolt["votes"][seat] if revolt and (is_open or votes_openly) else None,
        revolt["laid"][seat] if revolt and is_open else None,
    )


def draw_pile(position: Position, viewer: int | None) -> Cards | None:
    """Return the draw pile for a spectator; None for a seat, as only the size is public."""
    pile: Cards = position["draw_pile"]
    return pile if viewer is None else None


def cards_before_game_end(position: Position, viewer: int | None) -> int | None:
    """Return the number of cards above `game_end`; None if hidden or while it is not in the draw pile."""
    before: int | None = position["cards_before_game_end"]
    return before if viewer is None and position["phase"] != "over" else None


def shown_action(position: Position, viewer: int | None, action: Action | None) -> Action | None:
    """Return the last action if `viewer` may know it, otherwise None.

    In a revolt only the deciding seat sees it: other seats would learn how many cards that seat lays.
    """
    is_secret = position["revolt"] is not None and viewer is not None and viewer != position["player"]
    return None if is_secret else action

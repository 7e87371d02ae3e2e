"""What a seat may know of a position (chapter 12)."""

from typing import Any

from .position import Json

# P1, P3: what everybody sees as it is. The discard pile is open card by card (T4), so are the cards of an attack and
# all of the last revolt.
PUBLIC = (
    "rules",
    "parts",
    "fields",
    "phase",
    "turn",
    "turn_player",
    "player",
    "start_player",
    "action_points",
    "attack_spent",
    "owner",
    "discard_pile",
    "papal_visit",
    "people",
    "king",
    "announced",
    "end_begun",
    "truncated",
    "expansion",
    "attack",
    "last_revolt",
)


def public_view(position: Json, seat: int) -> Json:
    """P1: all that this seat may know; two positions with equal views are the same to it.

    `hand` and, in a revolt, `vote` and `laid` are the seat's own; what is hidden from it is None or left out.
    The last revolt is open whole, the cards taken back after a truce included (P3).
    The order of the piles, the place of `game_end` and what lies in the draw pile are secret, and decisions
    are not counted (P2).
    """
    view: dict[str, Any] = {key: position[key] for key in PUBLIC}
    return view | {
        "seat": seat,
        "buildings": sorted(position["buildings"], key=lambda building: building["fields"]),
        "hand": position["hands"][seat],
        "hand_counts": hand_counts(position),
        "draw_pile_size": sum(position["draw_pile"].values()),
        "scores": visible_scores(position, seat),
        "revolt": revolt_view(position["revolt"], seat),
    }


def hand_counts(position: Json) -> list[int]:
    """T4, P1: public; in a revolt hand and laid cards together, so that the count tells nothing."""
    counts = [sum(hand.values()) for hand in position["hands"]]
    if position["revolt"]:
        laid = [sum(cards.values()) for cards in position["revolt"]["laid"]]
        counts = [held + under_vote for held, under_vote in zip(counts, laid, strict=True)]
    return counts


def visible_scores(position: Json, seat: int) -> list[int | None]:
    """P1: all VP, or only one's own by the option `visible_scores` (`announced` is public in either case)."""
    show_all = position["rules"]["visible_scores"]
    return [score if show_all or owner == seat else None for owner, score in enumerate(position["scores"])]


def revolt_view(revolt: Json | None, seat: int) -> Json | None:
    """R2, R3: leader, king and who has been asked are known; of votes and cards laid only one's own."""
    if revolt is None:
        return None
    return {
        "leader": revolt["leader"],
        "decided": revolt["decided"],
        "vote": revolt["votes"][seat],
        "laid": revolt["laid"][seat],
    }

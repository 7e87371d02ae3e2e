"""A revolt revealed: votes, cards, people and strengths, read off what all have seen of it (chapter 9, P3)."""

from collections import Counter
from typing import NamedTuple

from kschwert_env.engine.rules import Position
from kschwert_env.krone_schwert import editions
from kschwert_env.krone_schwert.kernel.components import Card
from kschwert_env.krone_schwert.kernel.revolt import CARDS_PER_VOTE, EXTRA_REVEAL, STRENGTH_PER_VOTE
from kschwert_env.krone_schwert.words.drawing import choices
from kschwert_env.krone_schwert.words.final_scoring import point_list, points_gained


class Cards(NamedTuple):
    """What one side laid: the sum of its combat values, and how much of it the other side's ambushes cancel."""

    combat: int
    cancelled: int

    @property
    def strength(self) -> int:
        """What counts of it."""
        return self.combat - self.cancelled


def report_revolt(before: Position, after: Position) -> list[str]:
    """The reveal, line by line. `before` is the position in which the last seat is asked for more cards."""
    revolt = after["last_revolt"]
    leader, king = revolt["leader"], revolt["king"]
    lines = ["The revolt is revealed.", *(f"{choice.capitalize()}." for choice in choices(revolt))]
    if revolt["result"] == "truce":
        return [*lines, f"A truce was laid: the revolt is off, and seat {king} stays king."]
    lines += _people_and_strengths(before, after)
    gains = point_list(points_gained(before, after))
    if revolt["result"] == "king":
        return [*lines, f"The king wins: seat {king} keeps the crown.", f"For cathedrals: {gains}."]
    return [
        *lines,
        f"The leader wins: seat {leader} is king.",
        f"For castles and cathedrals: {gains}.",
        f"Seat {leader} announces {after['announced'][leader]} VP.",
    ]


def _people_and_strengths(before: Position, after: Position) -> list[str]:
    revolt = after["last_revolt"]
    crowns, swords = STRENGTH_PER_VOTE * revolt["votes"].count("crown"), revolt["open_swords"]
    king, leader = cards_of(after, "crown"), cards_of(after, "sword")
    return [
        f"{people_turned_up(before)} people cards are turned up; {swords} swords lie open.",
        f"King's side: {crowns} for votes + {_sum(king)} for cards = {crowns + king.strength}.",
        f"Leader's side: {swords} for swords + {_sum(leader)} for cards = {swords + leader.strength}.",
    ]


def people_turned_up(before: Position) -> int:
    """How many people cards the reveal turns up (R6, X1), as far as there are any face down."""
    votes = before["revolt"]["votes"]
    wanted = CARDS_PER_VOTE * votes.count("sword") + EXTRA_REVEAL * (len(votes) == 2)
    return min(wanted, sum(before["people"]["face_down"].values()))


def cards_of(after: Position, side: str) -> Cards:
    """The cards of all who voted for a side in the last revolt (R4, R7)."""
    laid: dict[str, Counter[str]] = {"crown": Counter(), "sword": Counter()}
    for vote, cards in zip(after["last_revolt"]["votes"], after["last_revolt"]["laid"], strict=True):
        laid[vote].update(cards)
    combat = editions.load(after["rules"]["edition"]).combat
    values = sorted((combat[Card[card.upper()]] for card in laid[side].elements() if card != "ambush"), reverse=True)
    ambushes = laid["sword" if side == "crown" else "crown"]["ambush"]
    return Cards(sum(values), sum(values[:ambushes]))


def _sum(cards: Cards) -> str:
    return f"({cards.combat} - {cards.cancelled} by ambush)" if cards.cancelled else str(cards.combat)

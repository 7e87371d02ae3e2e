"""A revolt revealed: votes, cards, people and strengths, read off the positions before and after it (chapter 9)."""

from collections import Counter
from typing import NamedTuple

from kschwert_env.engine.contract import Position
from kschwert_env.engine.words import card_list
from kschwert_env.krone_schwert import editions
from kschwert_env.krone_schwert.kernel.components import Card
from kschwert_env.krone_schwert.kernel.revolt import CARDS_PER_VOTE, EXTRA_REVEAL, STRENGTH_PER_VOTE
from kschwert_env.krone_schwert.words.drawing import role
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
    revolt = before["revolt"]
    leader, seats = revolt["leader"], len(before["scores"])
    lines = ["The revolt is revealed."]
    for seat in ((leader + i) % seats for i in range(seats)):
        lines.append(
            f"Seat {seat}{role(before, seat)} votes {revolt['votes'][seat]} and laid {card_list(revolt['laid'][seat])}."
        )
    if any("truce" in laid for laid in revolt["laid"]):
        return [*lines, f"A truce was laid: the revolt is off, and seat {after['king']} stays king."]
    lines += _people_and_strengths(before, after)
    gains = point_list(points_gained(before, after))
    if after["king"] != leader:
        return [*lines, f"The king wins: seat {after['king']} keeps the crown.", f"For cathedrals: {gains}."]
    return [
        *lines,
        f"The leader wins: seat {leader} is king.",
        f"For castles and cathedrals: {gains}.",
        f"Seat {leader} announces {after['announced'][leader]} VP.",
    ]


def _people_and_strengths(before: Position, after: Position) -> list[str]:
    votes = before["revolt"]["votes"]
    crowns = STRENGTH_PER_VOTE * votes.count("crown")
    king, leader = cards_of(before, "crown"), cards_of(before, "sword")
    fewest, most = open_swords(before, after, crowns + king.strength - leader.strength)
    swords = _range(fewest, most)
    whole = _range(fewest + leader.strength, most + leader.strength)
    return [
        f"{people_turned_up(before)} people cards are turned up; {swords} swords lie open.",
        f"King's side: {crowns} for votes + {_sum(king)} for cards = {crowns + king.strength}.",
        f"Leader's side: {swords} for swords + {_sum(leader)} for cards = {whole}.",
    ]


def people_turned_up(before: Position) -> int:
    """How many people cards the reveal turns up (R6, X1), as far as there are any face down."""
    votes = before["revolt"]["votes"]
    wanted = CARDS_PER_VOTE * votes.count("sword") + EXTRA_REVEAL * (len(votes) == 2)
    return min(wanted, sum(before["people"]["face_down"].values()))


def open_swords(before: Position, after: Position, tie: int) -> tuple[int, int]:
    """The fewest and the most swords that can have decided the revolt; `tie` of them would have made a tie.

    They are shuffled before the position after it, so what is known is who won and, if the king did, how many stayed.
    """
    people, shown = before["people"], people_turned_up(before)
    fewest = people["open_swords"] + max(0, shown - people["face_down"]["crown"])
    most = people["open_swords"] + min(shown, people["face_down"]["sword"])
    if after["king"] == before["revolt"]["leader"]:
        return max(fewest, tie + 1), most
    stayed = after["people"]["open_swords"]  # half of them, rounded up (R9)
    return max(fewest, 2 * stayed - 1), min(most, 2 * stayed, tie)


def cards_of(before: Position, side: str) -> Cards:
    """The cards of all who voted for a side (R4, R7)."""
    laid: dict[str, Counter[str]] = {"crown": Counter(), "sword": Counter()}
    for vote, cards in zip(before["revolt"]["votes"], before["revolt"]["laid"], strict=True):
        laid[vote].update(cards)
    combat = editions.load(before["rules"]["edition"]).combat
    values = sorted((combat[Card[card.upper()]] for card in laid[side].elements() if card != "ambush"), reverse=True)
    ambushes = laid["sword" if side == "crown" else "crown"]["ambush"]
    return Cards(sum(values), sum(values[:ambushes]))


def _range(fewest: int, most: int) -> str:
    return str(fewest) if fewest == most else f"{fewest} to {most}"


def _sum(cards: Cards) -> str:
    return f"({cards.combat} - {cards.cancelled} by ambush)" if cards.cancelled else str(cards.combat)

"""Texts for a settled revolt: votes, cards, people and strengths, from public information (chapter 9, P3)."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.jit.plain import plain
from kschwert_env.krone_schwert import editions
from kschwert_env.krone_schwert.kernel import revolt as kernel
from kschwert_env.krone_schwert.kernel.components import Vote
from kschwert_env.krone_schwert.positions.view import card_counts
from kschwert_env.krone_schwert.text.drawing import choices
from kschwert_env.krone_schwert.text.summary import point_list, points_gained


class Cards(NamedTuple):
    """Total combat of the cards that one side laid, and the part cancelled by the other side's ambushes."""

    combat: int
    cancelled: int

    @property
    def strength(self) -> int:
        """Combat that is not cancelled."""
        return self.combat - self.cancelled


def report_revolt(before: Position, after: Position) -> list[str]:
    """Return the lines of the report. `before` is the position in which the last seat decides on more cards."""
    revolt = after["last_revolt"]
    leader, king = revolt["leader"], revolt["king"]
    lines = ["The revolt is revealed.", *(f"{choice}." for choice in choices(revolt))]
    if revolt["result"] == "truce":
        return [*lines, f"A truce was laid: the revolt is off, and [{king}] [stays] king."]
    lines += _people_and_strengths(before, after)
    gains = point_list(points_gained(before, after))
    if revolt["result"] == "king":
        return [*lines, f"The king wins: [{king}] [keeps] the crown.", f"For cathedrals: {gains}."]
    return [
        *lines,
        f"The leader wins: [{leader}] [is] king.",
        f"For castles and cathedrals: {gains}.",
        f"[{leader}] [announces] {after['announced'][leader]} VP.",
    ]


def _people_and_strengths(before: Position, after: Position) -> list[str]:
    revolt = after["last_revolt"]
    crowns, swords = kernel.STRENGTH_PER_VOTE * revolt["votes"].count("crown"), revolt["open_swords"]
    king, leader = cards_of(after, "crown"), cards_of(after, "sword")
    return [
        f"People cards turned up: {people_turned_up(before)}. Open swords: {swords}.",
        f"King's side: {crowns} for votes + {_sum(king)} for cards = {crowns + king.strength}.",
        f"Leader's side: {swords} for swords + {_sum(leader)} for cards = {swords + leader.strength}.",
    ]


def people_turned_up(before: Position) -> int:
    """Return the number of people cards that the revolt turns up (R6, X1), limited by the cards face down."""
    wanted = plain(kernel.people_to_turn_up)(_votes(before["revolt"]["votes"]))
    return min(wanted, sum(before["people"]["face_down"].values()))


def cards_of(after: Position, side: str) -> Cards:
    """Return the cards of all seats that voted for a side in the last revolt (R4, R7)."""
    revolt, board = after["last_revolt"], SimpleNamespace(combat=editions.load(after["rules"]["edition"]).combat)
    laid = np.array([card_counts(cards) for cards in revolt["laid"]])
    choices = _votes(revolt["votes"]), laid, board, Vote[side.upper()]
    return Cards(*(int(plain(each)(*choices)) for each in (kernel.combat_of_cards, kernel.combat_cancelled)))


def _votes(names: Sequence[str]) -> np.ndarray:
    return np.array([Vote[name.upper()] for name in names])


def _sum(cards: Cards) -> str:
    return f"({cards.combat} - {cards.cancelled} by ambush)" if cards.cancelled else str(cards.combat)

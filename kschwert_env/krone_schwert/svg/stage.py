"""The picture at the browser table: the board alone, as wide as screens are; and what pages show around it."""

from collections.abc import Iterator

import numpy as np

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.presentation import Mark, SeatSummary, TableSummary
from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.text.phrases import card_list, counted
from kschwert_env.krone_schwert import editions
from kschwert_env.krone_schwert.positions import view
from kschwert_env.krone_schwert.positions.view import SeatView
from kschwert_env.krone_schwert.svg.board import board, board_size, centres
from kschwert_env.krone_schwert.svg.symbols import BUILDINGS, PEOPLE, definitions
from kschwert_env.krone_schwert.svg.table import CARDS, LIST, RESULTS, cards
from kschwert_env.krone_schwert.text.drawing import holdings, progress, role
from kschwert_env.rendering.colours import INK
from kschwert_env.rendering.svg import document
from kschwert_env.rendering.symbols import BACK, CROWN, MITRE, SWORD, SWORDS, seat_symbol

_NARROWEST = 700  # width in pixels at which numbers on markers are legible
_PLURALS = dict(zip(BUILDINGS, ("Castles", "Small cities", "Large cities", "Cathedrals"), strict=True))


def draw_stage(position: Position, viewer: int | None, last_action: Action | None, own: int | None = None) -> str:
    """Return the board, turned where it is higher than wide."""
    action = view.shown_action(position, viewer, last_action)
    (width, height), at = board_size(position), centres(position)
    if height > width:
        width, height, at = height, width, [(y, x) for x, y in at]
    parts = board(position, action, min(1.0, _NARROWEST / width), at)
    return document(width, height, definitions(len(position["scores"])), *parts, fill=INK)


def draw_lists(position: Position, viewer: int | None) -> str:
    """Return the table of cards."""
    return document(LIST, CARDS, definitions(0), cards(position, viewer), fill=INK)


def summarize(state: np.void, position: Position, viewer: int | None) -> TableSummary:
    """Return the pieces, hands and votes of the seats; the people, the piles and the supply."""
    seats = [
        SeatSummary(seat.hand_count, seat.hand, list(_marks(position, seat)))
        for seat in view.seat_views(position, viewer)
    ]
    return TableSummary(seats, [*_people(position), *_supply(position)])


def _marks(position: Position, seat: SeatView) -> Iterator[Mark]:
    number = seat.seat
    if position["king"] == number:
        yield Mark(CROWN, "", "king", "king")
    if position["papal_visit"][number]:
        yield Mark(MITRE, "", "papal visit", "papal_visit")
    for kind, count in zip(BUILDINGS, holdings(position, number), strict=True):
        if count:
            yield Mark(BUILDINGS[kind], count, f"{_PLURALS[kind]}: {count}", kind, number)
    fields = position["owner"].count(number)
    left = editions.load(position["rules"]["edition"]).markers - fields
    yield Mark(seat_symbol(number), left, f"{counted(fields, 'field')}, {counted(left, 'marker')} left")
    if position["attack"] and position["turn_player"] == number:
        yield Mark(SWORDS, sum(position["attack"]["cards"].values()), "cards laid for the attack")
    if position["revolt"]:
        yield from _in_revolt(position, seat)


def _in_revolt(position: Position, seat: SeatView) -> Iterator[Mark]:
    """Yield the vote of a seat as far as it is known, with the cards that it laid, or whether it has decided."""
    its_role = role(position["revolt"], position["king"], seat.seat)
    votes = {"crown": (CROWN, "for the king"), "sword": (SWORD, "for the leader"), None: (BACK, "vote not known")}
    sign, words = votes[seat.vote]
    status = card_list(seat.laid) if seat.laid else progress(position, seat.seat)
    short = {"has decided": "✓", "decides now": "…", "is still to decide": "?"}.get(status, status)
    yield Mark(sign, f"{its_role} {short}".strip(), f"{its_role} {words}: {status}".strip(), seat.vote)


def _people(position: Position) -> Iterator[Mark]:
    people = position["people"]
    crowns, swords = people["face_down"]["crown"], people["face_down"]["sword"]
    yield Mark(PEOPLE, crowns + swords, f"people cards face down: {crowns} crowns, {swords} swords", "crown")
    yield Mark(SWORD, people["open_swords"], counted(people["open_swords"], "open sword"), "sword")
    yield Mark(CROWN, people["crowns_aside"], f"{counted(people['crowns_aside'], 'crown')} set aside", "crown")
    if position["last_revolt"]:
        result = RESULTS[position["last_revolt"]["result"]]
        yield Mark(SWORDS, result, f"last revolt: {result}")


def _supply(position: Position) -> Iterator[Mark]:
    pile = sum(position["draw_pile"].values())
    yield Mark(BACK, pile, f"draw pile: {counted(pile, 'card')}", "draw")
    used = [sum(kind) for kind in zip(*(holdings(position, s) for s in range(len(position["scores"]))), strict=True)]
    supply = editions.load(position["rules"]["edition"]).supply
    for kind, count, gone in zip(BUILDINGS, supply, used, strict=True):
        yield Mark(BUILDINGS[kind], count - gone, f"{_PLURALS[kind]} left: {count - gone}", kind)

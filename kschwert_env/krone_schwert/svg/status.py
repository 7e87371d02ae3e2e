"""The header and the event box of a picture: decision, last action, fight or final scoring."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np

from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.jit.plain import plain
from kschwert_env.engine.text.phrases import card_name
from kschwert_env.krone_schwert import editions
from kschwert_env.krone_schwert.kernel.attack import combat_of
from kschwert_env.krone_schwert.positions.view import SeatView, card_counts
from kschwert_env.krone_schwert.text.drawing import clockwise_from_leader, holdings, progress, role, round_and_turn
from kschwert_env.krone_schwert.text.questions import question
from kschwert_env.krone_schwert.text.summary import final_scoring
from kschwert_env.rendering.boxes import SMALL, badge, chips, frame, heading, heading_end, last_lines, title_lines
from kschwert_env.rendering.colours import FAINT, GOLD, INK, WHITE
from kschwert_env.rendering.metrics import text_width
from kschwert_env.rendering.sentences import say_question
from kschwert_env.rendering.svg import element, group, moved, text, use
from kschwert_env.rendering.symbols import CROWN, SWORD, seat_symbol

HEADER = 34  # height
EVENT_HEIGHT = 176  # minimum height of the event box
_TITLE, _POINTS = "Krone & Schwert", "Action points"


def header(position: Position, viewer: int | None, width: float, is_own: bool = False) -> str:
    """Draw round and turn, action points, whether the end has begun, and the viewer (`heading`)."""
    when = "setup" if position["turn"] is None else round_and_turn(position)
    points = position["action_points"]
    x = heading_end(_TITLE, "round 99, turn 999")
    first = x + text_width(_POINTS, SMALL) + 14
    pips = [
        element("circle", cx=first + 20 * i, cy=19, r=7, fill=GOLD if i < points else WHITE, stroke=INK)
        for i in range(3)
    ]
    attack = [use(SWORD, first + 66, 19, 0.8), text(first + 76, 24, "attack made")] if position["attack_spent"] else []
    return group(
        *heading(_TITLE, when, viewer, width, is_own),
        text(x, 24, _POINTS, SMALL),
        *pips,
        *attack,
        *(
            [badge(first + 160, 10, "the end has begun")]
            if position["end_begun"] and position["phase"] != "over"
            else []
        ),
    )


def event_box(
    position: Position, viewer: int | None, seats: list[SeatView], last: str, width: float, height: float
) -> str:
    """Draw the question, the line about the last action, and the expansion, attack, revolt or final scoring."""
    title, more = title_lines(say_question(question(position), position, viewer), width)
    content = _body(position, seats, width, height - more)
    body = [*last_lines(last, width, 1 if content else 3), *content]
    return group(frame(width, height), *title, moved(0, more, *body) if body else "")


def _body(position: Position, seats: list[SeatView], width: float, height: float) -> list[str]:
    expansion = position["expansion"]
    if position["phase"] == "over":
        return _final_scoring(position, seats)
    if position["attack"]:
        return _attack(position, position["attack"], width)
    if position["revolt"]:
        order = clockwise_from_leader(position["revolt"])
        row = min(44, (height - 54) / len(order))
        return [_in_revolt(position, seats[seat], 62 + row * i, width) for i, seat in enumerate(order)]
    if expansion:
        return [text(12, 62, f"Black shields left of {card_name(expansion['card'])}: {expansion['claims_left']}")]
    return []


def _attack(position: Position, attack: Mapping[str, Any], width: float) -> list[str]:
    field, cards = attack["field"], attack["cards"]
    attacker, defender = position["turn_player"], position["owner"][field]
    board = SimpleNamespace(combat=editions.load(position["rules"]["edition"]).combat)
    strength = plain(combat_of)(np.array([card_counts(cards)]), 0, board)
    castles = holdings(position, defender)[0]
    return [
        use(seat_symbol(attacker), 24, 64, 0.7),
        text(42, 68, f"attacks field {field} of"),
        use(seat_symbol(defender), 58 + text_width("attacks field 999 of", SMALL), 64, 0.7),
        text(12, 96, f"Combat {strength} laid, against castles: {castles}", font_weight="bold"),
        *chips(cards, 12, 106, width - 24),
    ]


def _in_revolt(position: Position, seat: SeatView, y: float, width: float) -> str:
    """Draw one seat in a revolt: role, and the known votes and cards."""
    vote = [use(CROWN if seat.vote == "crown" else SWORD, 94, y, 0.75)] if seat.vote else [text(90, y + 4, "?", 13)]
    if seat.laid:
        cards = chips(seat.laid, 116, y - 9, width - 126)
    else:
        nothing = " and laid nothing" if seat.laid is not None and position["revolt"]["decided"][seat.seat] else ""
        cards = [text(116, y + 4, progress(position, seat.seat) + nothing, fill=FAINT)]
    its_role = role(position["revolt"], position["king"], seat.seat)
    return group(use(seat_symbol(seat.seat), 24, y, 0.7), text(40, y + 4, its_role), *vote, *cards)


def _final_scoring(position: Position, seats: list[SeatView]) -> list[str]:
    """Draw a line per seat, without points that the viewer may not know."""
    columns = (78, 140, 190, 226, 276)
    titles = ("before", "buildings", "areas", "king", "total")
    drawn = [text(x, 60, title, SMALL, text_anchor="end", fill=FAINT) for x, title in zip(columns, titles, strict=True)]
    for i, (seat, points) in enumerate(zip(seats, final_scoring(position), strict=True)):
        y = 82 + 21 * i
        known = points if seat.score is not None else ("?", points.buildings, points.areas, points.king, "?")
        drawn.append(use(seat_symbol(seat.seat), 20, y - 4, 0.6))
        drawn += [
            text(x, y, number, 12, text_anchor="end", font_weight="bold" if x == columns[-1] else None)
            for x, number in zip(columns, known, strict=True)
        ]
    return drawn

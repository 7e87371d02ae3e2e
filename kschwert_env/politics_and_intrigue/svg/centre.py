"""The middle of the picture: question, dice, stacks and open row."""

from collections.abc import Iterator

from kschwert_env.engine.contract.rules import Position
from kschwert_env.politics_and_intrigue.positions import view
from kschwert_env.politics_and_intrigue.positions.view import StackView
from kschwert_env.politics_and_intrigue.svg import faces, parts
from kschwert_env.politics_and_intrigue.svg.parts import LETTERS, Size
from kschwert_env.politics_and_intrigue.svg.side import WIDTH
from kschwert_env.politics_and_intrigue.svg.targets import ROW, STACK
from kschwert_env.politics_and_intrigue.text.drawing import describe_pending
from kschwert_env.politics_and_intrigue.text.names import SEATS, winner
from kschwert_env.politics_and_intrigue.text.questions import question
from kschwert_env.rendering.boxes import SMALL, badge, badge_width, frame, heading, target_of
from kschwert_env.rendering.colours import FAINT, INK, WHITE
from kschwert_env.rendering.metrics import lines_of, shortened
from kschwert_env.rendering.sentences import say_question
from kschwert_env.rendering.svg import box, element, group, moved, text, use
from kschwert_env.rendering.symbols import SEATS as STYLES
from kschwert_env.rendering.symbols import seat_symbol

STORY = 134  # height of the middle
MOMENT = 296  # width of the question
TABLE = WIDTH - MOMENT - 6  # width of stacks and row
_CARD = Size(78, 58)
_PILE = 80  # from one stack to the next
_TOP = 22  # of cards
_LADDER = _TOP + 62  # of what the seats have seen
_UNDER_WAY = ("card", "slots", "regions")  # pending values that the question does not name
_GATE = "action cards may be played"


def header(position: Position, viewer: int | None, width: float, is_own: bool = False) -> str:
    """Return the header: the turn, and the viewer (`heading`)."""
    title, when = "Politics & Intrigue", f"turn {position['turn'] + 1}: [{position['turn_player']}]"
    gate = [badge(640 - badge_width(_GATE) / 2, 8, _GATE)] if position["gate_open"] else []
    return group(*heading(title, when, viewer, width, is_own), *gate)


def moment(position: Position, viewer: int | None, news: str) -> str:
    """Return the box with question, last action, pending values and dice; at the end with the winner."""
    pending = describe_pending(position, viewer, _UNDER_WAY)
    free = [name for name in ("knight", "windmill") if position[name] is None]
    return group(
        frame(MOMENT, STORY),
        *_in_lines(say_question(question(position), position, viewer), 14, 20, True),
        *_in_lines(news, SMALL, 54, False),
        *([text(12, 86, shortened(pending, SMALL, MOMENT - 24), SMALL, fill=FAINT)] if pending else []),
        *(
            [moved(12, 92, parts.dice(**position["dice"], is_low=True))]
            if position["dice"] and position["phase"] != "over"
            else []
        ),
        *(parts.figure(name, MOMENT - 26 - 30 * i, 110) for i, name in enumerate(free)),
        *_outcome(position),
    )


def _in_lines(words: str, size: float, y: float, is_bold: bool) -> list[str]:
    weight = "bold" if is_bold else None
    lines = lines_of(words, size, MOMENT - 24, 2, is_bold) if words else []
    return [text(12, y + (size + 3) * i, line, size, font_weight=weight) for i, line in enumerate(lines)]


def _outcome(position: Position) -> list[str]:
    """Return the winner and the points (B11, W2)."""
    if position["phase"] != "over":
        return []
    seat, scores = winner(position), position["scores"]
    won = "Nobody wins" if seat is None else f"[{seat}] [wins]"
    return [text(12, 120, f"{won}: {scores[0]} and {scores[1]} points", 13, font_weight="bold")]


# -- stacks and row ---------------------------------------------------------------------------------------------


def stacks(position: Position, viewer: int | None) -> Iterator[str]:
    """Yield every stack: its top card, its size, and which places each seat has seen."""
    return _stacks(position, viewer, MOMENT + 14, _PILE, STORY)


def stacks_and_row(position: Position, viewer: int | None, width: float, height: float) -> list[str]:
    """Return all stacks and the open row in an area of that size."""
    has_row = not view.is_tournament(position)
    step = min(float(_PILE), width / (len(position["stacks"]) + len(position["row_cards"]) * has_row))
    drawn = [*_stacks(position, viewer, 0, step, height)]
    return [*drawn, _row(position, step * len(drawn), step)] if has_row else drawn


def _stacks(position: Position, viewer: int | None, x: float, step: float, height: float) -> Iterator[str]:
    edition = position["rules"]["edition"]
    for stack in view.stacks(position, viewer):
        yield moved(round(x + step * stack.number), 0, _stack(stack, edition, height))


def _stack(stack: StackView, edition: str, height: float) -> str:
    place, top = target_of(STACK, stack.number), moved(0, _TOP, parts.free_slot(_CARD))
    if stack.cards:
        known, middle = stack.cards[0], (_CARD.width / 2, _TOP + _CARD.height / 2)
        top = moved(0, _TOP, faces.card(known, edition, place, _CARD)) if known else faces.back(*middle, place, 2.1)
    title = text(2, 16, f"[#{stack.number}]", LETTERS, font_weight="bold")
    owner = [] if stack.owner is None else [use(seat_symbol(stack.owner), _CARD.width - 10, 11, 0.6)]
    words = f"{len(stack.cards)} left" if stack.owner is None else str(len(stack.cards))  # the owner needs room
    size = text(15, 16, words, LETTERS, fill=FAINT, data_size=stack.number)
    return group(title, *owner, size, top, *_seen(stack, height), *_ban(stack), data_target=place)


def _seen(stack: StackView, height: float) -> list[str]:
    """Return a ladder for each seat, top first: filled where it has seen the card (N3)."""
    rung = min(5.0, (height - 6 - _LADDER) / max(1, len(stack.seen)))
    drawn = [element("title", "cards that each player has seen, the top card first")]
    for seat in SEATS:
        x = _CARD.width / 2 - 23 + 24 * seat
        for place, who in enumerate(stack.seen):
            fill = STYLES[seat].colour if seat in who else WHITE
            shape = box(x, _LADDER + rung * place, 22, rung, 0, fill=fill, stroke=INK, stroke_width=0.3)
            drawn.append(group(shape, data_seen=f"{stack.number} {seat}") if seat in who else shape)
    return [group(*drawn)]


def _ban(stack: StackView) -> list[str]:
    if stack.ban is None:
        return []
    return [badge(2, _TOP + 38, "ban"), use(seat_symbol(stack.ban), 62, _TOP + 47, 0.6)]


def row(position: Position) -> str:
    """Return the open row (S3); an empty string in the tournament game."""
    if view.is_tournament(position):
        return ""
    return _row(position, MOMENT + 14 + _PILE * len(position["stacks"]), _PILE)


def _row(position: Position, x: float, step: float) -> str:
    drawn = []
    for i, (name, count) in enumerate(position["row_cards"].items()):
        card = faces.card(name, position["rules"]["edition"], ROW, _CARD) if count else parts.free_slot(_CARD)
        left = round(x + step * i)
        drawn += [
            moved(left, _TOP, card, data_target=target_of(ROW, name)),
            text(left + _CARD.width / 2, _LADDER + 14, f"{count} left", LETTERS, text_anchor="middle", fill=FAINT),
        ]
    return group(text(x + 2, 16, "Open row", LETTERS, fill=FAINT), *drawn)

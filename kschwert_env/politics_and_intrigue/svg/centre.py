"""The middle of the picture: question, dice, stacks and open row; and the lists beside it."""

from collections.abc import Iterator, Mapping
from html import escape

from kschwert_env.engine.rules import Position
from kschwert_env.engine.text import card_list, card_name
from kschwert_env.politics_and_intrigue.editions.edition import CENTRE_NAMES
from kschwert_env.politics_and_intrigue.positions import view
from kschwert_env.politics_and_intrigue.positions.view import StackView
from kschwert_env.politics_and_intrigue.svg import parts
from kschwert_env.politics_and_intrigue.svg.parts import CELL, MIDDLE
from kschwert_env.politics_and_intrigue.svg.targets import ROW, STACK
from kschwert_env.politics_and_intrigue.text.drawing import asked
from kschwert_env.politics_and_intrigue.text.names import SEATS, region_name, winner
from kschwert_env.politics_and_intrigue.text.questions import question
from kschwert_env.rendering.boxes import SMALL, badge, frame, heading, target_of
from kschwert_env.rendering.colours import FAINT, INK, WHITE
from kschwert_env.rendering.svg import box, element, group, moved, text, text_width, use
from kschwert_env.rendering.symbols import SEATS as STYLES
from kschwert_env.rendering.symbols import seat_symbol

STORY, LIST = 148, 300  # height of the middle, width of the lists
MOMENT = 330  # width of the question
_UNDER_WAY = ("card", "slots", "regions")  # pending values that the question does not name
_LINE, _TINY = 12, 9.5  # of lists: from line to line, size of text


def header(position: Position, viewer: int | None, width: float) -> str:
    """Return the header: the turn, and the viewer."""
    when = f"turn {position['turn'] + 1}: [{position['turn_player']}]"
    gate = [badge(420, 11, "action cards may be played")] if position["gate_open"] else []
    return group(*heading("Politics & Intrigue", when, viewer, width), *gate)


def moment(position: Position, viewer: int | None, last: list[str]) -> str:
    """Return the box with question, last action, pending values and dice; at the end with the winner."""
    under_way = asked(position, viewer, _UNDER_WAY)
    pending = [text(12, 56, under_way, SMALL, fill=FAINT)] if under_way else []
    dice = [moved(12, 68, parts.dice(**position["dice"]))] if position["dice"] else []
    free = [name for name in ("knight", "windmill") if position[name] is None]
    figures = [parts.figure(name, 170 + 34 * i, 88) for i, name in enumerate(free)]
    return group(frame(MOMENT, STORY, _title(position, viewer)), *last, *pending, *dice, *figures, *_outcome(position))


def _title(position: Position, viewer: int | None) -> str:
    asked = question(position)
    if asked is None:
        return f"The game is over{' (stopped by the cap)' if position['truncated'] else ''}"
    return asked.ask if viewer == position["player"] else asked.words


def _outcome(position: Position) -> list[str]:
    """Return the winner and the points (B11, W2)."""
    if position["phase"] != "over":
        return []
    seat, scores = winner(position), position["scores"]
    won = "Nobody wins" if seat is None else f"[{seat}] [wins]"
    return [text(12, 132, f"{won}: {scores[0]} and {scores[1]} points", 15, font_weight="bold")]


# -- stacks and row ---------------------------------------------------------------------------------------------


def stacks(position: Position, viewer: int | None) -> Iterator[str]:
    """Yield every stack: its top card, its size, and which places each seat has seen."""
    edition = position["rules"]["edition"]
    for stack in view.stacks(position, viewer):
        yield moved(MOMENT + 12 + (CELL + 8) * stack.number, 4, _stack(stack, edition))


def _stack(stack: StackView, edition: str) -> str:
    name = f"{stack.number}" + ("" if stack.owner is None else f", [{stack.owner}]")
    place, top = target_of(STACK, stack.number), moved(0, 34, parts.free_slot())
    if stack.cards:
        known = stack.cards[0]
        top = moved(0, 34, parts.card(known, edition, place)) if known else parts.back(0, 34, place)
    title = text(MIDDLE, 15, name, SMALL, text_anchor="middle", fill=FAINT)
    size = text(MIDDLE, 30, len(stack.cards), 12, text_anchor="middle", font_weight="bold", data_size=stack.number)
    return group(title, size, top, *_seen(stack), *_ban(stack), data_target=place)


def _seen(stack: StackView) -> list[str]:
    """Return a ladder for each seat, top first: filled where it has seen the card (N3)."""
    rung = min(4.0, 44 / max(1, len(stack.seen)))
    drawn = []
    for seat in SEATS:
        x = 8 + 24 * seat
        for place, who in enumerate(stack.seen):
            fill = STYLES[seat].colour if seat in who else WHITE
            shape = box(x, 97 + rung * place, 18, rung, 0, fill=fill, stroke=INK, stroke_width=0.3)
            drawn.append(group(shape, data_seen=f"{stack.number} {seat}") if seat in who else shape)
    return drawn


def _ban(stack: StackView) -> list[str]:
    if stack.ban is None:
        return []
    return [badge(4, 56, "ban"), use(seat_symbol(stack.ban), MIDDLE + 14, 66, 0.6)]


def row(position: Position) -> str:
    """Return the open row (S3); an empty string in the tournament game."""
    if view.is_tournament(position):
        return ""
    x = MOMENT + 12 + (CELL + 8) * len(position["stacks"]) + 8
    drawn = []
    for i, (name, count) in enumerate(position["row_cards"].items()):
        card = parts.card(name, position["rules"]["edition"], ROW) if count else parts.free_slot()
        drawn += [
            moved(x + (CELL + 6) * i, 38, card, data_target=target_of(ROW, name)),
            text(x + 29 + (CELL + 6) * i, 34, f"x{count}", SMALL),
        ]
    return group(text(x, 19, "Open row", SMALL, fill=FAINT), *drawn)


# -- lists ------------------------------------------------------------------------------------------------------


def lists(position: Position, viewer: int | None, height: float) -> str:
    """Return lists of open cards, and of cards in stacks that the viewer knows."""
    drawn, y = [], 24.0
    for title, entries in _lists(position, viewer):
        drawn.append(text(12, y, title, SMALL, font_weight="bold"))
        lines = _in_lines(entries or [("nothing", None)])
        drawn += [_entries(line, y + _LINE * (i + 1)) for i, line in enumerate(lines)]
        y += _LINE * (len(lines) + 1) + 10
    return group(frame(LIST, height), *drawn, data_lists=1)


Entry = tuple[str, str | None]
"""An entry of a list: its text, and the id of the card that it names."""


def _in_lines(entries: list[Entry]) -> list[list[Entry]]:
    """Return entries in lines that fit the width; all but the last one end with a comma."""
    lines: list[list[Entry]] = [[]]
    width = 0.0
    for i, (words, card) in enumerate(entries):
        words += ", " if i < len(entries) - 1 else ""
        if lines[-1] and width + text_width(words, _TINY) > LIST - 24:
            lines.append([])
            width = 0.0
        lines[-1].append((words, card))
        width += text_width(words, _TINY)
    return lines


def _entries(line: list[Entry], y: float) -> str:
    spans = [element("tspan", escape(words, quote=False), data_card=card) for words, card in line]
    return element("text", *spans, x=12.0, y=y, font_size=_TINY)


def _lists(position: Position, viewer: int | None) -> Iterator[tuple[str, list[Entry]]]:
    supply = zip(position["supply"].items(), CENTRE_NAMES, strict=True)
    yield "Supply", [(f"{name} {count}", card) for (name, count), card in supply]
    left = [region_name(position, region) for region in position["regions_left"]]
    yield "Regions left", [(name, name.split()[0]) for name in left]
    events = position["events"]
    yield f"Events drawn, {sum(events['stack'].values())} left", _named(events["discard"])
    bans = view.ban_owners(position)
    for number, cards in enumerate(position["discards"]):
        owner = f" of [{number}]" if view.is_tournament(position) else ""
        ban = bans.get(len(position["stacks"]) + number)
        yield f"Discards{owner}" + (f", ban of [{ban}]" if ban is not None else ""), _named(cards)
    for stack in view.stacks(position, viewer):
        known = [(f"{place} {card_name(card)}", card) for place, card in enumerate(stack.cards, 1) if card]
        if known:
            yield f"Stack {stack.number}, from the top", list(known)


def _named(cards: Mapping[str, int]) -> list[Entry]:
    """Return an entry for each card with its count, where more than 1."""
    return [(card_list({card: count}), card) for card, count in cards.items()]

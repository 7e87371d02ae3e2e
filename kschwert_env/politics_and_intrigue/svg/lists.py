"""Lists of open cards, and of cards in stacks that the viewer knows. Pages show them on demand."""

from collections.abc import Iterator, Mapping
from html import escape

from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.text.phrases import card_list, card_name
from kschwert_env.politics_and_intrigue.editions.edition import CENTRE_NAMES
from kschwert_env.politics_and_intrigue.positions import view
from kschwert_env.politics_and_intrigue.text.names import region_name
from kschwert_env.rendering.boxes import frame
from kschwert_env.rendering.metrics import text_width
from kschwert_env.rendering.svg import element, group, text

LIST, NARROW_LIST = 430, 290  # widths of the lists in a picture, and alone
_LINE, _SIZE = 17, 13  # from line to line, size of text

Entry = tuple[str, str | None]
"""An entry of a list: its text, and the id of the card that it names."""


def lists(position: Position, viewer: int | None, width: int = LIST) -> tuple[str, float]:
    """Return all lists, one below the other, and their height."""
    drawn, y = [], 24.0
    for title, entries in _lists(position, viewer):
        drawn.append(text(12, y, title, _SIZE, font_weight="bold"))
        lines = _in_lines(entries or [("nothing", None)], width - 24)
        drawn += [_entries(line, y + _LINE * (i + 1)) for i, line in enumerate(lines)]
        y += _LINE * (len(lines) + 1) + 10
    return group(frame(width, y), *drawn, data_lists=1), y


def _in_lines(entries: list[Entry], most: float) -> list[list[Entry]]:
    """Return entries in lines of at most that width; all but the last one end with a comma."""
    lines: list[list[Entry]] = [[]]
    width = 0.0
    for i, (words, card) in enumerate(entries):
        words += ", " if i < len(entries) - 1 else ""
        if lines[-1] and width + text_width(words, _SIZE) > most:
            lines.append([])
            width = 0.0
        lines[-1].append((words, card))
        width += text_width(words, _SIZE)
    return lines


def _entries(line: list[Entry], y: float) -> str:
    spans = [element("tspan", escape(words, quote=False), data_card=card) for words, card in line]
    return element("text", *spans, x=12.0, y=y, font_size=float(_SIZE))


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
            yield f"Stack [#{stack.number}], from the top", list(known)


def _named(cards: Mapping[str, int]) -> list[Entry]:
    """Return an entry for each card with its count, where more than 1."""
    return [(card_list({card: count}), card) for card, count in cards.items()]

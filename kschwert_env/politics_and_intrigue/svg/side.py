"""One seat in the picture: its principality from left to right, and its hand."""

from collections.abc import Iterator

from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.text.phrases import card_list, counted
from kschwert_env.politics_and_intrigue.kernel.components import CARD_NAMES, END_NAMES, FIRST_METROPOLIS_SLOT
from kschwert_env.politics_and_intrigue.positions import view
from kschwert_env.politics_and_intrigue.svg import faces, parts
from kschwert_env.politics_and_intrigue.svg.grid import Grid, grid_of
from kschwert_env.politics_and_intrigue.svg.targets import of_seat
from kschwert_env.politics_and_intrigue.text.names import card_at, columns
from kschwert_env.rendering.boxes import NAME_END, SMALL, badge, hand_of, seat_frame, target_of
from kschwert_env.rendering.colours import FAINT
from kschwert_env.rendering.metrics import shortened, text_width
from kschwert_env.rendering.svg import group, moved, text, use
from kschwert_env.rendering.symbols import CROWN

WIDTH = 951
MARGIN, TOP = 12, 36  # of the grid in the panel
_HAND_GAP, _BELOW = 6, 8  # above the hand, and below everything
_HAND_WORDS = NAME_END + 250  # where the words about the hand begin
_CARD_GAP, _NARROWEST = 2, 58  # between the cards of a hand, and width of the narrowest
_BACK = 20  # from one face-down card to the next
_ROW_OF_SLOT = (1, 0, 3, 4)  # of the grid, by 2 x side + depth: far above, near above, place, near below, far below


def height(area: float, has_cards: bool) -> float:
    """Return the height of a panel whose principality is `area` pixels high, with or without a hand face up."""
    return TOP + area + (_HAND_GAP + faces.CARD.height if has_cards else 0) + _BELOW


def panel(position: Position, viewer: int | None, seat: int, area: float) -> str:
    """Return the frame, points and figures, and which cards of the hand are known."""
    on_turn = position["turn_player"] == seat and position["phase"] != "over"
    figures = [figure for figure in ("knight", "windmill") if position[figure] == seat]
    points = text(
        NAME_END + 26, 25, counted(position["scores"][seat], "point"), 15, font_weight="bold", data_points=seat
    )
    frame = seat_frame(WIDTH, height(area, view.hand(position, viewer, seat) is not None), seat, viewer, on_turn)
    return group(
        frame,
        use(CROWN, NAME_END + 10, 19, 0.75),
        points,
        *(parts.figure(name, NAME_END + 125 + 30 * i, 19) for i, name in enumerate(figures)),
        *([badge(NAME_END + 175, 9, "decides")] if position["player"] == seat else []),
        *_hand_words(position, viewer, seat),
        data_seat=seat,
    )


def _hand_words(position: Position, viewer: int | None, seat: int) -> list[str]:
    """Return the size of the hand, its known cards and an alliance, in words."""
    title = f"Hand: {counted(view.hand_count(position, seat), 'card')}"
    known, target = position["known"][seat], position["principalities"][seat]["alliance"]
    words = title + (f"; known to both: {card_list(known)}" if known else "")
    if target is not None:
        words += f". Secret alliance with the enemy's {card_at(position, 1 - seat, target)}"
    end = WIDTH - MARGIN
    if view.hand(position, viewer, seat) is None:
        end -= _BACK * view.hand_count(position, seat) + 8
    return [text(_HAND_WORDS, 24, shortened(words, SMALL, end - _HAND_WORDS), SMALL, fill=FAINT)]


def _card(count: int) -> parts.Size:
    """Return the size of the cards in a hand: many cards are narrower, and very many overlap."""
    room = (WIDTH - 2 * MARGIN + _CARD_GAP) / max(1, count) - _CARD_GAP
    return parts.Size(max(_NARROWEST, min(faces.CARD.width, room)), faces.CARD.height)


def used_width(position: Position, seat: int, area: float) -> float:
    """Return the width that principality and hand use, which small screens show."""
    count = view.hand_count(position, seat)
    hand = (_card(count).width + _CARD_GAP) * count
    return min(WIDTH, 2 * MARGIN + max(_grid(position, seat, area).width, hand, NAME_END + 230))


def hand(position: Position, viewer: int | None, seat: int, area: float) -> Iterator[str]:
    """Yield the cards below the principality, or their backs beside the words about the hand."""
    cards, place = view.hand(position, viewer, seat), hand_of(seat)
    count = view.hand_count(position, seat)
    if cards is None:
        step = min(_BACK, (WIDTH - _HAND_WORDS - text_width("Hand: 99 cards", SMALL) - 40) / max(1, count))
        yield from (faces.back(WIDTH - MARGIN - step * (count - i - 0.5), 19, place, 0.9) for i in range(count))
        return
    size = _card(count)
    step = min(size.width + _CARD_GAP, (WIDTH - 2 * MARGIN - size.width) / max(1, count - 1))
    names = [card for card in CARD_NAMES for _ in range(cards.get(card, 0))]
    for i, name in enumerate(names):
        drawn = faces.card(name, position["rules"]["edition"], place, size)
        yield moved(MARGIN + step * i, TOP + area + _HAND_GAP, drawn, data_target=target_of(place, name))


def principality(position: Position, seat: int, area: float) -> Iterator[str]:
    """Yield every card as a separate element, below the head of the panel."""
    return (moved(MARGIN, TOP, cell) for cell in cells(position, seat, _grid(position, seat, area)))


def cells(position: Position, seat: int, grid: Grid) -> Iterator[str]:
    """Yield every card of a principality as a separate element."""
    own = position["principalities"][seat]
    row = own["row"]
    for i, (upper, lower) in enumerate(columns(position, seat)):
        for region, line in ((upper, 1), (lower, 3)):
            turned = own["regions"][region]
            drawn = parts.region(**turned, size=grid.size(2 * i, line))
            yield _cell(grid, 2 * i, line, drawn, target_of(of_seat("stock", seat), turned["kind"]))
        if 0 < i < len(row):
            yield _cell(grid, 2 * i, 2, parts.road(grid.size(2 * i, 2)))
    for end, column, is_open in zip(END_NAMES, (0, 2 * len(row)), own["open_roads"], strict=True):
        size = grid.size(column, 2)
        drawn = parts.road(size) if is_open else parts.free_slot(size)
        yield _cell(grid, column, 2, drawn, target_of(of_seat("end", seat), end))
    for i, number in enumerate(row):
        column = 2 * i + 1
        place = parts.place(own["places"][number], number, seat, grid.size(column, 2))
        yield _cell(grid, column, 2, place, target_of(of_seat("place", seat), number))
        for slot in range(4 * number, 4 * number + 4):
            if own["slots"][slot] or slot % 2 == 0 or own["places"][number] != "settlement":
                yield _slot(position, seat, slot, grid, column, _ROW_OF_SLOT[slot % 4])
        if own["places"][number] == "metropolis":
            for corner in range(4):
                where = column - 1 + 2 * (corner // 2), 4 * (corner % 2)
                yield _slot(position, seat, FIRST_METROPOLIS_SLOT + corner, grid, *where)


def _grid(position: Position, seat: int, area: float) -> Grid:
    return grid_of(position, seat, WIDTH - 2 * MARGIN, area)


def _cell(grid: Grid, column: int, line: int, drawn: str, target: str | None = None) -> str:
    x, y = grid.at(column, line)
    return moved(x, y, drawn, data_target=target)


def _slot(position: Position, seat: int, slot: int, grid: Grid, column: int, line: int) -> str:
    """Return a slot with its card."""
    own, enemy = position["principalities"][seat], position["principalities"][1 - seat]
    name, target, size = own["slots"][slot], target_of(of_seat("slot", seat), slot), grid.size(column, line)
    if name is None:
        return _cell(grid, column, line, parts.free_slot(size), target)
    note = own["brewery"] if name == "brewery" and own["brewery"] else ""
    drawn = faces.card(name, position["rules"]["edition"], target, size, False, note)
    if name == "brothel" or enemy["alliance"] == slot:
        drawn += faces.ring(size, 1 - seat)  # the enemy's card, or one that works for the enemy, too
    return _cell(grid, column, line, drawn, target)

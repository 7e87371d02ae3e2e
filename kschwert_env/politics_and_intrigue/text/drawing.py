"""Positions as text: the turn, the centre, and both principalities from left to right.

The input is what `Game.position()` returns. A spectator sees everything, a seat what `positions.view` shows it.
"""

from collections.abc import Callable, Container, Iterator

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.text.phrases import card_list, card_name, counted, pile
from kschwert_env.politics_and_intrigue.kernel.components import FIRST_METROPOLIS_SLOT, SLOTS_OF_PLACE
from kschwert_env.politics_and_intrigue.positions import view
from kschwert_env.politics_and_intrigue.positions.view import StackView
from kschwert_env.politics_and_intrigue.text.names import CORNERS, SEATS, card_at, columns, region_name, slot_words
from kschwert_env.politics_and_intrigue.text.questions import question
from kschwert_env.rendering.sentences import SEPARATOR, Line, draw_line, join_lines, say_turn, speak_turn

INDENT = 10  # columns before the text of a line

Region = dict[str, int | str]
"""A region of a principality, in a position."""


def draw_text(position: Position, viewer: int | None, last_action: Action | None) -> str:
    """Return a position as text for the seat `viewer`, or for a spectator (None)."""
    action = view.shown_action(viewer, last_action)
    lines = [say_turn(position), *([Line("Last", str(action))] if action else []), *_lines(position, viewer, _region)]
    return "\n".join(draw_line(line, INDENT) for line in lines) + "\n"


def describe_position(position: Position, viewer: int | None, draws_map: bool = False) -> str:
    """Return a position as the seat `viewer` sees it. There is no map, so `draws_map` has no effect."""
    return "\n".join(join_lines([say_turn(position), *_lines(position, viewer, _region)]))


def speak_position(position: Position, viewer: int | None) -> list[str]:
    """Return a position for listeners: with the question, and regions with words for their numbers."""
    turn = speak_turn(question(position), position, viewer)
    return join_lines([turn, *_lines(position, viewer, _spoken_region)])


def _lines(position: Position, viewer: int | None, say_region: Callable[[Region], str]) -> list[Line]:
    """Return the lines below the turn."""
    lines = [*_under_way(position, viewer), SEPARATOR, *_centre(position), *map(_stack, view.stacks(position, viewer))]
    for seat in SEATS:
        lines += [SEPARATOR, *_side(position, viewer, seat, say_region)]
    return lines


def _under_way(position: Position, viewer: int | None) -> Iterator[Line]:
    """Yield the dice and the pending values."""
    if position["dice"]:
        yield Line("Dice", f"{position['dice']['event']} and {position['dice']['number']}")
    if words := describe_pending(position, viewer):
        yield Line("Asked", words)


def describe_pending(position: Position, viewer: int | None, names: Container[str] | None = None) -> str:
    """Return the pending values in words, all or those with these names, as far as a viewer may know them."""
    pending = view.pending(position, viewer)
    keys = {name: _in_words(position, name, pending[name]) for name in pending if names is None or name in names}
    return "; ".join(f"{name.replace('_', ' ')} {words}" for name, words in keys.items() if words)


def _in_words(position: Position, name: str, value: object) -> str:
    """Return one key of `pending` in words; an empty string for none and false."""
    match name, value:
        case "slots", list():
            loser = 1 - (position["knight"] or 0)
            return ", ".join(f"{card_at(position, loser, slot)} {slot_words(slot)}" for slot in value) or "none yet"
        case "regions", list():
            return ", ".join(region_name(position, region) for region in value) or "none yet"
        case "from", int():
            return slot_words(value)
        case ("card", str()):
            return card_name(value)
        case "stack", int():
            return f"[#{value}]"
        case (("gains" | "safe"), list()):
            return ", ".join(f"[{seat}]: {str(entry).lower()}" for seat, entry in enumerate(value))
        case _, None | False:
            return ""
        case _:
            return "yes" if value is True else str(value)


def _centre(position: Position) -> Iterator[Line]:
    supply, row = position["supply"], position["row_cards"]
    yield Line("Supply", ", ".join(f"{name} {count}" for name, count in supply.items()))
    if not view.is_tournament(position):
        yield Line("Row", ", ".join(f"{card_name(card)} {count}" for card, count in row.items()))
    yield Line(
        "Regions", ", ".join(region_name(position, region) for region in position["regions_left"]) or "none left"
    )
    events = position["events"]
    drawn = card_list(events["discard"])
    yield Line("Events", f"{counted(sum(events['stack'].values()), 'card')} in the stack; drawn: {drawn}")
    bans = view.ban_owners(position)
    for number, cards in enumerate(position["discards"]):
        owner = f"; belong to [{number}]" if view.is_tournament(position) else ""
        yield Line("Discards", f"{pile(cards)}{owner}{_ban(bans.get(len(position['stacks']) + number))}")
    if position["gate_open"]:
        yield Line("Gate", "open")


def _ban(owner: int | None) -> str:
    return "" if owner is None else f"; [{owner}'s] ban"


def _stack(stack: StackView) -> Line:
    """Return a stack as text: its size, who has seen which cards, and those the viewer knows."""
    seen = [f"[{seat}] [has] seen {_places(stack, seat)}" for seat in SEATS if any(seat in who for who in stack.seen)]
    cards = [f"{place} {card_name(card)}" for place, card in enumerate(stack.cards, 1) if card]
    owner = [] if stack.owner is None else [f"belongs to [{stack.owner}]"]
    words = [
        counted(len(stack.cards), "card"),
        *owner,
        *seen,
        *([f"from the top: {', '.join(cards)}"] if cards else []),
    ]
    return Line(f"Stack [#{stack.number}]", "; ".join(words) + _ban(stack.ban))


def _places(stack: StackView, seat: int) -> str:
    """Return the positions of the cards that a seat has seen, from 1 at the top, such as "1, 3 to 5"."""
    places = [place for place, who in enumerate(stack.seen, 1) if seat in who]
    if len(places) == len(stack.seen):
        return "all"
    firsts = [place for place in places if place - 1 not in places]
    lasts = [place for place in places if place + 1 not in places]
    runs = zip(firsts, lasts, strict=True)
    return ", ".join(f"{first} to {last}" if first < last else f"{first}" for first, last in runs)


# -- principalities ---------------------------------------------------------------------------------------------


def _side(position: Position, viewer: int | None, seat: int, say_region: Callable[[Region], str]) -> Iterator[Line]:
    figures = [figure for figure in ("knight", "windmill") if position[figure] == seat]
    points = counted(position["scores"][seat], "point")
    yield Line(f"[{seat}]", ", ".join([points, *figures]))
    yield Line("hand", _hand(position, viewer, seat))
    own = position["principalities"][seat]
    if own["brewery"]:
        yield Line("brewery", f"shows {own['brewery']}")
    if own["alliance"] is not None:
        target = own["alliance"]
        yield Line("alliance", f"with the enemy's {card_at(position, 1 - seat, target)} {slot_words(target)}")
    yield from _land(position, seat, say_region)


def _hand(position: Position, viewer: int | None, seat: int) -> str:
    cards, known = view.hand(position, viewer, seat), position["known"][seat]
    words = str(view.hand_count(position, seat)) if cards is None else pile(cards)
    return words + (f"; known to both: {card_list(known)}" if known else "")


def _land(position: Position, seat: int, say_region: Callable[[Region], str]) -> Iterator[Line]:
    """Yield the principality from left to right: regions, places, roads."""
    own = position["principalities"][seat]
    sides = columns(position, seat)
    if own["open_roads"][0]:
        yield Line("road", "open, at the left end")
    for i, column in enumerate(sides):
        yield Line("land", " over ".join(say_region(own["regions"][region]) for region in column))
        if i < len(own["row"]):
            yield Line(f"place [#{own['row'][i]}]", _place(position, seat, own["row"][i]))
    if own["open_roads"][1]:
        yield Line("road", "open, at the right end")
    for corner, card in zip(CORNERS, own["slots"][FIRST_METROPOLIS_SLOT:], strict=True):
        if card:
            yield Line("beyond", f"the {corner} region of the metropolis: {card_name(card)}")


def _region(region: Region) -> str:
    return f"{region['kind']} {region['number']} with {region['stock']}"


def _spoken_region(region: Region) -> str:
    return f"{region['kind']} on a roll of {region['number']} (stock {region['stock']})"


def _place(position: Position, seat: int, place: int) -> str:
    own = position["principalities"][seat]
    slots = own["slots"][SLOTS_OF_PLACE * place : SLOTS_OF_PLACE * (place + 1)]
    sides = [
        f"{side}: {', '.join(card_name(card) for card in cards if card)}"
        for side, cards in (("above", slots[:2]), ("below", slots[2:]))
        if any(cards)
    ]
    return "; ".join([own["places"][place], *sides])

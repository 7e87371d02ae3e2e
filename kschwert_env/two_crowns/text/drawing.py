"""Text drawings of a position: the turn, the battle, and the cards of both sides.

The input is `Game.position()`. A spectator sees everything, including hands; a seat sees what `view` returns for it.
"""

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.jit.plain import plain
from kschwert_env.engine.text.phrases import card_list, card_name, counted, pile
from kschwert_env.rendering.sentences import SEPARATOR, Line, draw_line, say_turn
from kschwert_env.two_crowns.kernel import payment
from kschwert_env.two_crowns.kernel.components import CARD_NAMES, PRICE, PRICED_NAMES
from kschwert_env.two_crowns.positions import view
from kschwert_env.two_crowns.positions.view import SeatView

INDENT = 9  # columns before the text of a line
REST_WORDS = {"this_turn": "until the end of this turn", "next_turn": "until the end of the next turn"}


def draw_text(position: Position, viewer: int | None, last_action: Action | None) -> str:
    """Draw a position for the seat `viewer`, or for a spectator (None), who sees everything."""
    action = view.shown_action(position, viewer, last_action)
    lines = [say_turn(position), *lines_of_sides(position, viewer, action)]
    return "\n".join(draw_line(line, INDENT) for line in lines) + "\n"


def lines_of_sides(position: Position, viewer: int | None, last_action: Action | None = None) -> list[Line]:
    """Return the lines below the turn: the last action, the battle, and the cards of both sides."""
    seats = view.seat_views(position, viewer)
    lines = [*([Line("Last", str(last_action))] if last_action else []), *_running(position, viewer, seats)]
    if position["rules"]["die_of_fate"]:
        lines.append(Line("Fate", "rolled" if position["fate_used"] else "not rolled yet"))
    for seat in seats:
        lines += [SEPARATOR, *_side(position, seat)]
    return lines


def asking(position: Position) -> str:
    """Return the card for which the deciding seat is asked to pay (A3)."""
    return PRICED_NAMES[plain(payment.asking)(view.battle_state(position))]


def _running(position: Position, viewer: int | None, seats: list[SeatView]) -> list[Line]:
    """Return lines for the running battle, or for the drawn cards of which one is kept."""
    battle, attacker = position["battle"], position["turn_player"]
    if position["exact"]:
        drawn = view.drawn(position, viewer)
        drawn_cards = "two cards" if drawn is None else card_list(drawn)
        return [Line("Drawn", f"{drawn_cards}, of which [{attacker}] [keeps] one")]
    if not battle:
        return []
    lines = []
    for seat, role in ((attacker, "Attack"), (1 - attacker, "Defence")):
        lines.append(Line(role, f"[{seat}] laid {_laid(position, seats[seat], battle['counts'][seat])}"))
    if position["phase"] == "pay" and position["player"] is not None:
        card = asking(position)
        price = PRICE[CARD_NAMES.index(card)]
        lines.append(Line("Asked", f"[{position['player']}]: {price} gold for the {card_name(card)}"))
    return lines


def _laid(position: Position, seen: SeatView, count: int) -> str:
    """Return a text for the cards of one side in a battle: face down or turned up, and cards paid for."""
    if not count:
        return "no cards"
    lying = " face down" if view.lies_face_down(position, seen.seat) else ", of which lie open"
    cards = "" if seen.laid is None else f": {card_list(seen.laid)}"
    return f"{counted(count, 'card')}{lying}{cards}{f'; paid for: {card_list(seen.paid)}' if seen.paid else ''}"


def _side(position: Position, seen: SeatView) -> list[Line]:
    seat = seen.seat
    resting = {when: cards for when, cards in position["resting"][seat].items() if cards}
    known = position["known"][seat]  # known cards can also lie face down in the battle
    hidden = f"{seen.hand_count}{f', known: {card_list(known)}' if known else ''}"
    return [
        Line(f"[{seat}]", f"castle {position['castles'][seat]}{', attacker' * (seat == position['turn_player'])}"),
        Line("hand", hidden if seen.hand is None else pile(seen.hand)),
        *(Line("rest", f"{card_list(cards)} {REST_WORDS[when]}") for when, cards in resting.items()),
        Line("deck", str(seen.deck_count) if seen.deck is None else pile(seen.deck)),
        Line("discards", pile(position["discards"][seat])),
    ]

"""Text drawings of a position: the turn, the battle, and the cards of both sides.

Reads what `Game.position()` returns. A spectator is shown everything, hands included; a seat what it may know.
"""

from collections.abc import Mapping

from kschwert_env.engine.actions import Action
from kschwert_env.engine.contract import Position
from kschwert_env.engine.words import card_list, card_name, counted, pile, wrapped
from kschwert_env.two_crowns.components import CARD_NAMES, FIRST_SPECIAL, PRICE

INDENT = 9  # columns before the text of a line
REST_WORDS = {"this_turn": "until the end of this turn", "next_turn": "until the end of the next turn"}


def draw_text(position: Position, viewer: int | None, last_action: Action | None) -> str:
    """A position for the seat `viewer`, or for a spectator (None), who sees everything."""
    action = shown_action(position, viewer, last_action)
    lines = [_whose_turn(position), *([f"Last     {action}"] if action else []), *_under_way(position, viewer)]
    if position["rules"]["die_of_fate"]:
        lines.append(f"Fate     {'rolled' if position['fate_used'] else 'not rolled yet'}")
    for seat in (0, 1):
        lines += ["", *_side(position, seat, viewer)]
    return "\n".join(wrapped(line, INDENT) for line in lines) + "\n"


def shown_action(position: Position, viewer: int | None, action: Action | None) -> Action | None:
    """The last action as far as a seat may know it: cards laid face down, and cards kept, are the owner's secret."""
    if action is None or viewer in (None, _who_did(position, action)) or action.kind not in ("lay", "keep"):
        return action
    return Action(action.kind)


def _who_did(position: Position, action: Action) -> int:
    """The seat that has led to a position by laying or keeping a card."""
    if action.kind == "lay":
        return int(position["player"])  # goes on laying
    turn_player = int(position["turn_player"])
    return turn_player if position["truncated"] else 1 - turn_player  # keeping ends the turn


def asking(position: Position) -> str:
    """The card for which the deciding seat is asked to pay (A3)."""
    laid = position["battle"]["laid"][position["player"]]
    return next(card for card in CARD_NAMES[FIRST_SPECIAL:] if card in laid)


def _whose_turn(position: Position) -> str:
    turn = f"turn {position['turn'] + 1} of seat {position['turn_player']}"
    if position["phase"] == "over":
        return f"Over     {'stopped by the cap' if position['truncated'] else 'finished'} in {turn}"
    return f"Now      {turn}; seat {position['player']} decides ({position['phase']})"


def _under_way(position: Position, viewer: int | None) -> list[str]:
    """The battle, or the cards drawn of which one is kept."""
    battle, attacker = position["battle"], position["turn_player"]
    if position["exact"]:
        drawn = card_list(position["exact"]) if viewer in (None, attacker) else "two cards"
        return [f"Drawn    {drawn}, of which seat {attacker} keeps one"]
    if not battle:
        return []
    lines = []
    for seat, role in ((attacker, "Attack"), (1 - attacker, "Defence")):
        face_down = position["phase"] == "lay" and viewer not in (None, seat)
        lying = "face down" if face_down else card_list(battle["laid"][seat])
        vassals = f"; {counted(battle['vassals'][seat], 'vassal')} paid" if battle["vassals"][seat] else ""
        lines.append(
            f"{role:<9}seat {seat} laid {counted(battle['counts'][seat], 'card')}; there lie: {lying}{vassals}"
        )
    if position["phase"] == "pay":
        card = asking(position)
        lines.append(f"Asked    {card_name(card)} for {PRICE[CARD_NAMES.index(card)]} gold")
    return lines


def _side(position: Position, seat: int, viewer: int | None) -> list[str]:
    is_open = viewer in (None, seat)
    hand, deck = position["hands"][seat], position["decks"][seat]
    resting = {when: cards for when, cards in position["resting"][seat].items() if cards}
    return [
        f"Seat {seat}   castle {position['castles'][seat]}{', attacker' * (seat == position['turn_player'])}",
        f"hand     {pile(hand) if is_open else _hidden(hand, position['known'][seat])}",
        *(f"rest     {card_list(cards)} {REST_WORDS[when]}" for when, cards in resting.items()),
        f"deck     {pile(deck) if is_open else _hidden(deck, {})}",
        f"discards {pile(position['discards'][seat])}",
    ]


def _hidden(cards: Mapping[str, int], known: Mapping[str, int]) -> str:
    """So many cards; what is known of them may also lie face down in the battle."""
    return f"{sum(cards.values())}{f', known: {card_list(known)}' if known else ''}"

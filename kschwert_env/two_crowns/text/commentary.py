"""Commentary: texts for the effects of an action, from the positions before and after it."""

from collections import Counter
from collections.abc import Callable, Mapping

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.text.phrases import card_list, card_name, counted
from kschwert_env.two_crowns.kernel.components import KNIGHT_NAMES
from kschwert_env.two_crowns.positions.view import lies_face_down
from kschwert_env.two_crowns.text.battle import SEATS, battle_lines
from kschwert_env.two_crowns.text.drawing import asking


def tell(before: Position, action: Action, after: Position, viewer: int | None = None) -> list[str]:
    """Describe one action: what the deciding seat did, then one line per effect.

    A spectator sees everything: cards drawn, and cards laid face down. A seat, `viewer`, sees only what it may know,
    and hidden cards when they are turned up.
    """
    is_hidden = viewer not in (None, before["player"]) and action.kind in _HIDDEN_ACTION_TEXTS
    texts = _HIDDEN_ACTION_TEXTS if is_hidden else _ACTION_TEXTS
    lines = [f"[{before['player']}] {texts[action.kind](before, action, after)}."]
    if viewer is not None:
        lines += [line for seat in SEATS if seat != viewer for line in _turned_up(before, after, seat)]
    if action.kind == "pay" or (action.kind == "done" and before["player"] != before["turn_player"]):
        lines += battle_lines(before, action, after)
    if after["turn"] > before["turn"] or after["truncated"]:
        lines += _back_from_rest(before)
    return lines + _game_over(after) if after["phase"] == "over" else lines


# -- actions --------------------------------------------------------------------------------------------------


def _recruit(before: Position, action: Action, after: Position) -> str:
    return f"[recruits] {card_list(_drawn(before, after))}"


def _drawn(before: Position, after: Position) -> Counter[str]:
    seat = before["player"]
    return Counter(before["decks"][seat]) - Counter(after["decks"][seat])


def _exact(before: Position, action: Action, after: Position) -> str:
    return f"[discards] {card_name(str(action.card))} and [draws] {card_list(_drawn(before, after))}"


def _done(before: Position, action: Action, after: Position) -> str:
    is_attacker = before["player"] == before["turn_player"]
    return f"{'[attacks]' if is_attacker else '[defends]'} with {card_list(before['battle']['laid'][before['player']])}"


def _pay(before: Position, action: Action, after: Position) -> str:
    return f"{'[pays]' if action.choice == 'yes' else '[does] not pay'} for the {card_name(asking(before))}"


def _keep(before: Position, action: Action, after: Position) -> str:
    return f"[keeps] {card_name(str(action.card))} and [discards] {card_list(_discarded(before, action))}"


def _discarded(before: Position, action: Action) -> Counter[str]:
    return Counter[str](before["exact"]) - Counter([str(action.card)])


def _roll_fate(before: Position, action: Action, after: Position) -> str:
    seat = before["player"]
    return f"[rolls] the die of fate: the castle was at {before['castles'][seat]} and is at {after['castles'][seat]}"


_ACTION_TEXTS: Mapping[str, Callable[[Position, Action, Position], str]] = {
    "attack": lambda before, action, after: f"[attacks] [{1 - before['player']}]",
    "recruit": _recruit,
    "exact": _exact,
    "lay": lambda before, action, after: f"[lays] {card_name(str(action.card))}",
    "done": _done,
    "pay": _pay,
    "keep": _keep,
    "roll_fate": _roll_fate,
    "pass": lambda before, action, after: "can do nothing, and [waits] for the knights at rest",
}


_HIDDEN_ACTION_TEXTS: Mapping[str, Callable[[Position, Action, Position], str]] = {
    "recruit": lambda before, action, after: f"[recruits] {_number_drawn(before, after)}",
    "exact": lambda before, action, after: (
        f"[discards] {card_name(str(action.card))} and [draws] {_number_drawn(before, after)}"
    ),
    "lay": lambda before, action, after: "[lays] a card face down",
    "done": lambda before, action, after: (
        f"{'[attacks]' if before['player'] == before['turn_player'] else '[defends]'} with "
        f"{counted(sum(before['battle']['laid'][before['player']].values()), 'card')}"
    ),
    "keep": lambda before, action, after: f"[keeps] a card and [discards] {card_list(_discarded(before, action))}",
}
"""Actions with a secret, as the enemy sees them (P1)."""


def _number_drawn(before: Position, after: Position) -> str:
    return counted(_drawn(before, after).total(), "card")


# -- effects --------------------------------------------------------------------------------------------------


def _turned_up(before: Position, after: Position, seat: int) -> list[str]:
    """Return a line for the cards of a seat that are turned up by this action."""
    if not before["battle"] or (after["battle"] and lies_face_down(after, seat)) or not lies_face_down(before, seat):
        return []
    return [f"[{seat}] [turns] up {card_list(before['battle']['laid'][seat])}."]


def _back_from_rest(before: Position) -> list[str]:
    resting = [before["resting"][seat]["this_turn"] for seat in SEATS]
    return [f"Back from rest to [{seat}]: {card_list(cards)}." for seat, cards in enumerate(resting) if cards]


def _game_over(after: Position) -> list[str]:
    castles, loser = after["castles"], after["turn_player"]
    if after["truncated"]:
        reason = f"the cap of {after['rules']['max_turns']} turns is reached"
    elif castles[loser] == 0 and not after["decks"][loser] and not set(KNIGHT_NAMES) & set(after["hands"][loser]):
        reason = f"[{loser}] can do nothing"
    else:
        reason = "a castle has fallen"
    summary = f"The game is over: {reason}. Castles: {castles[0]} and {castles[1]}."
    if castles[0] == castles[1]:
        return [summary, "Nobody wins."]
    return [summary, f"[{castles.index(max(castles))}] [wins]."]

"""Commentary: texts for the effects of an action, from the positions before and after it."""

from collections import Counter

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
    hidden = _hidden_text(before, action, after) if viewer not in (None, before["player"]) else None
    lines = [f"[{before['player']}] {hidden or _action_text(before, action, after)}."]
    if viewer is not None:
        lines += [line for seat in SEATS if seat != viewer for line in _turned_up(before, after, seat)]
    if action.kind == "pay" or (action.kind == "done" and before["player"] != before["turn_player"]):
        lines += battle_lines(before, action, after)
    if after["turn"] > before["turn"] or after["truncated"]:
        lines += _back_from_rest(before)
    return lines + _game_over(after) if after["phase"] == "over" else lines


# -- actions --------------------------------------------------------------------------------------------------


def _action_text(before: Position, action: Action, after: Position) -> str:
    """Return what the deciding seat did, with everything secret."""
    seat, card = before["player"], card_name(str(action.card))
    match action.kind:
        case "attack":
            return f"[attacks] [{1 - seat}]"
        case "recruit":
            return f"[recruits] {card_list(_drawn(before, after))}"
        case "exact":
            return f"[discards] {card} and [draws] {card_list(_drawn(before, after))}"
        case "lay":
            return f"[lays] {card}"
        case "done":
            return f"{_fighting(before)} with {card_list(before['battle']['laid'][seat])}"
        case "pay":
            return f"{'[pays]' if action.choice == 'yes' else '[does] not pay'} for the {card_name(asking(before))}"
        case "keep":
            return f"[keeps] {card} and [discards] {card_list(_discarded(before, action))}"
        case "roll_fate":
            old, new = before["castles"][seat], after["castles"][seat]
            return f"[rolls] the die of fate: the castle was at {old} and is at {new}"
        case _:
            return "can do nothing, and [waits] for the knights at rest"


def _hidden_text(before: Position, action: Action, after: Position) -> str | None:
    """Return an action with a secret as the enemy sees it; None for any other (P1)."""
    match action.kind:
        case "recruit":
            return f"[recruits] {_number_drawn(before, after)}"
        case "exact":
            return f"[discards] {card_name(str(action.card))} and [draws] {_number_drawn(before, after)}"
        case "lay":
            return "[lays] a card face down"
        case "done":
            return (
                f"{_fighting(before)} with {counted(sum(before['battle']['laid'][before['player']].values()), 'card')}"
            )
        case "keep":
            return f"[keeps] a card and [discards] {card_list(_discarded(before, action))}"
    return None


def _fighting(before: Position) -> str:
    return "[attacks]" if before["player"] == before["turn_player"] else "[defends]"


def _drawn(before: Position, after: Position) -> Counter[str]:
    seat = before["player"]
    return Counter(before["decks"][seat]) - Counter(after["decks"][seat])


def _discarded(before: Position, action: Action) -> Counter[str]:
    return Counter[str](before["exact"]) - Counter([str(action.card)])


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

"""Commentary: texts for the effects of an action, from the positions before and after it."""

from collections import Counter
from typing import Any

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.text.phrases import card_list, card_name, counted
from kschwert_env.krone_schwert import editions
from kschwert_env.krone_schwert.kernel.components import CARD_NAMES, NUM_ACTION_CARDS, NUM_CARDS, Card
from kschwert_env.krone_schwert.text.drawing import holdings
from kschwert_env.krone_schwert.text.revolt_report import report_revolt
from kschwert_env.krone_schwert.text.summary import final_scoring, point_list, points_gained

EVENTS = CARD_NAMES[NUM_ACTION_CARDS : NUM_CARDS - 1]  # events with an effect; `game_end` is the last card


def tell(
    before: Position, action: Action, after: Position, viewer: int | None = None, scoring: bool = True
) -> list[str]:
    """Describe one action: what the deciding seat did, then one line per effect.

    A spectator sees everything: cards drawn, and secret votes and cards in a revolt. A seat, `viewer`, sees only what
    it may know. It sees nothing of a card laid in secret, as the number of cards is secret, too. At the end of the game
    the final scoring follows by seat, unless `scoring` is False.
    """
    summary = _action_text(before, action, after)
    if viewer not in (None, before["player"]):
        hidden = _hidden_text(before, action, after)
        if hidden == "":
            return []
        summary = summary if hidden is None else hidden
    lines = [f"[{before['player']}] {summary}."]
    if action.kind == "draw":
        lines += _event(before, after)
    if before["king"] is None and after["king"] is not None:
        lines += _first_king(before, after)
    if before["attack"] and not after["attack"]:
        lines.append(attack_result(before, action, after))
    if before["revolt"] and not after["revolt"]:
        lines += report_revolt(before, after)
    if after["end_begun"] and not before["end_begun"]:
        lines.append("That begins the end: game end is shuffled in among the last cards of the draw pile.")
    if after["phase"] == "over":
        return lines + _game_over(after, scoring)
    return lines + [
        f"The papal visit to [{seat}] is over."
        for seat, visits in enumerate(zip(before["papal_visit"], after["papal_visit"], strict=True))
        if visits == (True, False)
    ]


# -- actions --------------------------------------------------------------------------------------------------


_CLAIMS = {"setup": "[places] a marker on", "action": "[occupies]", "resettle": "[comes] back on"}


def _action_text(before: Position, action: Action, after: Position) -> str:
    """Return what the deciding seat did, with everything secret."""
    match action.kind:
        case "claim":
            return f"{_CLAIMS.get(before['phase'], '[claims]')} {_field(before, action.field)}"
        case "expand":
            return (
                f"[discards] {card_name(str(action.card))} for its black shields ({shields(before, str(action.card))})"
            )
        case "castle" | "small_city":
            return f"[builds] a {card_name(action.kind)} on {_field(before, action.field)}"
        case "large_city":
            return f"[builds] a large city on fields {action.field} and {action.partner}"
        case "cathedral":
            return f"[builds] a cathedral in the large city on field {action.field}"
        case "incite":
            return f"[incites] the people: {_turned_up(before, after)}"
        case "papal_visit":
            return "[receives] a papal visit"
        case "draw":
            return f"{_replacing(before)}[draws] {card_name(drawn(before, after))}"
        case "attack":
            defender = before["owner"][action.field]
            castles = counted(holdings(before, defender)[0], "castle")
            return f"[attacks] [{defender}'s] {_field(before, action.field)}, against {castles}"
        case "lay":
            return f"[lays] {card_name(str(action.card))}"
        case "done":
            return _done(before)
        case "react":
            return "[does] not react" if action.choice == "none" else f"[answers] with {action.choice}"
        case "revolt":
            return f"[leads] a revolt against [{before['king']}], the king"
        case "vote":
            return f"[votes] {action.choice}"
        case "tax" if action.choice == "leave":
            return "[takes] no tax"
        case "tax":
            tax = points_gained(before, after)[before["player"]]
            return f"[takes] the tax of {tax} VP: {_turned_up(before, after)}"
        case _:
            return f"[ends] the turn, {counted(before['action_points'], 'action point')} unused"


def _done(before: Position) -> str:
    if before["attack"]:
        return f"[has] laid all for the attack: {card_list(before['attack']['cards'])}"
    if before["revolt"]:
        laid = before["revolt"]["laid"][before["player"]]
        return f"[has] laid all for the revolt: {card_list(laid)}" if laid else "[lays] no cards for the revolt"
    return "[goes] without a replacement" if before["phase"] == "redraw" else "[claims] no more fields"


def _replacing(before: Position) -> str:
    return "[takes] a replacement and " if before["phase"] == "redraw" else ""


def _hidden_text(before: Position, action: Action, after: Position) -> str | None:
    """Return a secret action as other seats see it, empty if they do not see it; None for a public action (P1)."""
    if before["revolt"] and action.kind in ("vote", "lay", "done"):
        return {"vote": "[has] voted", "lay": "", "done": "[has] laid all for the revolt"}[action.kind]
    seat = before["turn_player"]
    if action.kind == "draw" and after["hands"][seat] != before["hands"][seat]:
        return f"{_replacing(before)}[draws] a card"
    return None


# -- effects --------------------------------------------------------------------------------------------------


def drawn(before: Position, after: Position) -> str:
    """Return the name of the drawn card."""
    seat = before["turn_player"]
    for card in Counter(after["hands"][seat]) - Counter(before["hands"][seat]):
        return card
    discards_before = {} if pile_ran_out(before) else before["discard_pile"]  # otherwise an event or game end was drawn
    (card,) = Counter(after["discard_pile"]) - Counter(discards_before)
    return card


def pile_ran_out(before: Position) -> bool:
    """Return whether a draw needs to shuffle the discards in (D3)."""
    return not before["draw_pile"]


def _event(before: Position, after: Position) -> list[str]:
    """Return lines for the effects of a draw, if it was an event."""
    card = drawn(before, after)
    lines = ["The draw pile ran out; the discards were shuffled into a new one."] if pile_ran_out(before) else []
    if card in EVENTS and before["king"] is None:
        lines.append("Without a king nothing happens.")
    elif card == "unrest":
        lines.append(f"Unrest among the people: {_turned_up(before, after)}.")
    elif card == "city_scoring":
        lines.append(f"The cities score: {point_list(points_gained(before, after))}.")
    return lines


def _first_king(before: Position, after: Position) -> list[str]:
    king = after["king"]
    return [
        f"[{king}] [is] the first king; the discards are shuffled into the draw pile.",
        f"A tax brings {points_gained(before, after)[king]} VP: {_turned_up(before, after)}.",
    ]


def attack_result(before: Position, action: Action, after: Position) -> str:
    """Return the outcome of an attack, which the defender's reaction settles (A5 to A7)."""
    field, attacker = before["attack"]["field"], before["turn_player"]
    if action.choice == "truce":
        return "The attack is off, and its cards go back to the hand."
    if after["owner"][field] == attacker:
        return f"[{attacker}] [takes] {_field(before, field)}."
    return f"The attack fails; [{before['owner'][field]}] [keeps] {_field(before, field)}."


def _game_over(after: Position, with_scoring: bool) -> list[str]:
    if after["truncated"]:
        reason = f"the cap of {after['rules']['max_rounds']} rounds is reached"
    elif after["discard_pile"].get("game_end"):
        reason = "game end was drawn"
    else:
        reason = "all plains and forests are taken"
    scoring = final_scoring(after)
    best = max(score.total for score in scoring)
    winners = [f"[{seat}]" for seat, score in enumerate(scoring) if score.total == best]
    return [
        f"The game is over: {reason}.",
        *(
            f"[{seat}]: {score.before} VP, and for buildings {score.buildings}, for areas {score.areas}, "
            f"as king {score.king}: {score.total} VP."
            for seat, score in enumerate(scoring)
            if with_scoring
        ),
        f"{winners[0]} [wins]." if len(winners) == 1 else f"{' and '.join(winners)} share the win.",
    ]


# -- phrases --------------------------------------------------------------------------------------------------


def _field(position: Position, field: int | None) -> str:
    fields: list[dict[str, Any]] = position["fields"]
    return f"{fields[field]['terrain']} {field}" if field is not None else "no field"


def _turned_up(before: Position, after: Position) -> str:
    """Return a text for the people cards turned up. The people cards must not have been shuffled since."""
    swords = after["people"]["open_swords"] - before["people"]["open_swords"]
    crowns = after["people"]["crowns_aside"] - before["people"]["crowns_aside"]
    cards = [counted(crowns, "crown")] * (crowns > 0) + [counted(swords, "sword")] * (swords > 0)
    return f"{' and '.join(cards)} turned up" if cards else "no people card is left to turn up"


def shields(position: Position, card: str) -> int:
    """Return the number of black shields of a card."""
    return editions.load(position["rules"]["edition"]).shields[Card[card.upper()]]

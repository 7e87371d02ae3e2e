"""Commentary on a game: the effects of an action in words, from the positions before and after it."""

from collections import Counter
from collections.abc import Iterator

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.text.phrases import card_list, card_name, counted
from kschwert_env.politics_and_intrigue.kernel.components import GOAL, RESOURCE_NAMES
from kschwert_env.politics_and_intrigue.text.action_reports import (
    hidden_report,
    report_action,
    reported_resources,
    stocks,
)
from kschwert_env.politics_and_intrigue.text.names import SEATS, winner

PAYING = ("build", "road", "settlement", "city", "brewery", "lift", "pick")  # kinds of actions that cost resources


def tell(before: Position, action: Action, after: Position, viewer: int | None = None) -> list[str]:
    """Return the action of the deciding seat in words, then its effects, one per line.

    The text for a spectator (`viewer` None) contains everything, cards in hands and stacks included. That for a seat
    contains only what the seat may know.
    """
    hidden = hidden_report(before, action) if viewer not in (None, before["player"]) else None
    report = hidden or report_action(before, action, after)
    lines = [f"[{before['player']}] {report}."]
    lines += [
        *attack_die(before, action, after),
        *_dice(before, after),
        *_resources(before, action, after),
        *_hands(before, action, after, viewer),
    ]
    lines += [*_figures(before, after), *_points(before, after)]
    if after["gate_open"] and not before["gate_open"]:
        lines.append("From now on action cards can be played.")
    return lines + _game_over(after) if after["phase"] == "over" else lines


def attack_die(before: Position, action: Action, after: Position) -> Iterator[str]:
    """Yield the outcome of the die of an unanswered black knight or arsonist (A3, A4)."""
    if before["phase"] != "react" or action.kind != "pass":
        return
    card = before["pending"]["card"]
    if card in ("black_knight", "arsonist") and after["phase"] != "over":
        went_wrong = after["phase"] != "target" or after["pending"]["backfire"]
        yield f"The die decides: the {card_name(card)} {'goes wrong' if went_wrong else 'succeeds'}."


def _dice(before: Position, after: Position) -> Iterator[str]:
    """Yield the roll and the event card drawn, now or later in the same turn."""
    if after["dice"] and not before["dice"]:
        yield f"The dice show {after['dice']['event']} and {after['dice']['number']}."
    drawn = Counter(after["events"]["discard"]) - Counter(before["events"]["discard"])
    if before["events"]["discard"].keys() - after["events"]["discard"].keys() or _reshuffled(before, after):
        yield "The new year is drawn: all events are shuffled."
        drawn = Counter(after["events"]["discard"])
    if drawn:
        yield f"The event is {card_list(drawn)}."


def _reshuffled(before: Position, after: Position) -> bool:
    """Return whether the discarded events have been shuffled into the stack (E3)."""
    return sum(after["events"]["discard"].values()) < sum(before["events"]["discard"].values())


def _resources(before: Position, action: Action, after: Position) -> Iterator[str]:
    """Yield the resources that both seats have gained, lost and paid, except those in the report of the action."""
    reported = reported_resources(before, action, after)
    for seat in SEATS:
        changes = Counter(stocks(after, seat))
        changes.subtract(stocks(before, seat))
        changes.subtract(reported.get(seat, {}))
        paid = "[pays]" if seat == before["player"] and action.kind in PAYING else "[loses]"
        gained, lost = (_in_order(cards) for cards in (+changes, -changes))
        words = [f"{verb} {card_list(cards)}" for verb, cards in (("[gets]", gained), (paid, lost)) if cards]
        if words:
            yield f"[{seat}] {' and '.join(words)}."


def _in_order(cards: Counter[str]) -> dict[str, int]:
    """Return resources in their order (C2)."""
    return {name: cards[name] for name in RESOURCE_NAMES if cards[name]}


def _hands(before: Position, action: Action, after: Position, viewer: int | None) -> Iterator[str]:
    """Yield the cards that entered a hand, unless the report names them; for another seat's hand only their number."""
    if action.kind in ("take", "draw", "stack", "pick"):
        return
    for seat in SEATS:
        held, holds = Counter(before["hands"][seat]), Counter(after["hands"][seat])
        if viewer in (None, seat) and holds - held:
            yield f"Into [{seat}'s] hand: {card_list(holds - held)}."
        elif viewer not in (None, seat) and holds.total() > held.total():
            yield f"Into [{seat}'s] hand: {counted(holds.total() - held.total(), 'card')}."


def _figures(before: Position, after: Position) -> Iterator[str]:
    for figure in ("knight", "windmill"):
        if after[figure] != before[figure]:
            owner = "nobody" if after[figure] is None else f"[{after[figure]}]"
            yield f"The {figure} goes to {owner}."


def _points(before: Position, after: Position) -> Iterator[str]:
    for seat in SEATS:
        if after["scores"][seat] != before["scores"][seat]:
            yield f"[{seat}] [has] {counted(after['scores'][seat], 'point')} now."


def _game_over(after: Position) -> list[str]:
    scores = after["scores"]
    if after["truncated"]:
        reason = f"the cap of {counted(after['rules']['max_rounds'], 'round')} is reached"
    else:
        reason = f"{GOAL} points are reached"
    words = f"The game is over: {reason}. Points: {scores[0]} and {scores[1]}."
    seat = winner(after)
    return [words, "Nobody wins." if seat is None else f"[{seat}] [wins]."]

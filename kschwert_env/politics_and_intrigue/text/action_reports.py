"""Reports of actions in words, by kind of action, hidden cards included."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.text.phrases import card_list, card_name
from kschwert_env.politics_and_intrigue.text.names import card_at, pile_words, region_name, slot_words

GAINING, SPENDING, GIVING = ("gain", "caravan_take"), ("caravan_pay", "search_pay"), ("mendicant", "merchant_give")

Report = Callable[[Position, Any, Position], str]


def _enemy(before: Position) -> int:
    return 1 - int(before["player"])


def _build(before: Position, action: Any, after: Position) -> str:
    return f"[builds] the {card_name(action.card)}"


def _play(before: Position, action: Any, after: Position) -> str:
    answered = " in answer" if before["phase"] == "react" else ""
    return f"[plays] the {card_name(action.card)}{answered}"


def _take(before: Position, action: Any, after: Position) -> str:
    card = card_name(action.card)
    match before["phase"]:
        case "archive_sort":
            return f"[lays] {card} back as card {before['pending']['sorted'] + 1}"
        case "spy":
            return f"[takes] {card} from [{_enemy(before)}'s] hand"
        case "diplomat":
            return f"[takes] {card} from the discard pile"
        case "deck_pick":
            return f"[takes] {card} from the deck"
        case _:
            return f"[takes] {card} from stack {before['pending']['stack']}"


def _bury(before: Position, action: Any, after: Position) -> str:
    return f"[puts] {card_name(action.card)} under stack {before['pending']['stack']}"


def _settlement(before: Position, action: Any, after: Position) -> str:
    own = after["principalities"][before["player"]]
    upper, lower = (f"{region['kind']} {region['number']}" for region in own["regions"][-2:])
    return f"[founds] a settlement at the {action.end} end, beside {upper} and {lower}"


def _city(before: Position, action: Any, after: Position) -> str:
    if before["phase"] == "place":
        return f"[lays] the metropolis on place {action.place}"
    return f"[builds] a city on place {action.place}"


def _trade(before: Position, action: Any, after: Position) -> str:
    return f"[trades] {_fewer(before, after, before['player'], action.give)} {action.give} for 1 {action.get}"


def stocks(position: Position, seat: int) -> Counter[str]:
    """Return the resources of a seat by kind."""
    counts: Counter[str] = Counter()
    for region in position["principalities"][seat]["regions"]:
        counts[region["kind"]] += region["stock"]
    return counts


def _fewer(before: Position, after: Position, seat: int, kind: str) -> int:
    return stocks(before, seat)[kind] - stocks(after, seat)[kind]


def reported_resources(before: Position, action: Any, after: Position) -> dict[int, dict[str, int]]:
    """Return the resources that each seat gains (negative: loses) according to the report of the action."""
    seat, enemy = before["player"], _enemy(before)
    if action.kind == "trade":
        return {seat: {action.give: -_fewer(before, after, seat, action.give), action.get: 1}}
    if action.kind != "resource" or before["phase"] == "discount":
        return {}
    name, phase = action.resource, before["phase"]
    if phase in GAINING:
        return {seat: {name: 1}}
    if phase in SPENDING:
        return {seat: {name: -1}}
    taken = -1 if phase in GIVING else _taken(before, action, after)
    return {seat: {name: taken}, enemy: {name: -taken}}


def _taken(before: Position, action: Any, after: Position) -> int:
    """Return how many units are taken: highwaymen take several, others one (A10)."""
    return _fewer(before, after, _enemy(before), action.resource) if before["phase"] == "highwaymen" else 1


def _resource(before: Position, action: Any, after: Position) -> str:
    name, enemy, phase = action.resource, _enemy(before), before["phase"]
    if phase == "discount":
        return f"[leaves] out 1 {name}, thanks to the mission"
    if phase in GAINING:
        return f"[gets] 1 {name}"
    if phase in SPENDING:
        return f"[pays] 1 {name}"
    if phase in GIVING:
        return f"[gives] 1 {name} to [{enemy}]"
    return f"[takes] {_taken(before, action, after)} {name} from [{enemy}]"


def _pick(before: Position, action: Any, after: Position) -> str:
    seat, slot, phase = before["player"], action.slot, before["phase"]
    if phase == "place":
        card = card_name(before["pending"]["card"])
        bribed = "the bribed " if before["pending"]["from"] is not None else "the "
        ground = "in the enemy's city " if before["pending"]["card"] == "brothel" else ""
        return f"[lays] {bribed}{card} {ground}{slot_words(slot)}"
    if phase == "raid_lose":
        return f"[takes] the {card_at(before, seat, slot)} {slot_words(slot)} back"
    if phase == "target" and before["pending"]["backfire"]:
        return f"[takes] the {card_at(before, seat, slot)} {slot_words(slot)} back into the hand"
    hit = f"[{_enemy(before)}'s] {card_at(before, _enemy(before), slot)}"
    match phase:
        case "civil_war":
            return f"[sends] {hit} back to the hand"
        case "raid_name":
            return f"[names] {hit}"
        case _:
            return f"[turns] the {card_name(before['pending']['card'])} on {hit}"


def _stack(before: Position, action: Any, after: Position) -> str:
    where = f"stack {action.stack}"
    match before["phase"]:
        case "setup_stack":
            return f"[looks] through {where}"
        case "bailiff":
            return f"[puts] the bailiff house under {where}"
        case "chancellor":
            gained = Counter(after["hands"][before["player"]]) - Counter(before["hands"][before["player"]])
            return f"[takes] {card_list(gained)} from the top of {where}"
        case "holy":
            return f"[puts] {card_name(before['pending']['card'])} under {where}"
        case "archive":
            return f"[looks] at the top of {where}"
        case _:
            return f"[names] {where}"


def _draw(before: Position, action: Any, after: Position) -> str:
    return f"[draws] {card_name(before['stacks'][action.stack][0]['card'])} from stack {action.stack}"


def _done(before: Position, action: Any, after: Position) -> str:
    return {
        "builder": "[leaves] the stacks alone",
        "spy": "[takes] no card",
        "merchant_take": "[takes] no more",
        "holy": "[keeps] the card",
    }.get(before["phase"], "[exchanges] no card")


REPORTS: Mapping[str, Report] = {
    "build": _build,
    "play": _play,
    "take": _take,
    "bury": _bury,
    "road": lambda before, action, after: f"[builds] a road at the {action.end} end",
    "settlement": _settlement,
    "city": _city,
    "trade": _trade,
    "resource": _resource,
    "number": lambda before, action, after: f"[sets] the die to {action.number}",
    "demolish": lambda before, action, after: f"[demolishes] the {card_at(before, before['player'], action.slot)}",
    "pick": _pick,
    "ally": lambda before, action, after: (
        f"[allies] with [{_enemy(before)}'s] {card_at(before, _enemy(before), action.slot)}"
    ),
    "region": lambda before, action, after: f"[chooses] the region {region_name(before, action.region)}",
    "draw": _draw,
    "search": lambda before, action, after: f"[searches] stack {action.stack}",
    "stack": _stack,
    "ban": lambda before, action, after: f"[lays] a ban on {pile_words(before, action.pile)}",
    "lift": lambda before, action, after: f"[lifts] the ban on {pile_words(before, action.pile)}",
    "brewery": lambda before, action, after: f"[lets] the brewery show {action.side}",
    "burn_brothel": lambda before, action, after: "[burns] the brothel in its city",
    "roll": lambda before, action, after: "[rolls]",
    "pass": lambda before, action, after: (
        "[calls] no physician" if before["phase"] == "physician" else "[does] not answer"
    ),
    "done": _done,
    "end_turn": lambda before, action, after: "[ends] the turn",
}
"""By kind of action."""


def hidden_report(before: Position, action: Any) -> str | None:
    """Return the report of an action with a secret as the enemy may know it; None for others (N2)."""
    phase, pending = before["phase"], before["pending"]
    match action.kind, phase:
        case "take", "archive_sort":
            return f"[lays] a card back as card {pending['sorted'] + 1}"
        case "take", "deck_pick":
            return "[takes] a card from the deck"
        case "take", "spy" | "diplomat":
            return None  # from the enemy's own hand, or from an open pile
        case "take", _:
            return f"[takes] a card from stack {pending['stack']}"
        case "bury", _:
            return f"[puts] a card under stack {pending['stack']}"
        case "stack", "chancellor":
            return f"[takes] the card from the top of stack {action.stack}"
        case "stack", "holy":
            return f"[puts] a card under stack {action.stack}"
        case "draw", _:
            return f"[draws] a card from stack {action.stack}"
    return None

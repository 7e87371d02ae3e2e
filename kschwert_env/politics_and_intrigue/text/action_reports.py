"""Reports of actions in words."""

from collections import Counter
from typing import Any

from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.text.phrases import card_list, card_name
from kschwert_env.politics_and_intrigue.text.names import card_at, pile_words, region_name, slot_words

GAINING, SPENDING, GIVING = ("gain", "caravan_take"), ("caravan_pay", "search_pay"), ("mendicant", "merchant_give")


def _enemy(before: Position) -> int:
    return 1 - int(before["player"])


def _take(before: Position, action: Any) -> str:
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
            return f"[takes] {card} from stack [#{before['pending']['stack']}]"


def _settlement(before: Position, action: Any, after: Position) -> str:
    own = after["principalities"][before["player"]]
    upper, lower = (f"{region['kind']} {region['number']}" for region in own["regions"][-2:])
    return f"[founds] a settlement at the {action.end} end, beside {upper} and {lower}"


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


def _pick(before: Position, action: Any) -> str:
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
    where = f"stack [#{action.stack}]"
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


_DONE = {
    "builder": "[leaves] the stacks alone",
    "spy": "[takes] no card",
    "merchant_take": "[takes] no more",
    "holy": "[keeps] the card",
}


def report_action(before: Position, action: Any, after: Position) -> str:
    """Return an action in words, hidden cards included."""
    seat, enemy, phase = before["player"], _enemy(before), before["phase"]
    match action.kind:
        case "build":
            return f"[builds] the {card_name(action.card)}"
        case "play":
            return f"[plays] the {card_name(action.card)}{' in answer' if phase == 'react' else ''}"
        case "take":
            return _take(before, action)
        case "bury":
            return f"[puts] {card_name(action.card)} under stack [#{before['pending']['stack']}]"
        case "road":
            return f"[builds] a road at the {action.end} end"
        case "settlement":
            return _settlement(before, action, after)
        case "city":
            return f"{'[lays] the metropolis' if phase == 'place' else '[builds] a city'} on place [#{action.place}]"
        case "trade":
            return f"[trades] {_fewer(before, after, seat, action.give)} {action.give} for 1 {action.get}"
        case "resource":
            return _resource(before, action, after)
        case "number":
            return f"[sets] the die to {action.number}"
        case "demolish":
            return f"[demolishes] the {card_at(before, seat, action.slot)}"
        case "pick":
            return _pick(before, action)
        case "ally":
            return f"[allies] with [{enemy}'s] {card_at(before, enemy, action.slot)}"
        case "region":
            return f"[chooses] the region {region_name(before, action.region)}"
        case "draw":
            return f"[draws] {card_name(before['stacks'][action.stack][0]['card'])} from stack [#{action.stack}]"
        case "search":
            return f"[searches] stack [#{action.stack}]"
        case "stack":
            return _stack(before, action, after)
        case "ban" | "lift":
            verb = "[lays] a ban" if action.kind == "ban" else "[lifts] the ban"
            return f"{verb} on {pile_words(before, action.pile)}"
        case "brewery":
            return f"[lets] the brewery show {action.side}"
        case "burn_brothel":
            return "[burns] the brothel in its city"
        case "pass":
            return "[calls] no physician" if phase == "physician" else "[does] not answer"
        case "done":
            return _DONE.get(phase, "[exchanges] no card")
        case _:
            return "[rolls]" if action.kind == "roll" else "[ends] the turn"


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
            return f"[takes] a card from stack [#{pending['stack']}]"
        case "bury", _:
            return f"[puts] a card under stack [#{pending['stack']}]"
        case "stack", "chancellor":
            return f"[takes] the card from the top of stack [#{action.stack}]"
        case "stack", "holy":
            return f"[puts] a card under stack [#{action.stack}]"
        case "draw", _:
            return f"[draws] a card from stack [#{action.stack}]"
    return None

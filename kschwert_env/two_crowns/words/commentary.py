"""A game told in words: what an action did, read off the positions before and after it."""

from collections import Counter
from collections.abc import Callable, Mapping

from kschwert_env.engine.actions import Action
from kschwert_env.engine.contract import Position
from kschwert_env.engine.words import card_list, card_name
from kschwert_env.two_crowns.kernel.components import KNIGHT_NAMES
from kschwert_env.two_crowns.words.battle import SEATS, battle_lines
from kschwert_env.two_crowns.words.drawing import asking


def tell(before: Position, action: Action, after: Position) -> list[str]:
    """One action in plain words: first what the deciding seat did, then line by line what followed by itself.

    A commentator sees everything: cards drawn, and cards laid face down.
    """
    lines = [f"Seat {before['player']} {_DEEDS[action.kind](before, action, after)}."]
    if action.kind == "pay" or (action.kind == "done" and before["player"] != before["turn_player"]):
        lines += battle_lines(before, action, after)
    if after["turn"] > before["turn"] or after["truncated"]:
        lines += _back_from_rest(before)
    return lines + _game_over(after) if after["phase"] == "over" else lines


# -- deeds ----------------------------------------------------------------------------------------------------


def _recruit(before: Position, action: Action, after: Position) -> str:
    return f"recruits {card_list(_drawn(before, after))}"


def _drawn(before: Position, after: Position) -> Counter[str]:
    seat = before["player"]
    return Counter(before["decks"][seat]) - Counter(after["decks"][seat])


def _exact(before: Position, action: Action, after: Position) -> str:
    return f"discards {card_name(str(action.card))} and draws {card_list(_drawn(before, after))}"


def _done(before: Position, action: Action, after: Position) -> str:
    is_attacker = before["player"] == before["turn_player"]
    return f"{'attacks' if is_attacker else 'defends'} with {card_list(before['battle']['laid'][before['player']])}"


def _pay(before: Position, action: Action, after: Position) -> str:
    return f"{'pays' if action.choice == 'yes' else 'does not pay'} for the {card_name(asking(before))}"


def _keep(before: Position, action: Action, after: Position) -> str:
    kept = str(action.card)
    other = Counter[str](before["exact"]) - Counter([kept])
    return f"keeps {card_name(kept)} and discards {card_list(other)}"


def _roll_fate(before: Position, action: Action, after: Position) -> str:
    seat = before["player"]
    return f"rolls the die of fate: the castle was at {before['castles'][seat]} and is at {after['castles'][seat]}"


_DEEDS: Mapping[str, Callable[[Position, Action, Position], str]] = {
    "attack": lambda before, action, after: f"attacks seat {1 - before['player']}",
    "recruit": _recruit,
    "exact": _exact,
    "lay": lambda before, action, after: f"lays {card_name(str(action.card))}",
    "done": _done,
    "pay": _pay,
    "keep": _keep,
    "roll_fate": _roll_fate,
    "pass": lambda before, action, after: "can do nothing, and waits for the knights at rest",
}


# -- what follows ---------------------------------------------------------------------------------------------


def _back_from_rest(before: Position) -> list[str]:
    resting = [before["resting"][seat]["this_turn"] for seat in SEATS]
    return [f"Back from rest to seat {seat}: {card_list(cards)}." for seat, cards in enumerate(resting) if cards]


def _game_over(after: Position) -> list[str]:
    castles, loser = after["castles"], after["turn_player"]
    if after["truncated"]:
        reason = f"the cap of {after['rules']['max_turns']} turns is reached"
    elif castles[loser] == 0 and not after["decks"][loser] and not set(KNIGHT_NAMES) & set(after["hands"][loser]):
        reason = f"seat {loser} can do nothing"
    else:
        reason = "a castle has fallen"
    told = f"The game is over: {reason}. Castles: {castles[0]} and {castles[1]}."
    if castles[0] == castles[1]:
        return [told, "Nobody wins."]
    return [told, f"Seat {castles.index(max(castles))} wins."]

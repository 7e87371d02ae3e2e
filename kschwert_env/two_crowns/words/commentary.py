"""A game told in words: what an action did, read off the positions before and after it."""

from collections import Counter
from collections.abc import Callable, Mapping

from kschwert_env.engine.actions import Action
from kschwert_env.engine.contract import Position
from kschwert_env.engine.words import card_list, card_name
from kschwert_env.two_crowns.kernel.components import KNIGHT_NAMES
from kschwert_env.two_crowns.kernel.special import DAMAGE
from kschwert_env.two_crowns.words.drawing import asking

SEATS = (0, 1)


def tell(before: Position, action: Action, after: Position) -> list[str]:
    """One action in plain words: first what the deciding seat did, then line by line what followed by itself.

    A commentator sees everything: cards drawn, and cards laid face down.
    """
    lines = [f"Seat {before['player']} {_DEEDS[action.kind](before, action, after)}."]
    if before["battle"] and action.kind in ("done", "pay"):
        lines += _battle(before, action, after)
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
    card = asking(before)
    if action.choice == "no":
        return f"does not pay for the {card_name(card)}"
    return f"pays for the {card_name(card)}{_effect(before, card)}"


def _effect(before: Position, card: str) -> str:
    enemy = 1 - before["player"]
    if card == "catapult":
        return f", which takes {DAMAGE} points off the castle of seat {enemy}"
    if card == "bishop":
        knight = next(knight for knight in reversed(KNIGHT_NAMES) if knight in before["battle"]["laid"][enemy])
        return f", who brings over {card_name(knight)} from seat {enemy}"
    return ", who doubles the points of his knights"


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
}


# -- what follows ---------------------------------------------------------------------------------------------


def _battle(before: Position, action: Action, after: Position) -> list[str]:
    """How a battle ended, and what was discarded on the way."""
    if before["player"] == before["turn_player"] and action.kind == "done":
        return []  # the defender lays next
    lines = []
    for seat in SEATS:
        discarded = Counter(after["discards"][seat]) - Counter(before["discards"][seat])
        if discarded:
            lines.append(f"Seat {seat} discards {card_list(discarded)}.")
    if not after["battle"]:
        lines.append(_result(before, action, after))
    return lines


def _result(before: Position, action: Action, after: Position) -> str:
    attacker = before["turn_player"]
    defender = 1 - attacker
    castle = after["castles"][defender]
    damage = before["castles"][defender] - castle
    if action.choice == "yes" and asking(before) == "catapult" and before["player"] == attacker:
        damage -= DAMAGE
    if damage > 0:
        return f"Seat {attacker} wins the battle by {damage}: the castle of seat {defender} is at {castle}."
    if after["phase"] == "over" and min(after["castles"]) <= 0 and after["turn"] == before["turn"]:
        return "The battle is not fought to its end."
    return f"Seat {defender} holds the castle."


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

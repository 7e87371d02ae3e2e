"""What no game can reach: all that a redraw (Q9) and the last revolt (P3) ask of a position that is read.

It takes for granted that all other keys are sound.
"""

from collections import Counter
from typing import Any

from .cardplay import may_draw
from .cards import ACTION_CARDS, EVENTS, PEOPLE_CARDS
from .position import Json, LastRevolt, read_position
from .revolt import winner_of

KEYS_OF_LAST_REVOLT = {"leader", "king", "votes", "laid", "open_swords", "result"}
RESULTS = ("king", "leader", "truce")


def faults_of_position(position: Json) -> list[str]:
    """Why no game can reach this position; nothing if one may."""
    return [*faults_of_redraw(position), *faults_of_last_revolt(position)]


def faults_of_redraw(position: Json) -> list[str]:
    """D1, Q9: an event has just been drawn for an AP and lies in the discard pile; its player is asked."""
    if position["phase"] != "redraw":
        return []
    faults = [f"Q9: {key} in redraw" for key in ("expansion", "attack", "revolt") if position[key] is not None]
    if position["turn"] is None:
        faults.append("Q9: redraw without a turn")
    if not is_number(position["action_points"], 0, 2):
        faults.append(f"D1: the draw took one of 3 AP, so there cannot be {position['action_points']} left")
    if position["player"] != position["turn_player"]:
        faults.append("Q9: another seat than the one whose turn it is asked")
    if not EVENTS.keys() & position["discard_pile"].keys():
        faults.append("D1: no event lies in the discard pile")
    if not may_draw(read_position(position | {"last_revolt": None})):
        faults.append("D3, Q9: nobody is asked where there is nothing to draw")
    return faults


def faults_of_last_revolt(position: Json) -> list[str]:
    """P3: well-formed, possible, with the result that it must have had, and its winner still king."""
    last, seats = position["last_revolt"], position["rules"]["num_players"]
    if last is None:
        return []
    faults = faults_of_form(last, seats)
    if faults:
        return faults
    if position["revolt"] is not None or position["phase"] == "setup":
        faults.append(f"P3: a last revolt in phase {position['phase']}")
    if last["leader"] == last["king"]:
        faults.append("R1: the king led a revolt against himself")
    if last["votes"][last["leader"]] != "sword" or last["votes"][last["king"]] != "crown":
        faults.append("R2: the leader's vote is sword and the king's is crown")
    laid = sum((Counter(cards) for cards in last["laid"]), Counter())
    if any(count > ACTION_CARDS[card].copies for card, count in laid.items()):
        faults.append(f"C6: there are not as many cards as were laid: {dict(laid)}")
    model = LastRevolt(**last | {"laid": [Counter(cards) for cards in last["laid"]]})
    result = "truce" if laid["truce"] else winner_of(model, last["open_swords"])
    if last["result"] != result:
        faults.append(f"R5, R8: it ended by {result}, not by {last['result']}")
    if position["king"] != last["leader" if last["result"] == "leader" else "king"]:
        faults.append(f"P3: {position['king']} is king, though {last['result']} decided it")
    return faults


def faults_of_form(last: Any, seats: int) -> list[str]:
    """P3: the keys, and a value of the right kind for each."""
    if not isinstance(last, dict) or last.keys() != KEYS_OF_LAST_REVOLT:
        return ["last_revolt does not have the keys of one"]
    sound = {
        "leader": is_number(last["leader"], 0, seats - 1),
        "king": is_number(last["king"], 0, seats - 1),
        "votes": is_list(last["votes"], seats) and all(vote in ("crown", "sword") for vote in last["votes"]),
        "laid": is_list(last["laid"], seats) and all(map(are_cards, last["laid"])),
        "open_swords": is_number(last["open_swords"], 0, PEOPLE_CARDS["sword"]),
        "result": last["result"] in RESULTS,
    }
    return [f"{key} of the last revolt cannot be {last[key]!r}" for key, is_sound in sound.items() if not is_sound]


def is_number(value: Any, least: int, most: int) -> bool:
    """An integer within bounds; true is none."""
    return type(value) is int and least <= value <= most


def is_list(value: Any, length: int) -> bool:
    """A list of so many."""
    return isinstance(value, list) and len(value) == length


def are_cards(value: Any) -> bool:
    """Action cards, each with its count: no hand holds events, and zeros are left out."""
    return isinstance(value, dict) and all(
        card in ACTION_CARDS and is_number(count, 1, ACTION_CARDS[card].copies) for card, count in value.items()
    )

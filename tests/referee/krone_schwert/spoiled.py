"""Lawful positions with one thing made wrong that no game can reach: what is to be refused when it is read."""

import copy
from collections.abc import Callable, Iterator
from typing import Any

from .position import Json
from .scenes import Scene

Spoil = Callable[[Json], Any]


def redraw(players: int) -> Json:
    """An event has just been drawn."""
    return Scene(players).king(1, cathedrals=1).realm(0).redraw(action_points=1).build()


def last_revolt(players: int, result: str) -> Json:
    """Seat 0 and all but the king voted sword, king 1 crown; each laid something."""
    scene = Scene(players).realm(0).realm(1).set(king=0 if result == "leader" else 1).people(6, 5)
    swords, truce = {"king": (0, 0), "leader": (7, 0), "truce": (3, 1)}[result]
    scene.scores(*[5] * players)
    if result == "leader":
        scene.announced(0, 5)
    king_lays: Json = {"castle": 2, "ambush": 1} | ({"truce": truce} if truce else {})
    rebels = range(2, players)
    scene.last_revolt(0, 1, result, {0: {"leader_4": 1}, 1: king_lays}, swords, rebels)
    return scene.build()


def of_redraw() -> Iterator[tuple[str, Spoil]]:
    """Q9, D1, D3."""

    def sets(key: str, value: Any) -> Spoil:
        return lambda position: position.update({key: value})

    def moves_events(position: Json) -> None:
        position["draw_pile"]["unrest"] = position["draw_pile"].get("unrest", 0) + position["discard_pile"].pop(
            "unrest"
        )

    def leaves_only_events(position: Json) -> None:
        for pile in ("draw_pile", "discard_pile"):
            for card in position[pile].keys() - {"unrest", "city_scoring"}:
                hand = position["hands"][1]
                hand[card] = hand.get(card, 0) + position[pile].pop(card)

    yield "no event is discarded", moves_events
    yield "nothing to draw", leaves_only_events
    for action_points in (3, -1, None, True, 1.0):
        yield f"{action_points!r} action points", sets("action_points", action_points)
    yield "another seat is asked", sets("player", 1)
    yield "nobody is asked", sets("player", None)
    yield "no turn", sets("turn", None)
    yield "an expansion", sets("expansion", {"card": "castle", "claims_left": 1})
    yield "a revolt", lambda position: position.update(revolt=running(position))


def running(position: Json) -> Json:
    """A revolt that has just been declared."""
    seats = len(position["hands"])
    votes = ["sword", "crown", *[None] * (seats - 2)]
    return {"leader": 0, "votes": votes, "laid": [{} for _ in range(seats)], "decided": [False] * seats}


def of_last_revolt(result: str) -> Iterator[tuple[str, Spoil]]:
    """P3, R2, R5, R8, C6."""

    def sets(key: str, value: Any) -> Spoil:
        return lambda position: position["last_revolt"].update({key: value})

    def lays(card: str, count: Any) -> Spoil:
        return lambda position: position["last_revolt"]["laid"][0].update({card: count})

    def votes(seat: int, vote: Any) -> Spoil:
        return lambda position: position["last_revolt"]["votes"].__setitem__(seat, vote)

    def lacks(key: str) -> Spoil:
        return lambda position: position["last_revolt"].pop(key)

    def becomes(value: Any) -> Spoil:
        return lambda position: position.update(last_revolt=value)

    def declares(position: Json) -> None:
        position.update(revolt=running(position), phase="revolt_lay", action_points=2)

    yield "king and leader are one", sets("king", 0)
    yield "the leader is the king", sets("leader", 1)
    yield "the leader's vote is crown", votes(0, "crown")
    yield "the king's vote is sword", votes(1, "sword")
    for vote in (None, "none", 1):
        yield f"a vote {vote!r}", votes(0, vote)
    for other in ("king", "leader", "truce", "", None):
        if other != result:
            yield f"the result {other!r}", sets("result", other)
    if result == "truce":
        yield "no truce was laid", lambda position: position["last_revolt"]["laid"][1].pop("truce")
    else:
        yield "a truce was laid", lays("truce", 1)
    if result == "leader":
        yield "too few swords for the leader", sets("open_swords", 0)
        yield "the king that it was against is king", lambda position: position.update(king=1)
    else:
        yield "the leader is king", lambda position: position.update(king=0)
    if result == "king":
        yield "swords enough for the leader", sets("open_swords", 11)
    yield "too many castles", lambda position: [cards.update(castle=8) for cards in position["last_revolt"]["laid"]]
    for card, count in (("leader_4", 4), ("unrest", 1), ("game_end", 1), ("joker", 1), ("city", -1), ("city", 1.0)):
        yield f"{count!r} cards {card}", lays(card, count)
    for swords in (-1, 12, None, "3", True, 3.0):
        yield f"{swords!r} open swords", sets("open_swords", swords)
    for seat in (-1, 99, None, "0", 0.0, False):
        yield f"the leader {seat!r}", sets("leader", seat)
    for key in ("leader", "king", "votes", "laid", "open_swords", "result"):
        yield f"{key} is missing", lacks(key)
    yield "a key too many", sets("decided", [])
    yield "a vote too many", lambda position: position["last_revolt"]["votes"].append("crown")
    yield "laid by a seat too many", lambda position: position["last_revolt"]["laid"].append({})
    nothings: list[Any] = [[], {}, 0, False, "truce"]
    for value in nothings:
        yield f"it is {value!r}", becomes(value)
    yield "there is no king", lambda position: position.update(king=None)
    yield "another revolt is running", declares


def spoiled(position: Json, spoil: Spoil) -> Json:
    """A copy with this made wrong."""
    wrong = copy.deepcopy(position)
    spoil(wrong)
    return wrong


def cases(players: int) -> Iterator[tuple[str, Json, Spoil]]:
    """Each with the lawful position that it comes from."""
    for what, spoil in of_redraw():
        yield f"redraw: {what}", redraw(players), spoil
    for result in ("king", "leader", "truce"):
        for what, spoil in of_last_revolt(result):
            yield f"last revolt, {result}: {what}", last_revolt(players, result), spoil

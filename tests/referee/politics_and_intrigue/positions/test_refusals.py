"""Positions that no game can reach are refused by referee and engine (end of chapter 13)."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from kschwert_env.politics_and_intrigue import Game
from tests.referee.politics_and_intrigue.positions.position import PASS, ROLL, Json, of
from tests.referee.politics_and_intrigue.positions.refusals import refusals
from tests.referee.politics_and_intrigue.stages import stages
from tests.referee.politics_and_intrigue.stages.ends import tournament
from tests.referee.politics_and_intrigue.stages.scenes import Scripted, land, rich, scene, step, steps
from tests.referee.test_referee import changed, leaves

pytestmark = pytest.mark.needs_jit

DERIVED = ("turn_player", "supply", "regions_left", "row_cards", "scores", "knight", "windmill", "rules", "format")
KEYS_TRIED = 2  # of each constructed position
WRONG = Scripted(is_backfire=True)


def made_trim() -> Json:
    """Seat 1 is above its limit in the turn of seat 0."""
    enemy = rich(1, slots={0: "library", 2: "secret_alliance"})
    asked = steps(scene(rich(0), enemy, hands=("arsonist", "2 spy, bishop")), of("play", "arsonist"), PASS)
    return step(asked, of("pick", 0))


def made_target(card: str = "arsonist") -> Json:
    """Seat 0 names an own card."""
    slots = {0: "abbey", 4: "knight_falk"}
    enemy = rich(1, slots={0: "abbey", 4: "knight_arno"})
    return steps(scene(rich(0, slots=slots), enemy, hands=(card, "")), of("play", card), PASS, chance=WRONG)


def made_war() -> Json:
    """Seat 1, which has lost a unit, names one."""
    own, enemy = land(0, slots={0: "ore_fleet"}), land(1, slots={0: "knight_arno"})
    facts: Json = {"phase": "roll", "dice": None, "hands": ("spy, 2 garrison", "2 scout, bishop")}
    before = scene(own, enemy, **facts)
    return step(step(before, ROLL, Scripted("event", 1, ["civil_war"])), of("pick", 0))


def made_knight() -> Json:
    """Seat 0 places a knight in a tournament."""
    return step(tournament(rich(0), hands=("knight_konrad", "")), of("build", "knight_konrad"))


def pending(**values: Any) -> Callable[[Json], None]:
    """Change what is pending."""
    return lambda position: position["pending"].update(values)


def keys(**values: Any) -> Callable[[Json], None]:
    """Change keys of the position."""
    return lambda position: position.update(values)


def moves(card: str, source: Callable[[Json], Json], target: Callable[[Json], Json]) -> Callable[[Json], None]:
    """Move a card from one pile or hand to another."""

    def change(position: Json) -> None:
        source(position)[card] -= 1
        if not source(position)[card]:
            del source(position)[card]
        target(position)[card] = target(position).get(card, 0) + 1

    return change


def hand(seat: int) -> Callable[[Json], Json]:
    """The hand of a seat."""
    return lambda position: position["hands"][seat]


def pile(position: Json) -> Json:
    """The first discard pile."""
    return position["discards"][0]


REFUSED: dict[str, tuple[Callable[[], Json], Callable[[Json], None]]] = {
    "an old format": (scene, keys(format="politics_and_intrigue.position.v1")),
    "no pending": (made_trim, keys(pending=None)),
    "pending that is no dict": (made_trim, keys(pending=[])),
    "a key too few": (made_trim, keys(pending={})),
    "a key too many": (made_trim, pending(stack=0)),
    "an unknown resume": (made_trim, pending(resume="roll")),
    "a yield without an event": (made_trim, pending(resume="yield")),
    "the turn player's trim": (made_trim, pending(resume=None)),
    "the wrong seat": (made_trim, keys(player=0)),
    "a closed gate": (made_trim, keys(gate_open=False)),
    "no arsonist": (made_trim, moves("arsonist", pile, hand(0))),
    "action above the limit": (made_trim, keys(phase="action", player=0, pending=None)),
    "five cards at limit three": (scene, lambda p: fill_hand(p, 5)),
    "a backfire that is no bool": (made_target, pending(backfire=1)),
    "a target without its card": (made_target, moves("arsonist", pile, hand(0))),
    "a backfire of a bribery": (made_target, pending(card="bribery")),
    "a spy's target": (made_target, pending(card="spy")),
    "no own target": (made_target, lambda p: lay(p, 0, 0, None)),
    "no target of the enemy's": (made_target, lambda p: lay(p, 1, 0, None)),
    "a war of which no card tells": (made_war, lambda p: p["events"].update(discard={})),
    "a war that no die tells": (made_war, lambda p: p["dice"].update(event="sun")),
    "two above in a war": (made_war, moves("garrison", hand(0), hand(1))),
    "a knight twice": (made_knight, lambda p: lay(p, 1, 0, "knight_konrad")),
    "a discarded brothel": (lambda: scene(hands=("brothel", "")), moves("brothel", hand(0), pile)),
    "a discarded metropolis": (lambda: scene(hands=("metropolis", "")), moves("metropolis", hand(0), pile)),
    "more known than held": (scene, keys(known=[{"spy": 1}, {}])),
    "thirteen points": (lambda: scene(rich(0)), lambda p: p.update(scores=[13, 3])),
    "a card too many": (scene, lambda p: p["hands"][0].update(spy=1)),
    "mints before the action": (made_war, keys(mints_used=1)),
    "too many mints": (scene, keys(mints_used=2)),
    "two metropolises": (
        lambda: scene(rich(0, places="metropolis, city"), hands=("metropolis", "")),
        lambda p: p["principalities"][0].update(places=["metropolis", "metropolis"]),
    ),
}


def lay(position: Json, seat: int, slot: int, card: str | None) -> None:
    """Put a card into a slot; what was there goes under a stack, and the new one comes out of a stack."""
    slots = position["principalities"][seat]["slots"]
    own = [4 * seat, 4 * seat + 4] if len(position["stacks"]) == 8 else [0, 6]
    if slots[slot]:
        position["stacks"][own[0]].append({"card": slots[slot], "seen": [False, False]})
    slots[slot] = card
    if card:
        for stack in position["stacks"][own[0] : own[1]]:
            found = [entry for entry in stack if entry["card"] == card][:1]
            if found:
                stack.remove(found[0])
                return
        raise AssertionError(card)


def fill_hand(position: Json, number: int) -> None:
    """Give seat 1 the top cards of a stack."""
    cards = [position["stacks"][0].pop(0)["card"] for _ in range(number)]
    position["hands"][1] = dict(Counter(cards))


@pytest.mark.parametrize("case", REFUSED)
def test_what_no_game_can_reach_is_refused(case: str) -> None:
    """Chapter 13: engine and referee accept the position, and refuse the altered one."""
    made, change = REFUSED[case]
    position = made()
    assert refusals(position) == []
    Game.from_position(position)
    change(position)
    assert refusals(position)
    assert not is_accepted(position)


@pytest.mark.parametrize("is_tournament", [False, True])
def test_the_engine_refuses_what_the_referee_refuses(is_tournament: bool) -> None:
    """Chapter 13: any value of a constructed position is changed; the engine may refuse more, but not less."""
    random, accepted = Random(0), []
    for stage in stages(is_tournament):
        paths = [path for path in leaves(stage.position) if path[0] not in DERIVED]
        for key in random.sample(sorted({path[0] for path in paths}), KEYS_TRIED):
            path = random.choice([path for path in paths if path[0] == key])
            altered = changed(stage.position, path, random)
            if (reasons := refusals(altered)) and is_accepted(altered):
                accepted.append((stage.name, path, reasons))
    assert accepted == []


def is_accepted(position: Json) -> bool:
    """Return whether the engine accepts this position."""
    try:
        Game.from_position(position)
    except ValueError:
        return False
    return True

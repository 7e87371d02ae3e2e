"""Constructed positions: the setup, the end of a turn and of a game (chapters 3, 9 and 10), the tournament (15)."""

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.referee.policies import weighted
from tests.referee.politics_and_intrigue.positions.position import END_TURN, PASS, ROLL, Json, of
from tests.referee.politics_and_intrigue.positions.start import shuffled_start
from tests.referee.politics_and_intrigue.stages.scenes import (
    BUILDER,
    CALM,
    EAGER,
    ENDING,
    HOME,
    LATE,
    TAKING,
    Made,
    Scripted,
    land,
    rich,
    scene,
    step,
    steps,
)


def hands() -> Iterator[Made]:
    """H1 to H5, F1, F8: above, at and below the limit, with and without the means to search."""
    for hand in ("", "spy", "spy, abbey, bishop", "2 spy, 2 bishop, abbey, scout"):
        for own in (land(0), land(0, stock=1), land(0, slots={0: "town_hall"}, stock=1), rich(0, slots=HOME)):
            yield scene(own, hands=(hand, "")), ENDING
            yield step(scene(own, hands=(hand, ""), known=(hand.partition(", ")[0], "")), END_TURN), TAKING
    seen = {(number, 0): (False, True) for number in range(6)}
    yield scene(land(0), hands=("", ""), seen=seen, bans={1: 1, 2: 0}), ENDING
    short = dict.fromkeys(range(6), "")
    yield scene(land(0, stock=2), hands=("spy", ""), stacks=short), ENDING
    yield scene(land(0, stock=2), hands=("spy", ""), stacks=short | {1: "abbey"}), ENDING
    yield scene(land(0, stock=2), hands=("spy", ""), stacks=short | {1: "abbey"}, bans={1: 1}), ENDING
    many = "3 black_knight, 3 arsonist, 2 spy, 2 abbey, 2 garrison"
    yield scene(hands=(many, "knight_arno, spy, scout")), ENDING


def holy_places() -> Iterator[Made]:
    """F15: in refilling and in an exchange, by draw and by search, kept, used, and by alliance."""
    own = rich(0, slots={0: "holy_place", 2: "church"})
    allied = rich(0, slots={0: "secret_alliance"}, alliance=0)
    for home, enemy in ((own, None), (allied, rich(1, slots={0: "holy_place"}))):
        for hand in ("spy", "spy, abbey, bishop", "spy, abbey"):
            for policy in (ENDING, TAKING, weighted(done=0.2, end_turn=90.0)):
                yield step(scene(home, enemy, hands=(hand, "")), END_TURN), policy


def ends() -> Iterator[Made]:
    """B11, W1, W2: by building, by burning, by demolishing; both at once; the last turn."""
    seven = {0: "church", 1: "library", 2: "mint", 3: "bath_house", 4: "town_hall", 5: "court", 6: "cathedral"}
    twelve = rich(0, slots=seven, open_roads=(True, False))
    yield scene(twelve, land(1), hands=("knight_arno, marketplace, spy", "")), BUILDER
    enemy = rich(1, slots=seven | {7: "knight_konrad"})
    yield scene(land(0, slots={0: "knight_gerold"}), enemy), weighted(demolish=90.0)
    six = {0: "church", 1: "library", 2: "republic_house", 3: "bath_house", 4: "town_hall", 5: "bishops_see"}
    enemy = rich(1, places="city, city, city", extra=(0, 1), slots=six | {8: "knight_bertram"})
    yield scene(rich(0, slots=seven | {7: "brewery"}, brewery="strength"), enemy), weighted(brewery=90.0)
    for reward in ("win", "placement", "score"):
        for max_rounds in (LATE // 2 + 1, LATE // 2 + 2):
            facts: Json = {"max_rounds": max_rounds, "reward": reward, "hands": ("spy, abbey, bishop", "")}
            yield scene(land(0), turn=LATE + 1, player=1, **facts), ENDING
            yield scene(rich(0), land(1), turn=LATE + 1, player=1, **facts), ENDING


def setups() -> Iterator[Made]:
    """S4: for both seats; the same stack, another one."""

    for number in range(2):
        start = shuffled_start(Random(number), start_player="random")
        yield start, weighted()
        after = step(start, of("stack", 2))
        yield after, weighted()


def tournament(own: Json | None = None, enemy: Json | None = None, **facts: Any) -> Json:
    """A scene of the tournament game."""
    return scene(own, enemy, game="tournament", **facts)


def tournaments() -> Iterator[Made]:
    """M1 to M7."""
    home = land(0, slots={0: "church", 2: "town_hall"}, stock=3)
    yield tournament(home, hands=("church_ban, 3 spy", "")), EAGER
    yield tournament(home, hands=("church_ban, diplomat, archivist", ""), bans={4: 0, 8: 1, 1: 1}), EAGER
    moved = [{"church_ban": 2}, {"church_ban": -2}]
    yield tournament(home, hands=("church_ban", ""), bans={4: 0, 5: 0, 6: 0}, moved=moved), EAGER
    mills = rich(0, slots={0: "lumber_mill", 1: "secret_alliance"}, stock=0, alliance=0)
    facts: Json = {"phase": "number", "dice": None, "discards": ("alchemist", "")}
    yield tournament(mills, land(1, slots={0: "lumber_mill"}), **facts), CALM
    hands = ("diplomat, chancellor, council, abbey", "")
    yield tournament(home, hands=hands, discards=("abbey, spy", "knight_arno")), EAGER
    yield tournament(hands=("spy", "knight_arno, bishop, abbey")), EAGER
    enemy = rich(1, slots={0: "knight_konrad", 1: "church"})
    yield tournament(home, enemy, hands=("bribery, knight_konrad, black_knight, arsonist", "")), EAGER
    yield tournament(rich(0, slots={0: "brothel"}), rich(1, slots={0: "brothel"}), hands=("arsonist", "")), EAGER
    for hand in ("spy, abbey, bishop", "abbey", "abbey, spy, bishop, scout"):
        own = land(0, slots={0: "holy_place"}, stock=2)
        yield step(tournament(own, hands=(hand, "")), END_TURN), TAKING
        yield step(tournament(own, hands=(hand, ""), bans={0: 1}), END_TURN), weighted(done=0.3)
    named = [{"knight_konrad": 1}, {"knight_konrad": -1}]
    own = rich(0, slots={0: "knight_konrad"})
    yield tournament(own, hands=("knight_konrad, knight_gerold", ""), moved=named), EAGER
    before = tournament(rich(0, slots={0: "church", 2: "abbey"}), rich(1, slots={0: "church"}), hands=("arsonist", ""))
    for is_backfire in (False, True):
        chance = Scripted(is_backfire=is_backfire)
        yield steps(before, of("play", "arsonist"), PASS, chance=chance), EAGER
    raided = rich(1, slots={0: "church", 2: "town_hall"})
    before = tournament(land(0, slots={0: "knight_falk"}), raided, phase="roll", dice=None)
    yield step(before, ROLL, Scripted("event", 1, ["raid"])), CALM
    yield step(before, ROLL, Scripted("event", 1, ["master_builder"])), TAKING
    yield tournament(home, hands=("church, town_hall, cathedral", "")), BUILDER
    allied = rich(1, slots={0: "secret_alliance", 2: "abbey"})
    yield tournament(rich(0, slots={0: "secret_alliance"}), allied), EAGER

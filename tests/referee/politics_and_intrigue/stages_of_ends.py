"""Constructed positions: the setup, the end of a turn and of a game (chapters 3, 9 and 10)."""

from collections.abc import Iterator
from random import Random

from tests.referee.policies import weighted

from .moves import END_TURN, of
from .policies import BUILDER
from .position import Json
from .stage_kit import ENDING, HOME, TAKING, Made, rich
from .world import LATE, land, new_game, scene, step


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
    yield scene(hands=(many, "knight_arno, spy, 2 scout")), ENDING


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
        start = new_game(Random(number), start_player="random")
        yield start, weighted()
        after = step(start, of("stack", 2))
        yield after, weighted()

"""Constructed positions for situations that are rare in random games."""

from collections.abc import Callable, Iterator
from itertools import cycle

from tests.referee.judge import Stage
from tests.referee.krone_schwert.position import END_THRESHOLD, MARKERS_PER_PLAYER, SUPPLY
from tests.referee.krone_schwert.scenes import ROUND, Scene
from tests.referee.policies import Policy, weighted

EAGER = weighted(lay=30.0, revolt=60.0, attack=60.0, draw=20.0, expand=10.0, castle=60.0, end_turn=3.0)
TIMID = weighted(lay=0.3, revolt=60.0, end_turn=0.1)
DRAWING = weighted(draw=200.0)
EXPANDING = weighted(expand=200.0, done=0.1)
DECLINING = weighted(draw=60.0, done=60.0, end_turn=0.1)
REBELLING = weighted(revolt=1e6, lay=6.0)
ENDING = weighted(end_turn=200.0)

Made = tuple[Scene, Policy]
Maker = Callable[[int, bool], Iterator[Made]]


def neighbours(scene: Scene, field: int) -> list[int]:
    """Return the neighbours of a field."""
    beside: list[int] = scene.position["fields"][field]["neighbours"]
    return beside


def cards(players: int, fewer: bool) -> Iterator[Made]:
    """D1 to D7, E2, C7: chains of events, new piles, nothing to draw, no people card left."""

    def scene() -> Scene:
        return Scene(players, fewer_parts=fewer).king(1, cathedrals=1).realm(0)

    yield scene().draw_pile(unrest=2, city_scoring=1), DRAWING
    yield scene().draw_pile(), DRAWING
    yield scene().draw_pile(unrest=5, city_scoring=2).rest_held_by(1), DRAWING
    yield scene().hand(0, incite=2, papal_visit=2).people(0, 0).draw_pile(unrest=1, castle=2), EAGER
    yield Scene(players, fewer_parts=fewer).hand(0, incite=3).draw_pile(unrest=1, city_scoring=1), EAGER
    threshold = END_THRESHOLD[players]
    for before in (0, 1, 2):
        late = scene().set(scores=[threshold] * players).announced(1, threshold).end_begun(before)
        yield late.draw_pile(unrest=1, city_scoring=1, game_end=1), DRAWING


def redraws(players: int, fewer: bool) -> Iterator[Made]:
    """D1, Q9: asked with and without AP, king and cards in the draw pile; `game_end` or another event is next."""

    def scene(action_points: int = 1, **options: int) -> Scene:
        made = Scene(players, fewer_parts=fewer, **options).king(1, cathedrals=1).realm(0)
        return made.redraw(action_points=action_points)

    for action_points in (0, 1, 2):
        yield scene(action_points), DRAWING
        yield scene(action_points).draw_pile(unrest=2, city_scoring=1), DRAWING
        yield scene(action_points).draw_pile(), DECLINING  # D3: only when a card is needed
    yield scene().draw_pile().discard_pile(unrest=5, city_scoring=2, castle=1).rest_held_by(1), DRAWING
    yield Scene(players, fewer_parts=fewer).redraw("city_scoring").draw_pile(unrest=2, castle=1), DRAWING
    yield Scene(players, fewer_parts=fewer).king(0).redraw("city_scoring").draw_pile(city_scoring=1), DECLINING
    yield scene(0, max_rounds=ROUND + 1).turn(players - 1), DECLINING  # E6
    yield Scene(players, fewer_parts=fewer).king(0).landless(1).redraw(action_points=0), DECLINING  # X3
    threshold = END_THRESHOLD[players]
    for before in (0, 1):
        late = scene(2).set(scores=[threshold] * players).announced(1, threshold).end_begun(before)
        yield late.draw_pile(unrest=1, city_scoring=1, game_end=1), DRAWING


def papal_visits(players: int, fewer: bool) -> Iterator[Made]:
    """D7: a first king crowned under an own visit; a protected king and neighbour."""
    scene = Scene(players, fewer_parts=fewer).realm(0, castles=0, large_cities=1).hand(0, castle=1, papal_visit=1)
    yield scene.owns(0, *scene.free("mountain")[:2]).papal_visit(0), EAGER
    scene = Scene(players, fewer_parts=fewer)
    a = scene.free("forest")[0]
    scene.owns(0, a).owns(1, neighbours(scene, a)[0]).king(1).realm(0).papal_visit(1)
    yield scene.hand(0, leader_4=2, castle=1), EAGER


def buildings(players: int, fewer: bool) -> Iterator[Made]:
    """B2: a large city without a cathedral."""
    scene = Scene(players, fewer_parts=fewer).king(1).realm(0, castles=0, small_cities=0, large_cities=1)
    yield scene.hand(0, cathedral=2, city=1), EAGER


def attacks(players: int, fewer: bool) -> Iterator[Made]:
    """Chapter 7 and X3: seat 1 can lose its last field, and resettles in its turn."""
    for defence in ({}, {"ambush": 1}, {"truce": 2}, {"ambush": 2, "truce": 1}):
        scene = Scene(players, fewer_parts=fewer)
        a = scene.free("forest")[0]
        b = neighbours(scene, a)[0]
        scene.owns(0, a).owns(1, b)
        scene.owns(0, *scene.free("forest")[-2:])
        yield scene.hand(0, leader_4=2, castle=1).hand(1, **defence).set(action_points=1), EAGER
        laid = Scene(players, fewer_parts=fewer).owns(0, a).owns(1, b).hand(1, **defence).set(action_points=0)
        yield laid.attacks(b, leader_4=1, cathedral=1), EAGER
    first_turn = Scene(players, fewer_parts=fewer).owns(0, a).owns(1, b, *scene.free("forest")[-1:])
    yield first_turn.set(turn=1, turn_player=1, player=1), EAGER  # A1
    for _ in range(4):
        scene = Scene(players, fewer_parts=fewer).landless(1)
        yield scene.owns(0, *scene.free("forest")[:4]), ENDING


def revolts(players: int, fewer: bool) -> Iterator[Made]:
    """Chapter 9: ambushes and truces on either side, ties, odd and even numbers of swords."""
    strong = {"leader_4": 1, "cathedral": 2}
    hands: list[tuple[dict[str, int], dict[str, int]]] = [
        ({"ambush": 2}, strong),
        (strong, {"ambush": 2}),
        ({"ambush": 1, **strong}, {"ambush": 1, "leader_3": 3}),
        ({"truce": 1}, strong),
        (strong, {"truce": 1}),
        ({"truce": 1, **strong}, {"truce": 1, "castle": 1}),
        ({}, {"leader_4": 2, "incite": 1}),
    ]
    for rebel, king in hands:
        for crowns, swords in ((0, 0), (11, 1), (11, 11), (6, 0), (0, 11)):
            scene = Scene(players, fewer_parts=fewer).king(1, cathedrals=1).realm(0, castles=2, cathedrals=1)
            for seat in range(2, players):
                scene.realm(seat, castles=0, small_cities=0, cathedrals=1)
            yield scene.hand(0, **rebel).hand(1, **king).people(crowns, swords), EAGER


def revolts_in_a_row(players: int, fewer: bool) -> Iterator[Made]:
    """R1, P3: several revolts in one turn, after each kind of last revolt or none."""

    def scene(**more: int) -> Scene:
        scene = Scene(players, fewer_parts=fewer).king(1, cathedrals=1).realm(0, castles=2, cathedrals=1)
        return scene.people(9, 2).hand(0, leader_4=1, castle=1, **more).hand(1, truce=1, cathedral=2)

    yield scene(truce=1), REBELLING
    called_off = {0: {"truce": 1, "leader_3": 2}, 1: {"castle": 1}}
    yield scene().last_revolt(0, 1, "truce", called_off, swords=9), REBELLING
    for policy in (REBELLING, EAGER):
        lost = {0: {"castle": 1}, 1: {"cathedral": 1, "ambush": 1}}
        yield scene(truce=1).last_revolt(0, 1, "king", lost, swords=3), policy
        won = scene().last_revolt(1, 0, "leader", {1: {"leader_4": 1}}, swords=8, rebels=range(2, players))
        yield won.set(scores=[5] * players).announced(1, 5), policy


def ties(players: int, fewer: bool) -> Iterator[Made]:
    """R8: all 11 swords are open, and the king's vote and cards have the same strength; all other seats vote sword."""
    scene = Scene(players, fewer_parts=fewer).king(1, cathedrals=1).realm(0, castles=2).people(0, 0)
    yield scene.hand(1, leader_3=3), weighted(lay=1e6, revolt=1e6, sword=1e6)


def crownings(players: int, fewer: bool) -> Iterator[Made]:
    """E1: below, at and above the threshold, with few cards, and again after the end has begun."""
    threshold = END_THRESHOLD[players]

    def scene(points: int) -> Scene:
        scene = Scene(players, fewer_parts=fewer, visible_scores=False)  # hidden, while kings announce theirs
        scene.king(1, cathedrals=1).realm(0, castles=1, cathedrals=1)
        return scene.people(11, 0).set(scores=[points, *[threshold] * (players - 1)]).hand(0, castle=1)

    for gap in (4, 3, 0):  # the leader gains 3 VP by a castle and a cathedral
        yield scene(threshold - gap), TIMID
        yield scene(threshold - gap).draw_pile(castle=2, unrest=5, city_scoring=2).rest_held_by(1), TIMID
        yield scene(threshold - gap).announced(1, threshold).end_begun(60), TIMID


def full_boards(players: int, fewer: bool) -> Iterator[Made]:
    """E3: the last plain is claimed by expansion with a claim left, by occupation, or by resettling."""
    scene = Scene(players, fewer_parts=fewer)
    last, mountain = next(
        (a, b)
        for a in scene.free("plain", "forest")
        for b in neighbours(scene, a)
        if scene.position["fields"][b]["terrain"] == "mountain"
    )
    beside = {*neighbours(scene, last), *neighbours(scene, mountain)} - {last, mountain}
    scene.owns(0, *beside).hand(0, castle=1, truce=1)
    fill(scene, range(players), scene.free("plain", "forest", "mountain"), spare={last, mountain}, kept=2)
    yield scene, EXPANDING
    yield scene, EAGER
    if players > 2:  # one player's markers do not fill the board
        scene = Scene(players, fewer_parts=fewer).landless(1)
        land = scene.free("plain", "forest")
        fill(scene, [seat for seat in range(players) if seat != 1], land, spare={land[0]})
        yield scene.turn(1).set(phase="resettle"), ENDING


def fill(scene: Scene, seats: range | list[int], fields: list[int], spare: set[int], kept: int = 0) -> None:
    """Distribute the fields among the seats while their markers last; seat 0 keeps some markers."""
    owner = scene.position["owner"]
    turns = cycle(seats)
    for field in sorted(set(fields) - spare):
        seat = next(seat for seat in turns if owner.count(seat) < MARKERS_PER_PLAYER - kept * (seat == 0))
        scene.owns(seat, field)


def shortages(players: int, fewer: bool) -> Iterator[Made]:
    """L3, C5, Q4: no marker, no city, or no field left."""
    for owned in (MARKERS_PER_PLAYER - 1, MARKERS_PER_PLAYER):
        scene = Scene(players, fewer_parts=fewer)
        scene.owns(1, scene.free("forest")[0])
        free = [field for field, seat in enumerate(scene.position["owner"]) if seat is None]
        yield scene.owns(0, *free[:owned]).hand(0, castle=2, leader_4=1), EXPANDING
    yield encircled(players, fewer), EXPANDING
    yield from no_cities_left(players, fewer)


def encircled(players: int, fewer: bool) -> Scene:
    """Seat 0 has one field and one free field beside it; all other neighbours belong to seat 1."""
    scene = Scene(players, fewer_parts=fewer)
    home, free = 0, neighbours(scene, 0)[0]
    around = {*neighbours(scene, home), *neighbours(scene, free)} - {home, free}
    return scene.owns(0, home).owns(1, *around).hand(0, castle=1, city=1)


def no_cities_left(players: int, fewer: bool) -> Iterator[Made]:
    """C5: all small or all large cities are used; seat 0 has a card and a site."""
    scene = Scene(players, fewer_parts=fewer)
    plains = scene.free("plain")
    if len(plains) > SUPPLY["small_city"]:
        for number, plain in enumerate(plains[1 : SUPPLY["small_city"] + 1]):
            scene.builds(number % players, "small_city", (plain,))
        yield scene.owns(0, plains[0]).hand(0, city=2, cathedral=1), EAGER
    scene = Scene(players, fewer_parts=fewer)
    sites = disjoint_sites(scene)
    if len(sites) > SUPPLY["large_city"]:
        for number, site in enumerate(sites[1 : SUPPLY["large_city"] + 1]):
            scene.builds(number % players, "large_city", site, cathedral=number % 2 == 0)
        yield scene.owns(0, *sites[0]).hand(0, city=2, cathedral=2), EAGER


def disjoint_sites(scene: Scene) -> list[tuple[int, int]]:
    """Return a maximum set of large-city sites without a common field, by augmenting paths."""
    fields = scene.position["fields"]
    plains = {f["id"] for f in fields if f["terrain"] == "plain"}
    square_of: dict[int, int] = {}

    def assign(square: int, seen: set[int]) -> bool:
        for octagon in plains.intersection(fields[square]["neighbours"]) - seen:
            seen.add(octagon)
            if octagon not in square_of or assign(square_of[octagon], seen):
                square_of[octagon] = square
                return True
        return False

    for square in plains:
        if fields[square]["shape"] == "square":
            assign(square, set())
    return sorted(square_of.items())


def caps(players: int, fewer: bool) -> Iterator[Made]:
    """Q10: the last turn of the last round, also ending with a revolt."""
    scene = Scene(players, fewer_parts=fewer, max_rounds=ROUND + 1)
    yield scene.turn(players - 1).king(0).realm(players - 1).hand(players - 1, castle=1).set(action_points=1), EAGER


MAKERS: tuple[Maker, ...] = (
    *(cards, redraws, papal_visits, buildings, attacks, revolts, revolts_in_a_row, ties, crownings, full_boards),
    *(shortages, caps),
)


def stages(players: int, fewer_parts: bool) -> Iterator[Stage]:
    """Yield all constructed positions for this number of players."""
    for maker in MAKERS:
        for number, (scene, policy) in enumerate(maker(players, fewer_parts)):
            yield Stage(f"{maker.__name__}[{number}]", scene.build(), policy)

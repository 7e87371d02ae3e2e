"""The picture in docs/architecture.md, drawn from the imports of the code: `python -m tests.house` draws it anew.

A room is a folder of the package or a module beside them; all games are one, and the rooms inside a game are drawn
once for all of them. An arrow that follows from others is left out: what imports rendering may import what lies below
that, too. Raises ValueError where rooms import each other in a ring.
"""

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from grimp import build_graph

from kschwert_env import GAMES
from kschwert_env.rendering.colours import FAINT, FRAME, INK, PAPER, WHITE
from kschwert_env.rendering.svg import CHARACTER, box, document, element, group, text
from tests.generated import DOCS

PATH = DOCS / "images" / "house.svg"

PACKAGE = "kschwert_env"
GAME, ENVIRONMENTS, FRONT = "<game>", "<game>_v0", "rules, game"
FRONTS = ("rules", "game")  # modules of a game that stand above its rooms, as its package itself does

ROOMS = {
    "demo": "a first look, told in words",
    "benchmarks": "throughput and learning, beside others; runs from a checkout",
    ENVIRONMENTS: "what other libraries call an environment",
    "cli": "the command kschwert",
    "training": "a script for each method of learning",
    "web": "the table in the browser",
    "agents": "players, and the arena that rates them",
    "adapters": "a file for each library's interface",
    GAME: ", ".join(GAMES),
    "terminal": "what command lines share",
    "rendering": "SVG, pixels, windows and pages of any game",
    "precompile": "compiles all",
    "engine": "single games and batches, random streams, records of games, compiling; knows no game",
}
"""Each with a few words, in the order in which they stand beside each other, from the left."""

ROOMS_OF_A_GAME = {
    FRONT: "the options, and the rooms tied together",
    "pictures": "positions as SVG",
    "words": "positions as text, reasons, commentary",
    "positions": "JSON; what is shown to whom",
    "editions": "facts as data",
    "kernel": "the compiled rules, a file for each chapter",
}

ARROW, GAMES_FLOOR = "#7a5230", "#f6e9cf"  # colours of arrows, and of games and their rooms
WIDTH, HALF = 700.0, 436.0  # of the picture, and of the rooms outside of games
MARGIN, HEAD = 14.0, 40.0  # around both columns, and above them
BESIDE, ABOVE, TALL = 12.0, 30.0, 56.0  # between rooms, and a room
GAP, LINE = 17.0, 14.0  # on both sides of the wall between the columns; from one line of words to the next
SHARES = {"precompile": 0.3}  # of a floor, where a room takes less than 1
PASSAGE = 0.14  # the same for an arrow that passes a floor
TITLE, WORDS = 13.5, 11.0  # sizes of text

Edge = tuple[str, str]


class Place(NamedTuple):
    """Where a room, or a passage between rooms, stands."""

    left: float
    right: float
    top: float

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2


# -- what is drawn --------------------------------------------------------------------------------------------


@cache
def imports() -> frozenset[Edge]:
    """Which module imports which, at run time."""
    graph = build_graph(PACKAGE, "benchmarks", cache_dir=None, exclude_type_checking_imports=True)
    found = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    return frozenset((module, other) for module, imported in found.items() for other in imported)


def room(module: str) -> str | None:
    """The room that a module lies in; none for the list of games, at the root of the package."""
    first, _, rest = module.partition(".")
    if first != PACKAGE:
        return first
    name = rest.partition(".")[0]
    if name in GAMES:
        return GAME
    return ENVIRONMENTS if name.removesuffix("_v0") in GAMES else name or None


def room_of_a_game(module: str) -> str | None:
    """The room of a game that a module lies in, if it lies in a game."""
    if room(module) != GAME:
        return None
    name = [*module.split("."), FRONTS[0]][2]
    return FRONT if name in FRONTS else name


def doors() -> set[Edge]:
    """From which room to which there are imports. Raises ValueError where a game imports another."""
    found = set()
    for importer, imported in imports():
        here, there = room(importer), room(imported)
        if here == there == GAME and importer.split(".")[1] != imported.split(".")[1]:
            raise ValueError(f"{importer} imports another game: {imported}")
        if here and there and here != there:
            found.add((here, there))
    return found


def doors_of_a_game() -> set[Edge]:
    """The same inside of games, all games together."""
    pairs = {(room_of_a_game(importer), room_of_a_game(imported)) for importer, imported in imports()}
    return {(here, there) for here, there in pairs if here and there and here != there}


def needs() -> dict[str, set[str]]:
    """For each room of a game the rooms outside that it imports."""
    found: dict[str, set[str]] = {name: set() for name in ROOMS_OF_A_GAME}
    for importer, imported in imports():
        here, there = room_of_a_game(importer), room(imported)
        if here and there and there != GAME:
            found[here].add(there)
    return found


def without_shortcuts(edges: set[Edge]) -> set[Edge]:
    """Only edges that do not follow from others. Raises ValueError for a ring."""
    below = {here: {there for at, there in edges if at == here} for here, _ in edges}

    def reachable(here: str, path: tuple[str, ...] = ()) -> set[str]:
        if here in path:
            raise ValueError(f"rooms import each other in a ring: {' -> '.join((*path, here))}")
        return {here}.union(*(reachable(there, (*path, here)) for there in below.get(here, ())))

    reached = {name: reachable(name) for edge in edges for name in edge}
    return {(here, there) for here, there in edges if not any(there in reached[x] for x in below[here] - {there})}


def levels(rooms: Iterable[str], edges: set[Edge]) -> dict[str, int]:
    """The floor of each room: above all that it imports. What imports nothing stands right below who needs it."""
    found: dict[str, int] = {}

    def level(name: str) -> int:
        if name not in found:
            found[name] = max((level(there) + 1 for here, there in edges if here == name), default=0)
        return found[name]

    for name in rooms:
        level(name)
    for name in found:
        above = [found[here] for here, there in edges if there == name]
        if found[name] == 0 and above:
            found[name] = min(above) - 1
    return found


# -- where it stands ------------------------------------------------------------------------------------------


def plan(names: Sequence[str], edges: set[Edge], left: float, width: float) -> tuple[dict[str, Place], list[list[str]]]:
    """The places of all rooms and passages, and each arrow as the names that it passes, from importer to imported."""
    level = levels(names, edges)
    share, order = {name: SHARES.get(name, 1.0) for name in names}, {name: float(at) for at, name in enumerate(names)}
    arrows = []
    for here, there in sorted(edges, key=lambda edge: (order[edge[0]], order[edge[1]])):
        passages = [f"{here} to {there} at {floor}" for floor in range(level[here] - 1, level[there], -1)]
        for floor, passage in zip(range(level[here] - 1, level[there], -1), passages, strict=True):
            level[passage], share[passage], order[passage] = floor, PASSAGE, order[there]
        arrows.append([here, *passages, there])
    places = {}
    highest = max(level.values())
    for floor in range(highest + 1):
        row = sorted((name for name in level if level[name] == floor), key=order.__getitem__)
        unit = (width - BESIDE * (len(row) - 1)) / sum(share[name] for name in row)
        at, top = left, MARGIN + HEAD + (highest - floor) * (TALL + ABOVE)
        for name in row:
            places[name] = Place(at, at + unit * share[name], top)
            at += unit * share[name] + BESIDE
    return places, arrows


def ends(above: Place, below: Place) -> tuple[float, float]:
    """Where an arrow leaves and arrives: straight down where that is possible."""
    left, right = max(above.left, below.left), min(above.right, below.right)
    if right - left > BESIDE:
        return (left + right) / 2, (left + right) / 2
    inset = min(24.0, (above.right - above.left) / 4, (below.right - below.left) / 4)
    is_left = below.middle < above.middle
    return (above.left + inset, below.right - inset) if is_left else (above.right - inset, below.left + inset)


def arrow(stations: Sequence[Place]) -> str:
    """A line from the bottom of the first place down to the top of the last, through those between."""
    path: list[str] = []
    x = 0.0
    for above, below in pairwise(stations):
        start, x = ends(above, below)
        if path:
            start = above.middle
        first, last = above.top + TALL, below.top - (7 if below is stations[-1] else 0)
        bend = (last - first) / 2
        path.append(
            f"{'L' if path else 'M'}{start:g} {first:g}C{start:g} {first + bend:g} {x:g} {last - bend:g} {x:g} {last:g}"
        )
    tip = stations[-1].top
    head = element("path", d=f"M{x:g} {tip:g}l-4.5 -9h9z", fill=ARROW)
    return group(element("path", d="".join(path), fill="none", stroke=ARROW, stroke_width=1.6), head)


# -- how it looks ---------------------------------------------------------------------------------------------


def drawn_room(name: str, words: str, place: Place, floor: str, note: str = "") -> str:
    """A room: its name, a few words, and a note at the right of the name."""
    width = place.right - place.left
    lines = textwrap.wrap(words, int((width - 16) / (CHARACTER * WORDS)))
    if len(lines) > 2:
        raise ValueError(f"too many words in the room {name}: {words}")
    parts = [
        box(place.left, place.top, width, TALL, 5, fill=floor, stroke=FRAME, stroke_width=1.2),
        text(place.left + 9, place.top + 18, name, TITLE, font_weight="bold", fill=INK),
        *(text(place.left + 9, place.top + 34 + LINE * i, line, WORDS, fill=INK) for i, line in enumerate(lines)),
    ]
    if note:
        parts.append(text(place.right - 9, place.top + 18, note, WORDS, text_anchor="end", fill=FAINT))
    return group(*parts)


def column(
    rooms: Mapping[str, str], edges: set[Edge], left: float, width: float, notes: Mapping[str, str]
) -> tuple[list[str], float]:
    """Rooms above each other with their arrows, and where the lowest of them ends."""
    named = {name for edge in edges for name in edge}
    if named != set(rooms):
        raise ValueError(f"rooms without words, or words without a room: {', '.join(sorted(named ^ set(rooms)))}")
    places, arrows = plan(list(rooms), without_shortcuts(edges), left, width)
    is_game = set(rooms) == set(ROOMS_OF_A_GAME)
    boxes = [
        drawn_room(name, words, places[name], GAMES_FLOOR if is_game or name == GAME else WHITE, notes.get(name, ""))
        for name, words in rooms.items()
    ]
    lines = [arrow([places[name] for name in stations]) for stations in arrows]
    return [*lines, *boxes], max(place.top for place in places.values()) + TALL


def picture() -> str:
    """The house as it is now, a whole SVG document."""
    left = MARGIN + HALF + 2 * GAP
    needed = needs()
    by_all = set.intersection(*needed.values())
    notes = {name: f"needs {', '.join(sorted(rooms - by_all))}" for name, rooms in needed.items() if rooms - by_all}
    outside, bottom = column(ROOMS, doors(), MARGIN, HALF, {})
    inside, bottom_inside = column(ROOMS_OF_A_GAME, doors_of_a_game(), left, WIDTH - MARGIN - left, notes)
    legend = [
        "An arrow: imports. What follows from",
        "other arrows is left out, and so are",
        "games that are found by their name.",
        f"Every room of a game needs {', '.join(sorted(by_all))}.",
    ]
    bottom = max(bottom, bottom_inside + GAP + LINE * len(legend))
    height = bottom + MARGIN
    words = [
        text(MARGIN, 34, "The rooms", 17, font_weight="bold", fill=INK),
        text(left, 34, "Inside a game", 17, font_weight="bold", fill=INK),
        *(
            text(left, bottom - LINE * (len(legend) - 1 - i) - 2, line, WORDS, fill=FAINT)
            for i, line in enumerate(legend)
        ),
    ]
    wall = element("path", d=f"M{left - GAP:g} {MARGIN:g}V{bottom:g}", stroke=FRAME, stroke_dasharray="2 4")
    ground = box(0.5, 0.5, WIDTH - 1, height - 1, 8, fill=PAPER, stroke=FRAME)
    return document(WIDTH, height, ground, wall, *words, *outside, *inside) + "\n"


if __name__ == "__main__":
    PATH.write_text(picture(), encoding="utf-8")

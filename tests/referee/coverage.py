"""Which rules a run has exercised: every id of the rules, with how often a step showed it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from . import detectors
from .actions import Action
from .cards import ACTION_CARDS
from .moments import Moment
from .position import Json

BY_START = (
    *("C1 parts for the players", "C2 tiling", "C3 terrain", "C4 parts of the edition", "C6 cards"),
    *("C7 people cards", "S1 four cards each"),
)
BY_VIEW = ("P1 view", "P2 view of others unmoved by a card laid", "T4 hand counts and discards shown")
DEALT = (
    *(f"D1 draws {card}" for card in ACTION_CARDS),
    *(f"L1 expands by {card}" for card in ACTION_CARDS),
)

Applies = Callable[[int, bool], bool]
ONLY_SOMETIMES: dict[str, Applies] = {
    "V1 one part fewer": lambda players, fewer: fewer,
    "X1 three more people cards": lambda players, fewer: players == 2,
    "R2 sword voter": lambda players, fewer: players > 2,
    "R2 crown voter": lambda players, fewer: players > 2,
    "R9 VP for a crown voter": lambda players, fewer: players > 2,
    "R10 VP for a sword voter": lambda players, fewer: players > 2,
    "C8 vote": lambda players, fewer: players > 2,
    # Two parts have 22 plains for 28 small cities; the first three have just ten sites for ten large cities.
    "C5 no small city left": lambda players, fewer: players - fewer > 2,
    "C5 no large city left": lambda players, fewer: players - fewer > 3,
    # The markers of one player do not fill a board of two parts.
    "E3 by resettling": lambda players, fewer: players > 2,
}
NEVER = {
    "C5 no castle left": "26 castles, at most 25 mountains",
    "C5 no cathedral left": "10 cathedrals, 10 large cities",
    "S3 no lonely field left": "2P - 1 markers and their neighbours never cover the board",
}


class Coverage:
    """Counts by label. A label begins with the id of its rule."""

    def __init__(self, players: int, fewer_parts: bool) -> None:
        self.players, self.fewer_parts = players, fewer_parts
        self.counts: Counter[str] = Counter()

    def start(self, position: Json) -> None:
        """A start position was found lawful."""
        self.counts.update(BY_START)
        self.counts["V1 one part fewer"] += position["rules"]["fewer_parts"]
        self.counts["S2 start player drawn"] += position["start_player"] != 0

    def view(self, position: Json) -> None:
        """A view was compared."""
        self.counts["P1 view"] += 1
        self.counts["T4 hand counts and discards shown"] += bool(position["discard_pile"])

    def step(self, before: Json, action: Action, after: Json, legal: set[Action]) -> None:
        """A step was found lawful."""
        self.counts.update(detectors.labels(Moment(before, action, after, legal)))

    def applies(self, label: str) -> bool:
        """Whether it can happen with so many players."""
        predicate = ONLY_SOMETIMES.get(label)
        return predicate is None or predicate(self.players, self.fewer_parts)

    def rows(self) -> Iterator[tuple[str, int | None]]:
        """Every label in the order of the rules, and its count; None where it does not apply."""
        for label in catalogue():
            yield label, self.counts[label] if self.applies(label) else None
        for label in NEVER:
            yield label, None

    def zeros(self) -> list[str]:
        """What applies and has never been seen."""
        return [label for label, count in self.rows() if count == 0]

    def unknown(self) -> set[str]:
        """Labels that a detector counted but no catalogue names: a slip of the pen."""
        return self.counts.keys() - set(catalogue())


def catalogue() -> list[str]:
    """All labels, in the order of the rules' chapters."""
    order = "CSTBDLAKREXVPQ"
    labels: Iterable[str] = {*BY_START, *BY_VIEW, *DEALT, *ONLY_SOMETIMES, "S2 start player drawn", *detectors.LABELS}

    def place(label: str) -> tuple[int, int, str]:
        rule = label.split()[0]
        return order.index(rule[0]), int(rule[1:]), label

    return sorted(labels, key=place)

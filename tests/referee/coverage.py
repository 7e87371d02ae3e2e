"""Which rules a run has exercised: every id of the rules, with how often it was seen at work."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Catalogue:
    """Labels, each beginning with the id of its rule, in the order of the rules' chapters.

    Some do not apply under the rules at hand, and some never do, for a reason.
    """

    chapters: str
    labels: Collection[str]
    not_now: Collection[str] = ()
    never: Mapping[str, str] = field(default_factory=dict)

    def in_order(self) -> list[str]:
        """All labels but those that never apply."""

        def place(label: str) -> tuple[int, int, str]:
            rule = label.split()[0]
            return self.chapters.index(rule[0]), int(rule[1:]), label

        return sorted(self.labels, key=place)


class Coverage:
    """Counts by label."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.counts: Counter[str] = Counter()

    def add(self, labels: Iterable[str]) -> None:
        """These have been seen once more. Raises KeyError for one that no catalogue names: a slip of the pen."""
        for label in labels:
            if label not in self.catalogue.labels:
                raise KeyError(label)
            self.counts[label] += 1

    def rows(self) -> Iterator[tuple[str, int | None]]:
        """Every label in the order of the rules, and its count; None where it does not apply."""
        for label in self.catalogue.in_order():
            yield label, None if label in self.catalogue.not_now else self.counts[label]
        for label in self.catalogue.never:
            yield label, None

    def zeros(self) -> list[str]:
        """What applies and has never been seen."""
        return [label for label, count in self.rows() if count == 0]

"""Rule coverage: the number of times that a run has observed each effect of a rule.

A label names one effect of a rule and begins with the rule's id, as in `R8 tie`.
"""

import ast
import inspect
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import ModuleType

LABEL = re.compile(r"[A-Z]\d+ \S")


@dataclass(frozen=True)
class Catalogue:
    """All labels of a game.

    Attributes:
        chapters: first letters of the rule ids, in the order of the rules page.
        labels: all labels that a run can observe.
        not_now: labels that do not apply to the selected options.
        never: labels that no run can observe, each with the reason.
    """

    chapters: str
    labels: Collection[str]
    not_now: Collection[str] = ()
    never: Mapping[str, str] = field(default_factory=dict)

    def in_order(self) -> list[str]:
        """Return the labels in the order of the rules page."""

        def position(label: str) -> tuple[int, int, str]:
            rule = label.split()[0]
            return self.chapters.index(rule[0]), int(rule[1:]), label

        return sorted(self.labels, key=position)


class Coverage:
    """Counts by label."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.counts: Counter[str] = Counter()

    def add(self, labels: Iterable[str]) -> None:
        """Count these labels. Raises KeyError for one that is not in the catalogue."""
        for label in labels:
            if label not in self.catalogue.labels:
                raise KeyError(label)
            self.counts[label] += 1

    def rows(self) -> Iterator[tuple[str, int | None]]:
        """Yield every label and its count; None if it does not apply."""
        for label in self.catalogue.in_order():
            yield label, None if label in self.catalogue.not_now else self.counts[label]
        for label in self.catalogue.never:
            yield label, None

    def zeros(self) -> list[str]:
        """Return the labels that apply and have not been observed."""
        return [label for label, count in self.rows() if count == 0]


def noted_in(*modules: ModuleType) -> set[str]:
    """Return the labels that these modules pass to `note` and `note_if` as plain strings, read from their source."""
    labels: set[str] = set()
    for module in modules:
        for call in ast.walk(ast.parse(inspect.getsource(module))):
            if (
                isinstance(call, ast.Call)
                and isinstance(call.func, ast.Attribute)
                and call.func.attr.startswith("note")
            ):
                labels.update(filter(LABEL.match, _plain_strings(call)))
    return labels


def _plain_strings(node: ast.AST) -> Iterator[str]:
    """Yield the string constants below a node, without the parts of f-strings."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    if not isinstance(node, ast.JoinedStr):
        for child in ast.iter_child_nodes(node):
            yield from _plain_strings(child)

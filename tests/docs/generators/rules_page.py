"""The table at the end of a game's rules page: for each rule, the code that implements it and the tests.

The table is generated from citations: rule ids in the docstrings and comments of the game's package, and the ids at the
start of test docstrings. `tests/<game>/rule_ids.py` lists the rules of a game, `RULES`, and sets `PAGE` if its page is
not `docs/<game>_rules.md`. `python -m tests.docs.generators.rules_page` writes the tables.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from kschwert_env import GAMES
from tests.docs.generators.generated import DOCS, begin_of, with_part

ROOT = Path(__file__).resolve().parents[3]
MOST = 4  # names per cell
DESCRIBING = {"positions", "svg", "text"}  # subpackages that implement no rules
_ID = r"\b[A-Z]\d{1,2}\b"
_CITED = re.compile(rf"({_ID})(?: to ({_ID}))?")
_LEADING = re.compile(rf"(?:{_ID}(?: to |, and |, | and )?)+")
PART = "table of rules", "tests.docs.generators.rules_page"

Owner = ast.Module | ast.ClassDef | ast.FunctionDef


@dataclass(frozen=True)
class Citation:
    """A function, class, module or test, with all rule ids that it cites."""

    place: str  # "package.module.function" or, of a test, "file::function"
    rules: frozenset[str]
    rank: int = 0  # 1: rules are only described; 2: whole module


class RulesPage:
    """The rules of one game: their ids and summaries, their page, and the code and tests that cite them.

    Attributes:
        path: file of the page.
        rules: summary of each rule by id.
    """

    def __init__(self, game: str) -> None:
        listed = import_module(f"tests.{game}.rule_ids")
        self.game = game
        self.path: Path = DOCS / getattr(listed, "PAGE", f"{game}_rules.md")
        self.rules: dict[str, str] = listed.RULES

    def __str__(self) -> str:
        return self.game

    def cited(self, text: str) -> set[str]:
        """Return the rule ids in a text, including those in a range such as "R5 to R11" and ids of unknown rules."""
        chapters, found = {rule[0] for rule in self.rules}, set()
        for first, last in _CITED.findall(text):
            if first[0] not in chapters:
                continue
            if last and last[0] == first[0]:
                found |= {f"{first[0]}{number}" for number in range(int(first[1:]), int(last[1:]) + 1)}
            else:
                found |= {first, last} - {""}
        return found

    def citations_of_code(self) -> list[Citation]:
        """Return the citations in docstrings and comments of the game's modules."""
        package = ROOT / "kschwert_env" / self.game
        modules = [path.relative_to(package) for path in sorted(package.rglob("*.py"))]
        return [citation for module in modules for citation in self._of_module(package, module)]

    def _of_module(self, package: Path, module: Path) -> Iterator[Citation]:
        source = (package / module).read_text(encoding="utf-8")
        tree = ast.parse(source)
        name = ".".join(module.with_suffix("").parts)
        owners: list[tuple[str, Owner]] = [(name, tree), *_owners(tree, name)]
        found: dict[str, set[str]] = {name: self.cited(ast.get_docstring(node) or "") for name, node in owners}
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                found[_innermost(owners, token.start[0])] |= self.cited(token.string)
        for name, node in owners:
            if found[name]:
                rank = 2 if isinstance(node, ast.Module) else int(module.parts[0] in DESCRIBING)
                yield Citation(name, frozenset(found[name]), rank)

    def citations_of_tests(self) -> list[Citation]:
        """Return the rule ids at the start of the docstrings of this game's tests."""
        found = []
        for path in sorted((ROOT / "tests" / self.game).rglob("test_*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                    leading = _LEADING.match(ast.get_docstring(node) or "")
                    rules = self.cited(leading.group() if leading else "")
                    if rules:
                        found.append(Citation(f"{path.name}::{node.name}", frozenset(rules)))
        return found

    def unknown(self, citations: Iterable[Citation]) -> list[str]:
        """Return citations of rules that do not exist."""
        return [
            f"{citation.place}: {rule}" for citation in citations for rule in sorted(citation.rules - {*self.rules})
        ]

    def table(self) -> str:
        """Return the table in Markdown."""
        code, tests = self.citations_of_code(), self.citations_of_tests()
        lines = ["| id | rule | implemented by | tests |", "|---|---|---|---|"]
        for rule, words in self.rules.items():
            cells = [", ".join(f"`{place}`" for place in places(rule, citations)) for citations in (code, tests)]
            lines.append(f"| {rule} | {words} | {cells[0]} | {cells[1]} |")
        return "\n".join(lines)

    def text(self) -> str:
        """Return the current text of the page."""
        return self.path.read_text(encoding="utf-8")

    def text_with_table(self) -> str:
        """Return the page with an up-to-date table."""
        return with_part(self.text(), *PART, self.table())

    def defined(self) -> set[str]:
        """Return the rules whose ids are in bold in the text of the page."""
        return set(re.findall(rf"\*\*({_ID})\*\*", self.text().partition(begin_of(*PART))[0]))


PAGES = [RulesPage(game) for game in GAMES]


def _owners(parent: Owner, prefix: str) -> Iterator[tuple[str, Owner]]:
    """Yield classes and functions inside `parent` with their dotted names, outer ones first."""
    for node in parent.body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            name = f"{prefix}.{node.name}"
            yield name, node
            yield from _owners(node, name)


def _innermost(owners: list[tuple[str, Owner]], line: int) -> str:
    inside = [
        name for name, node in owners if isinstance(node, ast.Module) or node.lineno <= line <= (node.end_lineno or 0)
    ]
    return inside[-1]


def places(rule: str, citations: Iterable[Citation]) -> list[str]:
    """Return the most specific citations of a rule: those of the best rank with the fewest ids."""
    citing = [citation for citation in citations if rule in citation.rules]
    best = min((citation.rank for citation in citing), default=0)
    specific = sorted((c for c in citing if c.rank == best), key=lambda citation: len(citation.rules))
    return [citation.place for citation in specific[:MOST]]


if __name__ == "__main__":
    for rules_page in PAGES:
        rules_page.path.write_text(rules_page.text_with_table(), encoding="utf-8")

"""The table at the end of docs/rules.md: each rule, where it is implemented and where it is tested.

It is read from citations: rule ids in the docstrings and comments of kschwert_env/krone_schwert, and the ids with which
the docstring of a test begins. `python -m tests.rules_page` writes the table anew.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.generated import DOCS, begin_of, with_part

ROOT = Path(__file__).resolve().parent.parent
GAME = "krone_schwert"
PAGE = DOCS / "rules.md"
PART = "table of rules", "tests.rules_page"
MOST = 4  # places named per cell
RULEBOOK = {
    *("actions", "attack", "board", "building", "cards", "components", "decisions", "edition", "end", "game", "king"),
    *("land", "observe", "people", "piles", "resample", "revolt", "rules", "setup", "turn"),
}  # modules that carry rules out; the others describe or check

RULES = {
    "C1": "players and board parts",
    "C2": "octagons, squares, shared edges",
    "C3": "three kinds of terrain",
    "C4": "map parts and slots",
    "C5": "supplies that can run out",
    "C6": "the 66 playing cards",
    "C7": "people: crowns and swords",
    "C8": "two votes for each player",
    "S1": "four cards each, no events",
    "S2": "start player, two markers each",
    "S3": "setup markers keep apart",
    "T1": "three action points, none saved",
    "T2": "order at a turn's start",
    "T3": "actions and their costs",
    "T4": "hand counts, discards are public",
    "B1": "castles and cities by terrain",
    "B2": "cathedrals in large cities",
    "B3": "buildings stay as they are",
    "D1": "drawing; events are replaced",
    "D2": "no king, no events",
    "D3": "empty pile: discards shuffled in",
    "D4": "city scoring",
    "D5": "unrest",
    "D6": "incite",
    "D7": "papal visit",
    "L1": "expanding by black shields",
    "L2": "occupying any free field",
    "L3": "a marker on each field",
    "A1": "when attacks are barred",
    "A2": "what may be attacked",
    "A3": "combat must exceed castles",
    "A4": "the defender is always asked",
    "A5": "truce against an attack",
    "A6": "ambush against an attack",
    "A7": "capture, and cards discarded",
    "K1": "the first king",
    "K2": "his fresh cards and tax",
    "K3": "what the tax is",
    "K4": "tax or no tax",
    "K5": "later kings come by revolt",
    "R1": "who may declare a revolt",
    "R2": "votes and cards in secret",
    "R3": "asked in turn, nothing seen",
    "R4": "what laid cards do",
    "R5": "truce in a revolt",
    "R6": "people cards by sword votes",
    "R7": "ambush in a revolt",
    "R8": "the two strengths compared",
    "R9": "the king wins",
    "R10": "the leader wins",
    "R11": "laid cards are discarded",
    "E1": "how the end begins",
    "E2": "game end is drawn",
    "E3": "the board is full",
    "E4": "final scoring",
    "E5": "most points win",
    "E6": "cap on rounds truncates",
    "X1": "two players: three more cards",
    "X2": "threshold by number of players",
    "X3": "coming back without a field",
    "V1": "one board part fewer",
    "P1": "what is public and secret",
    "P2": "nothing counts decisions",
    "Q1": "decisions of the setup",
    "Q2": "decisions before the actions",
    "Q3": "actions and end of turn",
    "Q4": "decisions of an expansion",
    "Q5": "occupation is a claim",
    "Q6": "decisions of an attack",
    "Q7": "decisions of a revolt",
    "Q8": "back to the turn",
    "Q9": "drawing is one decision",
    "Q10": "when the cap stops it",
}

_ID = r"\b[A-Z]\d{1,2}\b"
_CITED = re.compile(rf"({_ID})(?: to ({_ID}))?")
_LEADING = re.compile(rf"(?:{_ID}(?: to |, and |, | and )?)+")
_CHAPTERS = {rule[0] for rule in RULES}

Owner = ast.Module | ast.ClassDef | ast.FunctionDef


@dataclass(frozen=True)
class Citation:
    """A function, class, module or test, and all rule ids that it cites."""

    place: str  # "module.function" or, of a test, "file::function"
    rules: frozenset[str]
    rank: int = 0  # 1 outside the rulebook, 2 for whole modules


def cited(text: str) -> set[str]:
    """The rule ids in a text, those within a range such as "R5 to R11" too; also ids of rules that do not exist."""
    found = set()
    for first, last in _CITED.findall(text):
        if first[0] not in _CHAPTERS:
            continue
        if last and last[0] == first[0]:
            found |= {f"{first[0]}{number}" for number in range(int(first[1:]), int(last[1:]) + 1)}
        else:
            found |= {first, last} - {""}
    return found


def citations_of_code() -> list[Citation]:
    """What the modules of the game cite in docstrings and comments."""
    return [citation for path in sorted((ROOT / "kschwert_env" / GAME).glob("*.py")) for citation in _of_module(path)]


def _of_module(path: Path) -> Iterator[Citation]:
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    owners: list[tuple[str, Owner]] = [(path.stem, tree), *_owners(tree, path.stem)]
    found: dict[str, set[str]] = {name: cited(ast.get_docstring(node) or "") for name, node in owners}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            found[_innermost(owners, token.start[0])] |= cited(token.string)
    for name, node in owners:
        if found[name]:
            rank = 2 if isinstance(node, ast.Module) else int(path.stem not in RULEBOOK)
            yield Citation(name, frozenset(found[name]), rank)


def _owners(parent: Owner, prefix: str) -> Iterator[tuple[str, Owner]]:
    """Classes and functions inside `parent` with their dotted names, outer ones first."""
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


def citations_of_tests() -> list[Citation]:
    """The rule ids with which the docstrings of this game's tests begin."""
    found = []
    for path in sorted((ROOT / "tests" / GAME).glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                leading = _LEADING.match(ast.get_docstring(node) or "")
                rules = cited(leading.group() if leading else "")
                if rules:
                    found.append(Citation(f"{path.name}::{node.name}", frozenset(rules)))
    return found


def unknown(citations: Iterable[Citation]) -> list[str]:
    """Citations of rules that do not exist."""
    return [f"{citation.place}: {rule}" for citation in citations for rule in sorted(citation.rules - RULES.keys())]


def told(page: str) -> set[str]:
    """The rules whose id stands in bold in the text of the page."""
    return set(re.findall(rf"\*\*({_ID})\*\*", page.partition(begin_of(*PART))[0]))


def places(rule: str, citations: Iterable[Citation]) -> list[str]:
    """The most specific places that cite a rule: of those with the best rank the ones with the fewest ids."""
    citing = [citation for citation in citations if rule in citation.rules]
    best = min((citation.rank for citation in citing), default=0)
    specific = sorted((c for c in citing if c.rank == best), key=lambda citation: len(citation.rules))
    return [citation.place for citation in specific[:MOST]]


def table() -> str:
    """The table in Markdown."""
    code, tests = citations_of_code(), citations_of_tests()
    lines = ["| id | rule | implemented by | tests |", "|---|---|---|---|"]
    for rule, words in RULES.items():
        cells = [", ".join(f"`{place}`" for place in places(rule, citations)) for citations in (code, tests)]
        lines.append(f"| {rule} | {words} | {cells[0]} | {cells[1]} |")
    return "\n".join(lines)


def with_table(page: str) -> str:
    """The page with the table as it should be now."""
    return with_part(page, *PART, table())


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")

"""Every public name has a docstring; otherwise the reference would omit it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import griffe
import pytest

from docs.theme.pages import reference

ROOT = Path(__file__).resolve().parents[2]
DESCRIBED = re.compile(r"^::: (?P<name>\S+)\n?(?P<options>(?: +.*\n?)*)", re.MULTILINE)
ENUMS = {"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"}  # the class documents its members


def test_every_public_name_has_a_docstring() -> None:
    package = griffe.load("kschwert_env", search_paths=[ROOT], resolve_aliases=True)
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    pages = "\n\n".join(map(reference, re.findall(r"reference/(?!index)(\w+)\.md", navigation)))
    names = [entry["name"] for entry in DESCRIBED.finditer(pages) if "members:" not in entry["options"]]
    assert {"kschwert_env.engine.compiled.rng", "kschwert_env.krone_schwert.Rules"} <= set(names)
    assert [path for name in names for path in undocumented(package.modules_collection[name])] == []


PLANTED = '''
"""A module."""
from enum import IntEnum
from typing import NamedTuple, TypeVar

T = TypeVar("T")
_HIDDEN = 1
DOCUMENTED = 1
"""What it is."""
BARE = 1  # what it is
ONE, OTHER = 1, 2
"""What they are."""


class Phase(IntEnum):
    """Plain enough."""

    LAY = 0


class Pair(NamedTuple):
    """Two.

    Attributes:
        first: of them.
    """

    first: int
    second: int


class Heir(Pair):
    """One more."""

    first: int = 3

    def __init__(self) -> None:
        """No arguments."""
        self.third = 3
        self.fourth, self._fifth, local = 4, 5, 6

    def method(self) -> None:
        self.sixth = 6

    @property
    def documented(self) -> int:
        """What it is."""

    @property
    def bare(self) -> int:
        pass


def function() -> None:
    local, other = 1, 2
'''


def test_missing_docstrings_are_reported(tmp_path: Path) -> None:
    (tmp_path / "planted.py").write_text(PLANTED, encoding="utf-8")
    found = undocumented(griffe.load("planted", search_paths=[tmp_path]))
    bare = ["BARE", "ONE", "OTHER", "Pair.second", "Heir.third", "Heir.fourth", "Heir.method", "Heir.bare"]
    assert sorted(found) == sorted(f"planted.{name}" for name in [*bare, "function"])


@pytest.mark.parametrize("docstring", ["", '"""What it is."""'])
def test_a_described_object_needs_a_docstring(tmp_path: Path, docstring: str) -> None:
    (tmp_path / "planted.py").write_text(docstring, encoding="utf-8")
    found = undocumented(griffe.load("planted", search_paths=[tmp_path]))
    assert list(found) == ([] if docstring else ["planted"])


def undocumented(described: griffe.Object | griffe.Alias) -> Iterator[str]:
    """Yield the public names of a module or class without a docstring or an entry in an `Attributes:` section.

    Inherited members are documented in their own class. Type variables and members of enums need no docstring.
    """
    described = described.final_target if isinstance(described, griffe.Alias) else described
    if not described.has_docstring:
        yield described.path
    documented = documented_by(described)
    for name, member in described.members.items():
        if name.startswith("_") or name in documented or member.is_alias or member.is_module:
            continue
        if member.is_class:
            yield from undocumented(member)
        elif not member.has_docstring and not needs_none(member):
            yield member.path
    yield from (f"{described.path}.{name}" for name in set_together(body_of(described)) if name not in documented)


def documented_by(described: griffe.Object) -> set[str]:
    """Return the documented attributes of a class and of its bases; empty for a module."""
    if not isinstance(described, griffe.Class):
        return set()
    documented = set()
    for one in (described, *described.mro()):
        documented |= {name for name, member in one.members.items() if one is not described and member.has_docstring}
        for section in one.docstring.parse("google", warnings=False) if one.docstring else ():
            if section.kind is griffe.DocstringSectionKind.attributes:
                documented |= {attribute.name for attribute in section.value}
    return documented


def needs_none(member: griffe.Object | griffe.Alias) -> bool:
    """Return whether a name is a type variable or a member of an enum."""
    within = member.parent
    is_enum = isinstance(within, griffe.Class) and any(str(base).split(".")[-1] in ENUMS for base in within.bases)
    return isinstance(member, griffe.Attribute) and (is_enum or str(member.value).startswith("TypeVar("))


def body_of(described: griffe.Object) -> list[ast.stmt]:
    """Return the statements of a module, or of a class in its module."""
    assert isinstance(described.filepath, Path)
    body = ast.parse(described.filepath.read_text(encoding="utf-8")).body
    within = described.path.removeprefix(described.module.path).strip(".")
    for name in filter(None, within.split(".")):
        body = next(part.body for part in body if isinstance(part, ast.ClassDef) and part.name == name)
    return body


def set_together(body: list[ast.stmt]) -> Iterator[str]:
    """Yield public names that are assigned together, which griffe and the site ignore."""
    names = list(targets_of(body))
    for part in body:
        if isinstance(part, ast.FunctionDef) and part.name == "__init__":
            names += [name.removeprefix("self.") for name in targets_of(part.body) if name.startswith("self.")]
    return (name for name in names if not name.startswith("_"))


def targets_of(body: list[ast.stmt]) -> Iterator[str]:
    """Return names that are assigned together, as written."""
    for part in body:
        for target in part.targets if isinstance(part, ast.Assign) else ():
            if isinstance(target, ast.Tuple | ast.List):
                yield from map(ast.unparse, target.elts)

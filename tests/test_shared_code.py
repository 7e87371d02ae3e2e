"""Shared code knows no game: it mentions neither their packages nor their own words, except in docs and comments."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kschwert_env import CLASSICS, GAMES
from kschwert_env.importing import find_game

PACKAGE = Path(__file__).resolve().parents[1] / "kschwert_env"

NAMES = {
    *GAMES,
    *CLASSICS,
    *(part.removesuffix(ending) for game in GAMES for part in game.split("_") for ending in ("", "s")),
}
"""Names of the games, and their parts."""

ALLOWED = {
    "__init__.py": NAMES,  # the list of the games
    "arena/evaluation/protocols.py": NAMES,  # protocols name games, with fingerprints of their rules
    "rendering/symbols.py": {"castle", "crown", "sword"},  # symbols in pictures of several games
}
"""Words that a file may have."""

EVERYDAY = frozenset(
    re.findall(
        r"\w+",
        """
        action area build builder built card chosen decided discount done draw edition event events exact
        exchange expand face gain game gold hands keep known laid leave left library max_turns moved named none
        num_players number over owner paid partner parts pass phase place places plain play player progress
        redraw region resource resources rest resume reward right roll room safe scores search setup slots
        sorted source stack start_player strength take target trim truncated turn turn_player working
        """,
    )
)
"""Words of games that shared code uses in other meanings, or that belong to the contract of all games."""


def words_of_games() -> set[str]:
    """Return names of packages, actions, arguments, phases, options, fields of states, and everything in the help."""
    words = set(NAMES)
    for game in GAMES:
        for rules in find_game(game).kinds():
            actions = [rules.actions.decode(i) for i in range(rules.num_actions)]
            words |= {action.kind for action in actions}
            words |= {str(value) for action in actions for value in action.arguments().values()}
            words |= {*rules.phase_names, *rules.options(), *(rules.state_dtype.names or ())}
            words |= {str(row[0]) for table in rules.card_help() for row in table.rows}
    return {word for word in words if re.fullmatch("[a-z_0-9]{3,}[a-z0-9]", word)} - EVERYDAY


WORDS = words_of_games()


def shared_files(*suffixes: str) -> list[Path]:
    """Return the files of shared packages."""
    games = {PACKAGE / "classics", *(PACKAGE / game for game in GAMES)} | {
        PACKAGE / "agents" / "heuristics" / game for game in GAMES
    }
    environments = {PACKAGE / f"{game}_v0.py" for game in GAMES}
    found = [path for suffix in suffixes for path in sorted(PACKAGE.rglob(f"*{suffix}"))]
    return [path for path in found if not games & {*path.parents} and path not in environments]


def python_code(text: str) -> Iterator[str]:
    """Yield the names and strings of a module, without docstrings."""
    tree = ast.parse(text)
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(value)) if id(node) not in docs:
                yield value
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.keyword(arg=str(name)):
                yield name


def page_code(text: str) -> Iterator[str]:
    """Yield a script, a style sheet or a page without comments."""
    yield re.sub(r"/\*.*?\*/|<!--.*?-->|(?<!:)//[^\n]*", "", text, flags=re.DOTALL)


def mentioned(code: Iterator[str]) -> set[str]:
    """Return the words of games in names and strings, also as parts of longer ones and in the plural."""
    found = set()
    for text in code:
        for name in re.findall(r"\w+", re.sub(r"([a-z])([A-Z])", r"\1_\2", text)):
            parts = {name.lower(), *name.lower().split("_")} - EVERYDAY
            found |= {word for part in parts for word in (part, part.removesuffix("s")) if word in WORDS}
    return found


@pytest.mark.parametrize("path", shared_files(".py"), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_python_mentions_no_game(path: Path) -> None:
    found = mentioned(python_code(path.read_text(encoding="utf-8")))
    assert found <= ALLOWED.get(path.relative_to(PACKAGE).as_posix(), set())


@pytest.mark.parametrize("path", shared_files(".js", ".css", ".html"), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_pages_mention_no_game(path: Path) -> None:
    assert not mentioned(page_code(path.read_text(encoding="utf-8")))


def test_words_are_found_in_code_only() -> None:
    """In strings, names, parts of names and plurals, but not in docs and comments."""
    assert {"krone_schwert", "king", "castle", "revolt", "knight", "small_city"} <= WORDS
    code = 'def f(last_king: int) -> str:\n    """A knight."""\n    return f"{lastRevolt} of castles"  # a bishop\n'
    assert mentioned(python_code(code)) == {"last_king", "king", "revolt", "castle"}
    assert mentioned(page_code('const a = "data-castle";  // a knight\n/* a king */')) == {"castle"}
    assert mentioned(page_code('const a = "https://example.org/knight";')) == {"knight"}

"""Checks of names and prose: `python -m tests.docs.prose` prints every finding.

It finds phrases and docstring openings that must not come back (CONTRIBUTING.md, "Style"). It finds pages with long
sentences, and pages that mention commands, options, files or modules that do not exist.
"""

import ast
import importlib.util
import io
import json
import re
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

import typer

ROOT = Path(__file__).resolve().parents[2]
MAX_MEDIAN_WORDS = 18
"""Upper bound for the median sentence length of a page, in words."""

FOLDERS = ("agents", "benchmarks", "docs", "kschwert_env", "notebooks", "tests", "training")
FILES = sorted(
    [*ROOT.glob("*.*"), *(path for folder in FOLDERS for path in [ROOT / folder, *(ROOT / folder).rglob("*")])]
)
"""All files and folders of the repository that pages may mention."""

PHRASES = re.compile(
    r"all the same[,.;]|\bso many (?:games|decisions|seconds|cards|past|others)\b|\bcomes? along\b|\bof itself\b|"
    r"\bpast sel(?:f|ves)\b|\bthat there (?:is|are) (?:not|none|no)\b|\bwho(?:ever)? is to (?:act|move|decide)\b|"
    r"\bgoes? on all\b|\bgone on with\b|\bas (?:told|usual)\b|\btold of\b|\bno matter of course\b|\brivals?\b|"
    r"\btells? (?:of|what|how|who|whether|nothing|all)\b|\bfor who(?:m)? wants?\b",
    re.IGNORECASE,
)
"""Forbidden phrases in docs, docstrings, comments and messages."""

PAGE_PHRASES = re.compile(
    r"\btold\b|\bwhoever\b|\bin the midst\b|\bof (?:its|their|one's) own(?= ?[.,;:|)\]])", re.IGNORECASE
)
"""Additional forbidden phrases on pages."""

OPENINGS = re.compile(r"(?:What|How|Whether|That of|Those of|The same|So many|Of |As told)\b")
"""Forbidden openings of docstrings."""

_ALLOWED = {"tests/docs/prose.py", "tests/docs/test_prose.py", "kschwert_env/training/runs/settings.py", "CHANGELOG.md"}
"""Files that list old names or forbidden phrases."""

_FENCE = re.compile(r"^[ \t]*```(\w*)\n(.*?)^[ \t]*```", re.MULTILINE | re.DOTALL)
_GENERATED = re.compile(r"<!-- ([\w ]+): .*?<!-- end of \1 -->", re.DOTALL)
_NOT_PROSE = re.compile(r"(?s:<!--.*?-->)|^#.*$|^[ \t]*\|.*$|^[ \t]*!\[.*$", re.MULTILINE)
_PATH = re.compile(r"`([\w.]+(?:/[\w.*]+)*/(?:[\w*]+\.(?:py|toml|md|css|html|npz))?)`")
_OUTPUT = re.compile(r"(?:runs|results|responses|tensorboard|demo|site|\.venv|\.ci)/")  # outside `FOLDERS`


def phrases(text: str, forbidden: re.Pattern[str] = PHRASES) -> Iterator[str]:
    """Yield the forbidden phrases in a text."""
    flat = " ".join(text.split())
    for found in forbidden.finditer(flat):
        yield f"phrase {found[0]!r} in ...{flat[max(0, found.start() - 30) : found.end() + 30]}..."


def source_findings(source: str) -> Iterator[str]:
    """Yield the findings in the docstrings, comments and strings of a Python source."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            doc = ast.get_docstring(node) or ""
            if opening := OPENINGS.match(doc):
                yield f"docstring begins with {opening[0]!r}: {doc.splitlines()[0]}"
    comment = ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            comment += token.string.lstrip("# ") + " "
        elif token.type != tokenize.NL:
            yield from phrases(comment)
            comment = ""
            if token.type in (tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)):
                yield from phrases(token.string)


def text_of(path: Path) -> str:
    """Return a page as Markdown; of a notebook, its Markdown cells."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".ipynb":
        return text
    return "\n\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"] if cell["cell_type"] == "markdown")


def prose_of(page: str) -> str:
    """Return a page without code blocks and generated parts."""
    return _GENERATED.sub("", _FENCE.sub("\n\n", page))


def sentences(page: str) -> list[str]:
    """Return the sentences of a page, without code, tables, headings and generated parts."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", _NOT_PROSE.sub("\n", prose_of(page)))
    blocks = re.split(r"\n\s*\n|^\s*(?:[-*]|\d+\.) ", text, flags=re.MULTILINE)
    found = [part for block in blocks for part in re.split(r"(?<=[.!?])\s+(?=[A-Z`*\[(])", " ".join(block.split()))]
    return [sentence for sentence in found if len(sentence.split()) >= 3]


def prose_findings(page: str) -> Iterator[str]:
    """Yield the forbidden phrases of a page, and a finding if its median sentence is too long."""
    for forbidden in (PHRASES, PAGE_PHRASES):
        yield from phrases(prose_of(page), forbidden)
    lengths = [len(sentence.split()) for sentence in sentences(page)]
    if lengths and median(lengths) > MAX_MEDIAN_WORDS:
        yield f"median sentence has {median(lengths):g} words, more than {MAX_MEDIAN_WORDS}"


@cache
def commands() -> dict[str, set[str]]:
    """Return the options of every command and subcommand of `kschwert`, by name."""
    from kschwert_env.arena.command import main as arena
    from kschwert_env.cli.app import app
    from kschwert_env.cli.evaluate import main as evaluate
    from kschwert_env.training.methods import main_of, summaries
    from kschwert_env.web.server.command import main as play

    found: dict[str, set[str]] = {}
    for name, command in typer.main.get_command(app).commands.items():  # type: ignore[attr-defined]
        found[name] = options_of(command)
        for part, inner in getattr(command, "commands", {}).items():
            found[f"{name} {part}"] = options_of(inner)
    functions = {"arena": arena, "evaluate": evaluate, "play": play}
    functions |= {f"train {name}": main_of(name) for name in summaries()}
    return found | {name: options_of(function) for name, function in functions.items()}


@cache
def script(name: str) -> dict[str, set[str]] | None:
    """Return the options of a module or script by subcommand, "" for its own; None if it cannot be imported here.

    Raises:
        FileNotFoundError: there is no such module or script.
    """
    try:
        spec = None if "/" in name else importlib.util.find_spec(name)
    except ModuleNotFoundError:
        spec = None
    if not (spec or ("/" in name and (ROOT / name).exists())):
        raise FileNotFoundError(name)
    dotted = name.removesuffix(".py").replace("/", ".")
    dotted += ".__main__" if spec and spec.submodule_search_locations else ""
    try:
        module = import_module(dotted)
    except ModuleNotFoundError:  # an optional library
        return None
    entry: Any = getattr(module, "app", None) or getattr(module, "main", None)
    if entry is None or dotted.startswith("kschwert_env."):
        return {"": set()}
    entry = typer.main.get_command(entry) if isinstance(entry, typer.Typer) else entry
    return {"": options_of(entry)} | {name: options_of(each) for name, each in getattr(entry, "commands", {}).items()}


def options_of(entry: Any) -> set[str]:
    """Return the options of a command, or of the command that `typer.run` would make of a function."""
    if not hasattr(entry, "params"):
        single = typer.Typer(add_completion=False)
        single.command()(entry)
        entry = typer.main.get_command(single)
    flags = {flag for option in entry.params for flag in (*option.opts, *option.secondary_opts)}
    return {flag for flag in flags if flag.startswith("-")} | {"--help"}


def command_lines(page: str) -> list[str]:
    """Return the lines of the shell blocks of a page, and its inline code."""
    blocks = [block for language, block in _FENCE.findall(page) if language in ("sh", "bash")]
    lines = "\n".join(blocks).replace("\\\n", " ").splitlines()
    return [line.partition(" #")[0].strip() for line in lines] + re.findall(r"`([^`\n]+)`", _FENCE.sub("", page))


def command_findings(page: str) -> Iterator[str]:
    """Yield the unknown commands, options, modules, scripts, extras and make targets of a page."""
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for line in command_lines(page):
        used = set(re.findall(r"(?<!\S)\[?(--[a-z][a-z-]*)", line))
        known: set[str] | None = None
        if match := re.match(r"(?:\S*/)?kschwert ([a-z]\S*)(?: ([a-z]\S*))?", line):
            in_group = match[1] in ("train", "edition", "export") and match[2]
            if (known := commands().get(f"{match[1]} {match[2]}" if in_group else match[1])) is None:
                yield f"unknown command: {line}"
        elif match := re.match(rf"(?:\S*/)?python (?:-m )?((?:{'|'.join(FOLDERS)})[\w./]*)(?: (\w+))?", line):
            try:
                found = script(match[1])
                known = found.get(match[2] or "", found[""]) if found else None
            except FileNotFoundError as error:
                yield f"unknown module or script {error}: {line}"
        elif (match := re.match(r"make ([a-z][\w-]*)", line)) and match[1] not in targets:
            yield f"unknown target: {line}"
        if known is not None:
            yield from (f"unknown option {option}: {line}" for option in sorted(used - known))
        tasks = "(?<!inspect eval )"  # Inspect names a task package/task
        paths = re.findall(rf"(?<=\s)(?<!python ){tasks}(?:{'|'.join(FOLDERS)})/[\w./]+", line)
        yield from (f"missing file {path}: {line}" for path in paths if not (ROOT / path).exists())
        if "pip install" in line:
            extras = ",".join(re.findall(r"(?:\.|kschwert_env)\[([\w,]+)\]", line)).split(",")
            unknown = {*extras} - {*project["optional-dependencies"], ""}
            yield from (f"unknown extra {extra}: {line}" for extra in sorted(unknown))


def name_findings(page: str) -> Iterator[str]:
    """Yield the dotted names of the package, and paths into the repository, that do not exist."""
    text = _FENCE.sub("", page)
    for name in sorted(set(re.findall(r"`(kschwert_env(?:\.\w+)+)(?:\(.*?\))?`", text))):
        if not name_exists(name):
            yield f"unknown name {name}"
    for path in sorted(set(_PATH.findall(text))):
        pattern = f"*/{re.sub(r'GAME_PLAYERS|GAME|vN', '*', path).rstrip('/')}"
        if not _OUTPUT.match(path) and not any(fnmatch(str(file), pattern) for file in FILES):
            yield f"missing file {path}"


def name_exists(name: str) -> bool:
    """Return whether a dotted name is a module, or a name that a module defines or imports."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        base = ROOT.joinpath(*parts[:count])
        source = base / "__init__.py" if base.is_dir() else base.with_suffix(".py")
        if source.exists():
            nodes = list(ast.walk(ast.parse(source.read_text(encoding="utf-8"))))
            names = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
            names |= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
            names |= {node.asname or node.name for node in nodes if isinstance(node, ast.alias)}
            return {*parts[count : count + 1]} <= names
    return False


def findings() -> Iterator[str]:
    """Yield all findings in the sources and pages of the repository."""
    of_pages = prose_findings, command_findings, name_findings
    checks = {".py": (source_findings,), ".md": of_pages, ".ipynb": of_pages}
    for path in FILES:
        name = str(path.relative_to(ROOT))
        if name not in _ALLOWED:
            for check in checks.get(path.suffix, ()):
                yield from (f"{name}: {found}" for found in check(text_of(path)))


if __name__ == "__main__":
    all_findings = list(findings())
    print(*all_findings, sep="\n")
    sys.exit(bool(all_findings))

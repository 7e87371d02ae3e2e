"""Checks of names and prose, run by `make check`: `python -m tests.docs.prose` prints every finding.

It finds phrases and docstring openings that must not come back (CONTRIBUTING.md, "Style"), pages whose sentences are too
long, and pages that mention commands, options, files or modules that do not exist.
"""

import ast
import importlib.util
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import median

import click
import typer

ROOT = Path(__file__).resolve().parents[2]
MAX_MEDIAN_WORDS = 18
"""Upper bound for the median sentence length of a page, in words."""

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("agents/**/*.md"), *ROOT.glob("training/*.md")])
SOURCES = sorted(
    path
    for folder in ("kschwert_env", "agents", "benchmarks", "docs/theme", "training", "tests")
    for path in (ROOT / folder).rglob("*.py")
)

PHRASES = (
    r"all the same[,.;]",
    r"\bso many (?:games|decisions|seconds|cards|past|others)\b",
    r"\bthat there (?:is|are) (?:not|none|no)\b",
    r"\bcomes? along\b",
    r"\bpast sel(?:f|ves)\b",
    r"\bof itself\b",
    r"\bwho(?:ever)? is to (?:act|move|decide)\b",
    r"\bgoes? on all\b",
    r"\bgone on with\b",
    r"\bas (?:told|usual)\b",
    r"\btold of\b",
    r"\btells? (?:of|what|how|who|whether|nothing|all)\b",
    r"\bfor who(?:m)? wants?\b",
    r"\bno matter of course\b",
    r"\brivals?\b",
)
"""Regular expressions, case-insensitive, that must not occur in docs, docstrings, comments and messages."""

OPENINGS = re.compile(r"(?:What|How|Whether|That of|Those of|The same|So many|Of |As told)\b")
"""Openings that a docstring must not have."""

_ALLOWED = {"tests/docs/prose.py", "kschwert_env/training/runs/settings.py", "CHANGELOG.md"}  # they list old names
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_GENERATED = re.compile(r"<!-- ([\w ]+): .*?<!-- end of \1 -->", re.DOTALL)


def phrases(text: str) -> Iterator[str]:
    """Yield the forbidden phrases in a text."""
    flat = " ".join(text.split())
    for phrase in PHRASES:
        for found in re.finditer(phrase, flat, re.IGNORECASE):
            yield f"phrase {found[0]!r} in ...{flat[max(0, found.start() - 30) : found.end() + 30]}..."


def source_findings(source: str) -> Iterator[str]:
    """Yield the findings in the docstrings, comments and strings of a Python source."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            doc = ast.get_docstring(node) or ""
            if opening := OPENINGS.match(doc):
                yield f"docstring begins with {opening[0]!r}: {doc.splitlines()[0]}"
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.STRING, tokenize.COMMENT):
            yield from phrases(token.string)


def sentences(page: str) -> list[str]:
    """Return the sentences of a page, without code, tables, headings and generated parts."""
    text = _GENERATED.sub("", _FENCE.sub("\n\n", page))
    text = re.sub(r"<!--.*?-->|^#.*$|^\|.*$|^!\[.*$", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    blocks = re.split(r"\n\s*\n|^\s*(?:[-*]|\d+\.) ", text, flags=re.MULTILINE)
    found = [part for block in blocks for part in re.split(r"(?<=[.!?:;])\s+(?=[A-Z`*\[(])", " ".join(block.split()))]
    return [sentence for sentence in found if len(sentence.split()) >= 3]


def sentence_findings(page: str) -> Iterator[str]:
    """Yield a finding if the median sentence of a page is too long."""
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
    from kschwert_env.web.command import main as play

    found: dict[str, set[str]] = {}
    for name, command in typer.main.get_command(app).commands.items():  # type: ignore[attr-defined]
        found[name] = _options(command)
        for part, inner in getattr(command, "commands", {}).items():
            found[f"{name} {part}"] = _options(inner)
    functions = {"arena": arena, "evaluate": evaluate, "play": play}
    functions |= {f"train {name}": main_of(name) for name in summaries()}
    for name, function in functions.items():
        single = typer.Typer()
        single.command()(function)
        found[name] = _options(typer.main.get_command(single))
    return found


def _options(command: click.Command) -> set[str]:
    return {option for parameter in command.params for option in parameter.opts} | {"--help"}


def command_findings(page: str) -> Iterator[str]:
    """Yield the unknown commands and options of `kschwert` in the shell blocks of a page."""
    blocks = [block for language, block in _FENCE.findall(_GENERATED.sub("", page)) if language in ("sh", "bash")]
    for line in "\n".join(blocks).replace("\\\n", " ").splitlines():
        match = re.match(r"\s*(?:\S*/)?kschwert (\S+)(?: ([a-z]\S*))?", line)
        if match:
            name = f"{match[1]} {match[2]}" if match[1] in ("train", "edition") else match[1]
            if name not in commands():
                yield f"unknown command: {line.strip()}"
                continue
            used = re.findall(r"(?<!\S)(--[a-z][a-z-]*)", line.partition("#")[0])
            yield from (f"unknown option {option}: {line.strip()}" for option in used if option not in commands()[name])
        for module in re.findall(r"python -m ([\w.]+)", line):
            if module.split(".")[0] in ("kschwert_env", "benchmarks", "tests") and not _module_exists(module):
                yield f"unknown module {module}: {line.strip()}"
        for path in re.findall(r"python ((?:training|tests|benchmarks)/\S+\.py)", line):
            if not (ROOT / path).exists():
                yield f"missing file {path}: {line.strip()}"


def name_findings(page: str) -> Iterator[str]:
    """Yield the dotted names of the package, and paths into the repository, that do not exist."""
    text = _FENCE.sub("", page)
    for name in sorted(set(re.findall(r"`(kschwert_env(?:\.\w+)+)(?:\(.*?\))?`", text))):
        if not _name_exists(name):
            yield f"unknown name {name}"
    for path in sorted(set(re.findall(r"`((?:kschwert_env|tests|training|agents|benchmarks|docs)/[\w./]+)`", text))):
        if not (ROOT / path).exists():
            yield f"missing file {path}"


def _module_exists(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def _name_exists(name: str) -> bool:
    """Return whether a module, or a name that its source defines, exists."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        base = ROOT.joinpath(*parts[:count])
        source = base / "__init__.py" if base.is_dir() else base.with_suffix(".py")
        if source.exists():
            rest = parts[count:]
            return not rest or re.search(rf"\b{rest[0]}\b", source.read_text(encoding="utf-8")) is not None
    return False


def findings() -> Iterator[str]:
    """Yield all findings in the sources and pages of the repository."""
    for path in SOURCES:
        name = str(path.relative_to(ROOT))
        if name not in _ALLOWED:
            yield from (f"{name}: {found}" for found in source_findings(path.read_text(encoding="utf-8")))
    for path in PAGES:
        name, page = str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
        for check in (sentence_findings, command_findings, name_findings):
            if name not in _ALLOWED:
                yield from (f"{name}: {found}" for found in check(page))
        if name not in _ALLOWED:
            yield from (f"{name}: {found}" for found in phrases(_FENCE.sub("", page)))


if __name__ == "__main__":
    all_findings = list(findings())
    print(*all_findings, sep="\n")
    sys.exit(bool(all_findings))

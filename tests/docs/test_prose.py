"""The prose checks find every kind of planted mistake, and accept correct text."""

import json
from pathlib import Path

import pytest

from tests.docs import prose

CLEAN = """
# A page

See the [glossary](glossary.md). Train with `kschwert train ppo --game two_crowns --out runs/ppo`. Then evaluate:

```sh
pip install ".[agents,train]"
kschwert evaluate heuristic --protocol two_crowns-2p-v1 --out runs/heuristic   # a comment with --anything
kschwert play --no-browser
.venv/dev/bin/python -m tests.fuzz --seconds 600
python -m benchmarks.compare COMMIT [COMMIT] [--game two_crowns] [--players 2]
python -m benchmarks.peers run results.json
python training/fit_value.py --game krone_schwert
make fuzz SECONDS=600
```

`kschwert_env.agents.Agent` is in `kschwert_env/agents/base.py`, the table in `kernel/phases.py`, an exploiter in
`agents/trained/GAME_PLAYERS/exploiters/`, and the results in `runs/ppo/`.

| a table | may have cells that are longer than the sentences of the page may be, because readers scan them |
|---|---|
"""


@pytest.mark.parametrize(
    ("source", "finding"),
    [
        ('"""What this module contains."""', "docstring begins with 'What'"),
        ('class A:\n    """How it works."""', "docstring begins with 'How'"),
        ('async def f():\n    """Whether it is."""', "docstring begins with 'Whether'"),
        ("a = 1  # games are played all the same.", "phrase 'all the same.'"),
        ("# the opponents are past\n# selves of the network", "phrase 'past selves'"),
        ('raise ValueError("an option that there is not")', "phrase 'that there is not'"),
        ('a = f"{1} tells nothing"', "phrase 'tells nothing'"),
        ('def f():\n    """Return a rival."""', "phrase 'rival'"),
    ],
)
def test_findings_in_sources(source: str, finding: str) -> None:
    (found,) = prose.source_findings(source)
    assert found.startswith(finding)


def test_a_clean_source() -> None:
    source = (
        '"""Return the legal actions."""\n\nWHAT = "whatever"  # why, not what\n# How and What may begin a comment\n'
    )
    assert list(prose.source_findings(source)) == []


LONG = " ".join(["word"] * 20)


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("It goes on as usual here.", "phrase 'as usual'"),
        ("The user is told so.", "phrase 'told'"),
        ("It runs in a process of its own.", "phrase 'of its own'"),
        (f"# A heading\n\nA{LONG}. B{LONG}. A short one.", "median sentence has 20 words"),
    ],
)
def test_findings_in_prose(text: str, finding: str) -> None:
    (found,) = prose.prose_findings(text)
    assert found.startswith(finding)


def test_sentences_exclude_code_tables_and_generated_parts() -> None:
    page = (
        "# The heading\n\nThe first sentence; it has a `name.with.dots`. The second one:\n\n- the first item,\n- and "
        "[the second](page.md) item.\n\n  | a | table |\n  |---|---|\n\n```sh\nthe code is left out\n```\n"
        "<!-- figures: by hand -->\nNot counted at all.\n<!-- end of figures -->\n\n1. The last item.\n"
    )
    assert prose.sentences(page) == [
        "The first sentence; it has a `name.with.dots`.",
        "The second one:",
        "the first item,",
        "and the second item.",
        "The last item.",
    ]


@pytest.mark.parametrize(
    ("line", "finding"),
    [
        ("kschwert learn", "unknown command: kschwert learn"),
        ("kschwert train exploit --game two_crowns", "unknown command: kschwert train exploit"),
        (".venv/dev/bin/kschwert train ppo --decisions 5", "unknown option --decisions"),
        ("kschwert evaluate random \\\n  --exploit 3", "unknown option --exploit"),
        ("python -m benchmarks.nothing", "unknown module or script benchmarks.nothing"),
        ("python -m kschwert_env.nowhere.demo", "unknown module or script kschwert_env.nowhere.demo"),
        ("python training/harden.py", "unknown module or script training/harden.py"),
        ("python -m tests.fuzz --hours 3", "unknown option --hours"),
        ("python -m benchmarks.peers run results.json --slowly", "unknown option --slowly"),
        ("python training/league.py --out x --rounds 3", "unknown option --rounds"),
        ("pytest tests/krone_schwert/test_revolts.py", "missing file tests/krone_schwert/test_revolts.py"),
        ("make coffee", "unknown target: make coffee"),
        ('pip install ".[agents,everything]"', "unknown extra everything"),
    ],
)
@pytest.mark.parametrize("form", ["```sh\n{}\n```\n", "Type `{}`."])
def test_findings_in_commands(line: str, finding: str, form: str) -> None:
    (found,) = prose.command_findings(form.format(line if form.startswith("```") else line.replace("\\\n", "")))
    assert found.startswith(finding)


def test_a_script_without_its_library_is_not_inspected(monkeypatch: pytest.MonkeyPatch) -> None:
    def lacking(name: str) -> None:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(prose, "import_module", lacking)
    prose.script.cache_clear()
    try:
        assert list(prose.command_findings("`python training/rllib_self_play.py --nothing`")) == []
    finally:
        prose.script.cache_clear()


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("`kschwert_env.agents.arena`", "unknown name kschwert_env.agents.arena"),
        ("`kschwert_env.engine.compiled.rng.seeds_of(1)`", "unknown name kschwert_env.engine.compiled.rng.seeds_of"),
        ("`kschwert_env/engine/streams.py`", "missing file kschwert_env/engine/streams.py"),
        ("`kernel/drawing.py`", "missing file kernel/drawing.py"),
        ("`agents/trained/GAME_PLAYERS/judges/`", "missing file agents/trained/GAME_PLAYERS/judges/"),
    ],
)
def test_findings_in_names(text: str, finding: str) -> None:
    assert list(prose.name_findings(f"See {text}, and so on.")) == [finding]


def test_a_clean_page() -> None:
    checks = (prose.prose_findings, prose.command_findings, prose.name_findings)
    assert [found for check in checks for found in check(CLEAN)] == []


def test_markdown_of_notebooks_is_read(tmp_path: Path) -> None:
    cells = [{"cell_type": "markdown", "source": ["One\n", "two."]}, {"cell_type": "code", "source": ["three"]}]
    path = tmp_path / "page.ipynb"
    path.write_text(json.dumps({"cells": cells}), encoding="utf-8")
    assert prose.text_of(path) == "One\ntwo."


def test_findings_name_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "page.md").write_text("The rivals.", encoding="utf-8")
    (tmp_path / "module.py").write_text('"""What it is."""', encoding="utf-8")
    monkeypatch.setattr(prose, "ROOT", tmp_path)
    monkeypatch.setattr(prose, "FILES", [tmp_path / "module.py", tmp_path / "page.md"])
    monkeypatch.setattr(prose, "command_findings", lambda page: [])
    assert [found.partition(":")[0] for found in prose.findings()] == ["module.py", "page.md"]

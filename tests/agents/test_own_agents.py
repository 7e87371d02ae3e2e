"""Agents that somebody else has written: named by module and class, made and rated as those that come along."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kschwert_env.agents import KINDS, available, make_agent, make_agents
from kschwert_env.agents.arena.compete import compete
from kschwert_env.agents.arena.log import LogError
from kschwert_env.krone_schwert import Rules as LargerRules
from kschwert_env.two_crowns import Rules
from tests.installed.mine import Eager

UNTYPED = "class Untyped:\n    def __init__(self, rules, path):\n        pass\n\nNUMBER = 3\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder, with a module `strange`, outside the path of imports."""
    (tmp_path / "strange.py").write_text(UNTYPED, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    yield tmp_path
    sys.modules.pop("strange", None)


def test_a_class_is_named_with_its_options(rules: Rules) -> None:
    agent = make_agent("tests.installed.mine.Eager:last=1", rules)
    assert isinstance(agent, Eager)
    assert vars(agent) == vars(Eager(rules, last=1)) != vars(make_agent("tests.installed.mine.Eager", rules))


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("nowhere.Agent", "there is no agent 'nowhere.Agent': No module named 'nowhere'"),
        ("strange.Agent", "there is no agent 'strange.Agent': module 'strange' has no attribute 'Agent'"),
        ("..Agent", "there is no agent '..Agent'"),
        ("strange.NUMBER", "'strange.NUMBER' makes no agents: it is 3"),
        ("strange.Untyped:path=x", "path must be annotated as int, float or str"),
        ("tests.installed.mine.Eager:last=many", "last must be a whole number, not 'many'"),
        (
            "tests.installed.mine.Eager:first=1",
            "unknown option 'first' of tests.installed.mine.Eager; its options are last",
        ),
    ],
)
def test_what_is_wrong_with_it_is_named(typed: str, message: str, rules: Rules, here: Path) -> None:
    with pytest.raises(ValueError, match=r"\w") as error:
        make_agent(typed, rules)
    assert message in str(error.value)


def test_a_module_is_found_from_the_current_folder_on(rules: Rules, here: Path) -> None:
    (here / "strange.py").write_text(f"from {Eager.__module__} import Eager as Mine\n", encoding="utf-8")
    assert isinstance(make_agent("strange.Mine", rules), Eager)


def test_what_there_is_for_a_game(rules: Rules) -> None:
    assert available(rules) == list(KINDS)
    assert "policy" not in available(LargerRules(5))  # no network comes along


def test_two_of_one_name_are_refused(rules: Rules) -> None:
    with pytest.raises(ValueError, match="agent 'random' is named twice"):
        make_agents(["random", "random"], rules)


def test_agents_compete_from_a_program(rules: Rules, tmp_path: Path) -> None:
    agents = {"eager": Eager(rules), "random": make_agent("random", rules)}
    heard: list[tuple[int, int]] = []
    first = compete(rules, agents, tmp_path, games=4, report=lambda played, total: heard.append((played, total)))
    assert first is not None
    assert (heard[0], heard[-1]) == ((0, 4), (4, 4))
    assert (first["games"], set(first["agents"])) == (4, {"eager", "random"})
    with pytest.raises(LogError, match="holds games already"):
        compete(rules, agents, tmp_path, games=8)
    more = compete(rules, agents, tmp_path, games=8, resume=True)
    assert more is not None
    assert more["games"] == 8

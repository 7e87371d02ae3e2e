"""Users' agents: named by module and class, created and rated like bundled ones."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer import Typer
from typer.testing import CliRunner

from kschwert_env.agents import KINDS, DecisionBatch, as_policy, available, make_agent, make_agents
from kschwert_env.agents.base import choose_actions, make_decision_batch
from kschwert_env.agents.registry import split_specs
from kschwert_env.arena.command import main
from kschwert_env.arena.contest import Contest
from kschwert_env.arena.game_log import LogError
from kschwert_env.engine.contract.actions import IllegalAction
from kschwert_env.krone_schwert import Rules as LargerRules
from kschwert_env.two_crowns import Rules
from tests.agents.conftest import positions
from tests.installed.mine import Eager

LAST = "def last(observations, masks):\n    return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)\n"
UNTYPED = "class Untyped:\n    def __init__(self, rules, path):\n        pass\n\nNUMBER = 3\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return an import folder with a module `strange`."""
    (tmp_path / "strange.py").write_text(UNTYPED + LAST, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    sys.modules.pop("strange", None)


def test_a_class_is_named_with_its_options(rules: Rules) -> None:
    agent = make_agent("tests.installed.mine.Eager:last=1", rules)
    assert isinstance(agent, Eager)
    assert vars(agent) == vars(Eager(rules, last=1)) != vars(make_agent("tests.installed.mine.Eager", rules))


def test_a_function_of_observations_and_masks_plays(rules: Rules, here: Path) -> None:
    states = positions(rules)
    decisions = make_decision_batch(rules, states, np.arange(len(states)))
    wanted = make_agent("tests.installed.mine.Eager:last=1", rules).act(decisions)
    assert choose_actions(make_agent("function:strange.last", rules), decisions).tolist() == wanted.tolist()


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("nowhere.Agent", "unknown agent 'nowhere.Agent': No module named 'nowhere'"),
        ("strange.Agent", "unknown agent 'strange.Agent': module 'strange' has no attribute 'Agent'"),
        ("..Agent", "'..Agent' must be the full name of a class or function, such as package.module.Class"),
        ("strange.NUMBER", "agent 'strange.NUMBER' must be a class or function, not 3"),
        ("strange.Untyped:path=x", "path must be annotated as int, float or str"),
        ("function", "function needs path"),
        ("function:strange", "'strange' must be the full name of a class or function"),
        ("tests.installed.mine.Eager:last=many", "last must be a whole number, not 'many'"),
        (
            "tests.installed.mine.Eager:first=1",
            "unknown option 'first' of tests.installed.mine.Eager; expected one of: last",
        ),
    ],
)
def test_what_is_wrong_with_it_is_named(typed: str, message: str, rules: Rules, here: Path) -> None:
    with pytest.raises(ValueError, match=r"\w") as error:
        make_agent(typed, rules)
    assert message in str(error.value)


def test_a_module_is_any_that_can_be_imported(rules: Rules, here: Path) -> None:
    (here / "strange.py").write_text(f"from {Eager.__module__} import Eager as Mine\n", encoding="utf-8")
    assert isinstance(make_agent("strange.Mine", rules), Eager)


def test_what_there_is_for_a_game(rules: Rules) -> None:
    assert available(rules) == [
        kind for kind in KINDS if kind not in ("function", "onnx", "chat")
    ]  # these need a name, a file or a server
    assert "policy" not in available(LargerRules(5))  # no bundled network


def test_two_of_one_name_are_refused(rules: Rules) -> None:
    with pytest.raises(ValueError, match="duplicate agent 'random'"):
        make_agents(["random", "random"], rules)


class Broken(Eager):
    """Fails in the middle of a game."""

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        """Raise an error."""
        raise ValueError("operands could not be broadcast together")


def test_agents_compete_from_a_program(rules: Rules, tmp_path: Path) -> None:
    agents = {"eager": Eager(rules), "random": make_agent("random", rules)}
    heard: list[int] = []
    with Contest(rules, agents, tmp_path, games=4) as contest:
        assert contest.figures() is None
        assert contest.play(report=heard.append)
        assert (heard[-1], contest.finished, contest.total) == (4, 4, 4)
        found = contest.figures()
    assert found is not None
    assert (found["games"], set(found["agents"])) == (4, {"eager", "random"})
    with pytest.raises(LogError, match="already holds games"):
        Contest(rules, agents, tmp_path, games=8)
    with Contest(rules, agents, tmp_path, games=8, resume=True) as contest:
        assert contest.finished == 4
        assert contest.play()
        assert contest.finished == 8


def test_an_error_of_an_agent_comes_out_as_itself(rules: Rules, tmp_path: Path) -> None:
    agents = {"broken": Broken(rules), "random": make_agent("random", rules)}
    with Contest(rules, agents, tmp_path, games=2) as contest, pytest.raises(ValueError, match="broadcast"):
        contest.play()
    typed = ["--game", "two_crowns", f"{__name__}.Broken", "random", "--games", "2", "--out", str(tmp_path / "typed")]
    app = Typer()
    app.command()(main)
    result = CliRunner().invoke(app, typed)
    assert isinstance(result.exception, ValueError)
    assert "broadcast" in str(result.exception)


class Silent(Eager):
    """Returns nothing."""

    def act(self, decisions: DecisionBatch) -> Any:
        """Return None."""


def test_an_agent_is_named_in_its_errors(rules: Rules, tmp_path: Path) -> None:
    """By its specification, because several agents may share a class."""
    for name, agent, error in (("one", Silent(rules), IllegalAction), ("two", Broken(rules), ValueError)):
        agents = {name: agent, "random": make_agent("random", rules)}
        with Contest(rules, agents, tmp_path / name, games=2) as contest, pytest.raises(error) as raised:
            contest.play()
        assert f"agent {name} " in "\n".join([str(raised.value), *getattr(raised.value, "__notes__", [])])
    with pytest.raises(IllegalAction, match="agent Silent must return integers of shape"):
        as_policy(Silent(rules), rules)(*(np.ones((1, size), np.int8) for size in (5, 5)), seeds=np.zeros(1, np.int64))


def test_what_plays_no_games_is_refused(rules: Rules, here: Path) -> None:
    (here / "strange.py").write_text(
        "def nothing(rules):\n    pass\n\nless = nothing\n\nclass Slow:\n    games_at_once = 0\n    act = print\n"
    )
    for name in ("strange.nothing", "strange.less"):
        with pytest.raises(ValueError, match=f"agent '{name}' is not an agent: expected a method act"):
            make_agent(name, rules)


@pytest.mark.parametrize("text", ["1 / 0", "def", "raise KeyError('x')"])
def test_a_module_that_cannot_be_imported_is_named(text: str, rules: Rules, here: Path) -> None:
    (here / "strange.py").write_text(text)
    with pytest.raises(ValueError, match=r"module strange of agent 'strange\.Agent' can't be imported: \w+"):
        make_agent("strange.Agent", rules)


def test_an_agent_can_not_be_named_twice_to_give_it_more_weight() -> None:
    assert split_specs("greedy:worlds=1+greedy:worlds=2+random") == ["greedy:worlds=1", "greedy:worlds=2", "random"]
    assert split_specs("") == []
    with pytest.raises(ValueError, match=r"'random' is named more than once, in 'random\+heuristic\+random'"):
        split_specs("random+heuristic+random")

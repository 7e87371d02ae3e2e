"""Every registered game has all required parts; CONTRIBUTING.md lists the steps."""

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import kschwert_env
from kschwert_env import GAMES
from kschwert_env.engine.contract.edition_rules import EditionRules
from kschwert_env.engine.simulation.game import game_type
from kschwert_env.importing import find_game
from kschwert_env.two_crowns import Rules
from tests.docs.generators.rules_page import RulesPage
from tests.games.golden import GOLDEN, path_of
from tests.helpers.cases import CASES, ONE_EACH, Case

ROOT = Path(__file__).resolve().parents[2]


def test_every_package_with_rules_is_registered() -> None:
    package = Path(str(kschwert_env.__file__)).parent
    assert sorted(GAMES) == sorted(path.parent.name for path in package.glob("*/kernel"))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_all_required_parts(game: str) -> None:
    rules_type = find_game(game)
    assert rules_type.package == game
    assert game_type(rules_type).rules_type is rules_type
    assert any(case.rules.package == game for case in CASES), "no case for the shared tests: tests/helpers/cases.py"
    golden = [case for case in GOLDEN if case.rules.package == game]
    assert {case.rules.num_players for case in golden} == {rules.num_players for rules in rules_type.kinds()}
    assert all(path_of(case).exists() for case in golden), "no golden playthrough: python -m tests.games.golden"
    for needed in (
        f"kschwert_env/{game}/guide.toml",
        f"docs/{game}.md",
        f"tests/{game}/rule_ids.py",
        f"tests/{game}/positions.py",
    ):
        assert (ROOT / needed).exists(), f"{needed} is missing"
    rules_page = RulesPage(game).path
    assert rules_page.exists(), f"{rules_page} is missing"


def test_compiled_kinds_are_those_of_all_cases() -> None:
    kinds = {(rules.package, *rules.record_kind) for game in GAMES for rules in find_game(game).kinds()}
    assert {(case.rules.package, *case.rules.record_kind) for case in CASES} <= kinds


def test_a_game_that_misses_a_function_is_refused() -> None:
    with pytest.raises(TypeError, match=r"test_every_game\..*Incomplete is incomplete; missing: empty\.reset"):

        class Incomplete(Rules):
            kernel = ModuleType("empty")


def test_a_game_that_misses_a_subpackage_is_refused() -> None:
    class Incomplete(EditionRules):
        pass

    with pytest.raises(TypeError, match=r"editions_module.*positions_module.*svg_module.*text_module"):
        Incomplete()  # type: ignore[abstract]


def test_a_game_that_misses_a_class_variable_is_refused() -> None:
    with pytest.raises(TypeError, match="missing: num_players, phase_names, package, player_counts"):

        class Incomplete(EditionRules):
            kernel = Rules.kernel


def test_a_game_is_imported_without_batches_texts_and_pictures() -> None:
    code = (
        "import sys, kschwert_env.krone_schwert as k; k.Game; print(*(m for m in sys.modules if 'kschwert_env' in m))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert len(set(loaded) - {"kschwert_env.engine.jit.native.caller"}) <= 65  # built only where a C compiler is
    assert not {"text", "svg", "positions"} & {name.rpartition(".")[2] for name in loaded if ".engine." not in name}
    assert "kschwert_env.engine.simulation.batch" not in loaded


@pytest.mark.parametrize("case", ONE_EACH, ids=str)
def test_options_may_be_numbers_and_flags_of_numpy(case: Case) -> None:
    rules = type(case.rules)
    wanted = rules.from_options({"num_players": case.rules.num_players})
    options = wanted.options().items()
    found = rules.from_options({n: np.array(each)[()] if isinstance(each, int) else each for n, each in options})
    assert found == wanted
    assert found.fingerprint == wanted.fingerprint
    assert all(not isinstance(value, np.generic) for value in found.options().values())

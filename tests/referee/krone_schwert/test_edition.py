"""An edition in which ambush and truce have a combat value (C6): it counts in an attack, but never under a vote."""

import re
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from tests.referee.duel import Tally, run_stages
from tests.referee.games import judge_of
from tests.referee.krone_schwert import position

pytestmark = pytest.mark.needs_jit

COMBAT = {"ambush": 5, "truce": 2}  # large enough to decide revolts


@pytest.fixture
def edition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Write the standard edition with these values, and patch the referee accordingly."""
    text = (files("kschwert_env.krone_schwert") / "editions" / "standard.toml").read_text(encoding="utf-8")
    for card, combat in COMBAT.items():
        text, found = re.subn(rf"(?m)^({card} *=.*\bcombat *= *)0\b", rf"\g<1>{combat}", text)
        assert found == 1
        monkeypatch.setitem(position.ACTION_CARDS, card, position.ACTION_CARDS[card]._replace(combat=combat))
    path = tmp_path / "strong.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_engine_and_referee_agree_on_a_stronger_edition(edition: str) -> None:
    """R4, A3, A6: from every constructed attack and revolt."""
    judge = judge_of("krone_schwert", 3)
    fights = [stage for stage in judge.stages() if stage.name.startswith(("attacks", "revolts"))]
    for stage in fights:
        stage.position["rules"]["edition"] = edition
    tally = Tally(replace(judge, stages=lambda: iter(fights)))
    for _ in run_stages(tally, 0, tries=1, decisions=judge.pace.decisions):
        pass
    assert len(fights) > 5
    assert tally.steps > 100
    assert [str(difference) for difference in tally.differences] == []

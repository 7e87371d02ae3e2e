"""An edition in which ambush and truce have a combat value (C6): it counts in an attack, but never under a vote."""

import re
from functools import partial
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from kschwert_env.krone_schwert import Game
from tests.referee.duel import Duel, Tally, try_each_kind
from tests.referee.judge import Stage

from . import cards
from .judge import KroneSchwert
from .stages import positions

PLAYERS = 3
COMBAT = {"ambush": 5, "truce": 2}  # so much that it would decide revolts


@pytest.fixture
def edition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The standard one but for these values, known to the referee, too."""
    text = (files("kschwert_env.krone_schwert") / "editions" / "standard.toml").read_text(encoding="utf-8")
    for card, combat in COMBAT.items():
        text, found = re.subn(rf"(?m)^({card} *=.*\bcombat *= *)0\b", rf"\g<1>{combat}", text)
        assert found == 1
        monkeypatch.setitem(cards.ACTION_CARDS, card, cards.ACTION_CARDS[card]._replace(combat=combat))
    path = tmp_path / "strong.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_engine_and_referee_agree_on_a_stronger_edition(edition: str) -> None:
    """R4, A3, A6: from every constructed attack and revolt on."""
    tally = Tally(KroneSchwert(PLAYERS))
    for name, position, policy in positions(PLAYERS, fewer_parts=False):
        if name.startswith(("attacks", "revolts")):
            position["rules"]["edition"] = edition
            random = Random(name)
            stage = Stage(name, partial(Game.from_position, position), policy)
            try_each_kind(
                Duel(stage.game(random.getrandbits(63)), tally, name, random), stage, tally.judge.pace.decisions
            )
    assert tally.steps > 0
    assert [str(difference) for difference in tally.differences] == []

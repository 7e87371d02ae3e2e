"""The faults that are to be planted."""

import pytest

from tests.referee.faults import FAULTS, ROOT, module_of, planted
from tests.referee.planted import Fault


@pytest.mark.parametrize(
    ("game", "fault"), [(game, fault) for game in FAULTS for fault in FAULTS[game]], ids=lambda part: str(part)[:40]
)
def test_a_fault_has_its_place(game: str, fault: Fault) -> None:
    text = module_of(ROOT, game, fault).read_text()
    assert planted(text, fault) != text

"""Positions in words: names instead of seats, no identifiers, and only what a viewer may know."""

import re

import numpy as np
import pytest

from kschwert_env.rendering.viewers import PUBLIC
from kschwert_env.web.sessions.table import Table
from kschwert_env.web.sessions.views import description_message
from tests.helpers.cases import ONE_EACH, Case
from tests.web.sessions.test_secrets import events, opened

IDENTIFIERS = re.compile(r"[Ss]eat \d|_|\[\d|\bYou (decides|has)\b")


@pytest.mark.parametrize("case", ONE_EACH, ids=str)
def test_positions_in_words_name_players_and_hide_secrets(case: Case) -> None:
    rng = np.random.default_rng(3)
    for game in events(case, 4, int(rng.integers(10, 40))):
        table = Table(opened(case.rules, game).config, [])
        for viewer in (0, 1, PUBLIC, None):
            lines = description_message(case.rules, table.view(viewer), table.voice(viewer))["lines"]
            assert not [line for line in lines if IDENTIFIERS.search(line)]
            names = ["You" if seat == viewer else f"P{seat}" for seat in range(case.rules.num_players)]
            assert all(any(line.startswith(f"{name}: ") for line in lines) for name in names)
            other = Table(opened(case.rules, table.view(viewer).game).config, [])
            assert lines == description_message(case.rules, other.view(viewer), table.voice(viewer))["lines"]


def test_each_field_of_a_map_is_a_line() -> None:
    case = next(case for case in ONE_EACH if case.rules.package == "krone_schwert")
    (game,) = events(case, 1, 30)
    table = Table(opened(case.rules, game).config, [])
    lines = description_message(case.rules, table.view(0), table.voice(0))["lines"]
    fields = [line for line in lines if line.startswith("Field ")]
    assert len(fields) == case.rules.num_fields
    owned = next(field for field, owner in enumerate(game.position()["owner"]) if owner == 1)
    assert re.fullmatch(rf"Field {owned}: \w+, held by P1(, [\w ]+)?; beside [\d, ]+", fields[owned])


@pytest.mark.parametrize("case", ONE_EACH, ids=str)
def test_every_line_is_a_line_for_people(case: Case) -> None:
    """No missing labels, no names of phases, no counts of "1 small and large cities"."""
    for game in events(case, 12, 45):
        table = Table(opened(case.rules, game).config, [])
        for viewer in (0, 1, PUBLIC):
            lines = description_message(case.rules, table.view(viewer), table.voice(viewer))["lines"]
            said = "\n".join(lines)
            assert not re.search(r"^[:; ]|small and large|there lie|\bof you\b|decides? \(", said, re.MULTILINE), said
            asked = case.rules.question(game.position(), table.voice(viewer))
            assert asked is None or (asked.ask if viewer == game.player else asked.words) in lines[0]


def test_stacks_and_places_count_from_one() -> None:
    case = next(case for case in ONE_EACH if case.rules.package == "politics_and_intrigue")
    (game,) = events(case, 1, 30)
    table = Table(opened(case.rules, game).config, [])
    lines = description_message(case.rules, table.view(0), table.voice(0))["lines"]
    assert [line.split(":")[0] for line in lines if line.startswith("Stack")] == [f"Stack {n}" for n in range(1, 7)]
    assert not any(line.startswith("place 0") for line in lines)

"""Tests of the table of phases (`kernel/phases.py`): it is complete, and agrees with the code."""

from collections import defaultdict
from functools import cache, partial

import numpy as np
import pytest

from kschwert_env.engine.jit.plain import PlainCode, PlainRecord, plain
from kschwert_env.politics_and_intrigue import Game
from kschwert_env.politics_and_intrigue.kernel import decisions
from kschwert_env.politics_and_intrigue.kernel import pending as kernel_pending
from kschwert_env.politics_and_intrigue.kernel.components import NOBODY, PHASE_NAMES, Phase
from kschwert_env.politics_and_intrigue.kernel.phases import TABLE, Decider, PhaseRow
from kschwert_env.politics_and_intrigue.kernel.state import STATE
from kschwert_env.politics_and_intrigue.positions import pending
from kschwert_env.politics_and_intrigue.text.explain import REASONS
from kschwert_env.politics_and_intrigue.text.questions import BUTTONS
from tests.politics_and_intrigue.lively import lively
from tests.politics_and_intrigue.positions import MOMENTS, reach
from tests.politics_and_intrigue.rule_ids import RULES
from tests.politics_and_intrigue.scenes import Scene

FIELDS = {
    "stack": "stack",
    "left": "left",
    "gains": "gains",
    "safe": "safe",
    "slots": "named",
    "card": "card",
    "from": "source",
    "regions": "chosen",
    "sorted": "sorted",
    "holy_used": "holy_used",
    "exchanging": "exchanging",
    "resume": "resume",
    "backfire": "backfire",
}
"""The field of the record by key of `pending`."""

NAMES = ("stack", "slots", "card", "from", "regions")  # keys that are blank as NOBODY, others are as 0
ASKED = [row for row in TABLE if row.phase != Phase.OVER]


def test_every_phase_has_a_row() -> None:
    """Q4: in order, with somebody who decides, options, an effect and a question; `over` has none of these."""
    assert [row.phase for row in TABLE] == list(Phase)
    for row in ASKED:
        assert row.decides != Decider.NOBODY
        assert None not in (row.options, row.apply)
        assert row.offers
        assert row.asks[0]
        assert row.asks[1] in RULES
        assert set(row.pending) <= FIELDS.keys()
        assert (row.most_left > 0) == ("left" in row.pending)
    assert TABLE[Phase.OVER] == (Phase.OVER, Decider.NOBODY, None, None, (), (), 0, None, None, None, ("", ""))


@pytest.mark.parametrize("row", ASKED, ids=lambda row: row.phase.name)
def test_each_phase_calls_the_functions_of_its_row(row: PhaseRow) -> None:
    """Q4: `legal_mask` and `step` call these, and no other phase's."""
    called: list[object] = []
    functions = {function for each in ASKED for function in (each.options, each.apply) if function}
    replaced = {function: partial(lambda function, *_: called.append(function), function) for function in functions}
    code = PlainCode({**replaced, decisions.finish_step: lambda state: None})
    states = np.zeros(1, STATE)
    states["phase"] = row.phase
    state, mask = PlainRecord(states[0]), np.ones(9, np.int8)
    code.twin(decisions.legal_mask)(state, None, mask)
    assert not mask.any()
    code.twin(decisions.step)(state, None, None, 0)
    assert called == [row.options, row.apply]


@cache
def met() -> list[Game]:
    """Games in every phase, and lively ones at each of their decisions."""
    games = [Game.from_position(reach(moment)) for moment in MOMENTS] + [Scene().full(0).ban((0, 1)).play().game]
    plague = Scene().city(0, 0).full(0).hand(0, physician=1)
    brothel = Scene().city(0, 0).lay(0, {0: "brothel"}).hand(0, arsonist=1)
    games += [plague.event("plague", 1).game, brothel.attack("arsonist").game]
    for options in ({}, {"game": "tournament"}):
        games += [game.copy() for seed in range(6) for game, _ in lively(seed, 250, **options)]
    return [game for game in games if not game.is_over]


def test_each_phase_offers_the_kinds_of_its_row() -> None:
    """Q4: no others, and all of them somewhere."""
    offered: dict[str, set[str]] = defaultdict(set)
    for game in met():
        kinds = {game.rules.actions.decode(number).kind for number in game.legal_actions()}
        assert kinds <= set(TABLE[PHASE_NAMES.index(game.phase)].offers), game.phase
        offered[game.phase] |= kinds
    assert {name: set(kinds) for name, kinds in offered.items()} == {
        PHASE_NAMES[row.phase]: set(row.offers) for row in ASKED
    }


def test_each_action_that_is_offered_is_carried_out() -> None:
    """Q4: by the effect of its phase: the position changes, and is one that a game can reach."""
    seen: dict[str, set[int]] = defaultdict(set)
    for game in met():
        for number in set(game.legal_actions()) - seen[game.phase]:
            after = game.copy()
            after.step(number)
            assert after != game, (game.phase, game.rules.actions.describe(number))
            assert Game.from_position(after.position()) == after
            seen[game.phase].add(number)


@pytest.mark.parametrize("phase", Phase)
def test_pending_values_are_those_of_the_row(phase: Phase) -> None:
    """Q4: the kernel keeps them when the phase begins and clears all others; positions have these keys."""
    keys = TABLE[phase].pending
    states = np.zeros(1, STATE)
    for field in FIELDS.values():
        states[field] = 1
    states["phase"] = phase
    state = PlainRecord(states[0])
    plain(kernel_pending.clear_unused)(state)
    values = {key: np.unique(getattr(state, field)).tolist() for key, field in FIELDS.items()}
    kept = {key for key, value in values.items() if value == [1]}
    blank = {key for key, value in values.items() if value == [NOBODY if key in NAMES else 0]}
    assert (kept, kept | blank) == (set(keys), set(FIELDS))
    assert tuple(pending.write_pending(states, (0,)) or ()) == keys


def test_texts_are_complete() -> None:
    """Q4: a reason for each kind of action that a phase offers, and a button where kinds differ by phase."""
    assert REASONS.keys() == {row.options for row in ASKED}
    for row in ASKED:
        assert REASONS[row.options].keys() == set(row.offers), row.phase
    for kind, phases in BUTTONS.items():
        assert phases.keys() == {PHASE_NAMES[row.phase] for row in ASKED if kind in row.offers}, kind

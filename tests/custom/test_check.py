"""`kschwert check-game` finds planted faults, and names the place; what is no game is refused when it is loaded."""

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from kschwert_env.custom.check import GameError, check_game
from kschwert_env.custom.rules import CustomRules
from kschwert_env.engine.contract.rules import load_class
from kschwert_env.importing import load_game
from tests.custom.conftest import WriteGame


class Fault(NamedTuple):
    """A change of the game of the page, and the message that finds it."""

    old: str
    new: str
    message: str


FAULTS = {
    "index": Fault("hands[state.player, action] = 0", "hands[2, action] = 0", r"step: .*faulty\.py, line \d+, in step"),
    "mask": Fault("state.hands[:] = 1", "state.hands[:] = 2", "legal_mask: entry 0 is 2; it must be 0 or 1"),
    "field": Fault('("prize", (), 0, CARDS - 1', '("prize", (), 0, 0', "field prize of the state is .* from 0 to 0"),
    "unwritten mask": Fault("(CARDS):\n        mask", "(CARDS - 1):\n        mask", "mask: entry 3 is not written"),
    "no action": Fault("action, 1\n        return", "action, 0\n        return", "resample|no legal action"),
    "unwritten piece": Fault("put_by_seat(state, seat, out, at, state.scores)", "pass", "piece scores is not written"),
    "range": Fault('("prize", (CARDS,), 0, 1', '("prize", (CARDS,), 0, 0', "piece prize has values from 0 to 1"),
    "length": Fault("most_decisions = 2 * CARDS", "most_decisions = CARDS", "most_decisions is 4, but"),
    "secret": Fault(" or (seat == 1 and card == state.bid)", "", "resample: seat 1 observes something else"),
    "commentary": Fault('= ("bid",)', "= ()", "seat 1 can't observe which action 'bid' was chosen, but is told"),
    "resample": Fault("state.hands[0, state.bid] = 1", "state.hands[2, state.bid] = 1", r"resample: .*, in resample"),
    "other world": Fault("state.bid = draw_card(state.hands[0], CARDS, stream)", "state.bid = 9", "field bid of the s"),
    "kinds": Fault('= ("bid",)', '= ("lay",)', "hidden_actions must be a tuple of kinds of actions"),
    "phase": Fault("state.bid = -1\n", "state.bid = -1\n    state.phase = 1\n", "field phase of the state is 1"),
    "nothing hidden": Fault(
        "if seat == 1 and state.bid >= 0", "if seat == 9", "resample: it changed nothing in 5 games"
    ),
    "unreachable world": Fault(
        "    if seat == 1 and state.bid >= 0:",
        "    state.turn += 99\n    if seat == 1 and state.bid >= 0:",
        "resample: the game resampled for seat 0 can't be reached: turn: too large",
    ),
    "no sequence": Fault(
        '["turn: too large"] if state["turn"] > 9 else []', "None", "contradictions must return a sequ"
    ),
    "second kind": Fault(
        'hidden_actions = ("bid",)\n    actions = custom.ActionSpace([custom.Action("bid"',
        'hidden_actions = ("low",)\n    actions = custom.ActionSpace([custom.Action("bid" if card else "low"',
        "seat 1 can't observe which action 'bid' was chosen, but is told",
    ),
    "score": Fault("scores=(0, sum(range(CARDS + 1)))", "scores=(0, 1)", "field scores of the state"),
    "end": Fault("    if state.turn == CARDS:\n        state.player = -1\n    else", "    if True", "IndexError|no le"),
}


def rules_in(path: Path) -> CustomRules:
    rules: Any = load_class(str(path))()
    assert isinstance(rules, CustomRules)
    return rules


def test_the_game_of_the_page_is_right(write_game: WriteGame) -> None:
    checked = check_game(rules_in(write_game("right")), games=10)
    assert (checked.games, checked.decisions, checked.longest, checked.actions) == (10, 80, 8, 4)


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_fault_is_found_with_its_place(write_game: WriteGame, fault: Fault) -> None:
    with pytest.raises(GameError, match=fault.message):
        check_game(rules_in(write_game("faulty", _BOUNDED, (fault.old, fault.new))), games=5)


@pytest.mark.needs_jit
def test_what_numba_can_not_compile_is_named_with_its_line(write_game: WriteGame) -> None:
    untyped = '    number = "a" if action > 9 else 0\n    state.hands[state.player, action] = number'
    path = write_game("untyped", ("    state.hands[state.player, action] = 0", untyped))
    with pytest.raises(GameError, match=r'Numba can\'t compile the game: File ".*untyped.py", line \d+: Cannot unify'):
        check_game(rules_in(path), games=1)


_OPTION, _LENGTH = "    num_players: int = 2\n", "most_decisions = 2 * CARDS"
_BOUNDED = (
    "    observation = custom.Obs",
    "    def contradictions(self, state):\n"
    '        return ["turn: too large"] if state["turn"] > 9 else []\n\n'
    "    observation = custom.Obs",
)
"""A bound on turns, which a position may not exceed."""

REFUSED = {
    "function": Fault("def step(", "def advance(", r"Goofspiel is incomplete; missing: .*\.step"),
    "players": Fault("    num_players: int = 2\n", "", "must have one class of rules; it has none"),
    "field": Fault('("bid", (), -1', '("player", (), -1', "field player of the state is declared twice"),
    "range": Fault('("bid", (), -1, CARDS - 1', '("bid", (), 1, 0', "field bid of the state has the empty range"),
    "import": Fault("from kschwert_env import", "from nowhere import", r"line \d+: the game can't be loaded: Modu"),
    "class": Fault("(custom.CustomRules)", "", "must have one class of rules; it has none"),
    "actions": Fault("choice=str(card + 1)", 'choice="1"', "the actions of a game must be distinct"),
}


@pytest.mark.parametrize("fault", REFUSED.values(), ids=REFUSED)
def test_a_file_without_a_whole_game_is_refused(write_game: WriteGame, fault: Fault) -> None:
    with pytest.raises(ValueError, match=fault.message):
        load_game(write_game("wrong", (fault.old, fault.new)))

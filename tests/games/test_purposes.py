"""Every legal action has a purpose in words, and cards that are laid together can be laid as offered."""

import pytest

from tests.games.test_touching import moments
from tests.helpers.cases import ONE_EACH, Case

pytestmark = pytest.mark.needs_jit


@pytest.mark.parametrize("case", ONE_EACH, ids=str)
def test_every_action_has_a_purpose(case: Case) -> None:
    rules = case.rules
    for position, legal, _ in moments(case):
        state = rules.from_position(position)[0]
        for action in legal:
            purpose = rules.purpose(state, action, position)
            assert purpose.group
            assert purpose.name
            assert purpose.effect.count(". ") <= 3, purpose.effect
            assert all(card in position["hands"][position["player"]] for card in purpose.cards)


@pytest.mark.parametrize("case", ONE_EACH, ids=str)
def test_cards_that_are_laid_together(case: Case) -> None:
    """All legal layings are offered, in the engine's order, with the cards in the hand."""
    rules = case.rules
    for position, legal, _ in moments(case):
        selection = rules.selection(position)
        if selection is None:
            assert all(action.kind != "lay" for action in legal)
            continue
        offered = [action for action, _ in selection.items]
        assert offered == sorted(offered, key=lambda action: rules.actions.encode(*action))
        assert {action for action in legal if action != selection.end} <= set(offered)
        hand = position["hands"][position["player"]]
        assert all(hand[action.card] == count for action, count in selection.items)
        for action in offered:
            assert selection.names[str(action.card)] in rules.phrase(action, position)
        assert (selection.most == 0) == (legal == [selection.end])

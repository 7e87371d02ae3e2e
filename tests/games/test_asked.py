"""Which actions answer the question that is asked."""

import random

import pytest

from tests.helpers.cases import CASES, Case

pytestmark = pytest.mark.needs_jit

OTHER_QUESTION = (
    "this is not what you are asked now",
    "you are asked something else now",
    "there is no die of fate by the rules chosen",
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_all_other_actions_belong_to_another_question(case: Case) -> None:
    """Their reasons say so, and legal actions are always asked for."""
    choice, game, rules = random.Random(3), case.game(case.rules, 3), case.rules
    text = rules.text_module()
    for _ in range(25):
        legal = game.legal_mask()
        for action in choice.sample(range(rules.num_actions), min(60, rules.num_actions)):
            is_asked = text.is_asked(rules, game.state, rules.actions.decode(action))
            assert is_asked or not legal[action]
            assert is_asked == (not rules.explain(game.state, action).startswith(OTHER_QUESTION))
        for _ in range(5):
            if not game.is_over:
                game.step(choice.choice(game.legal_actions()))

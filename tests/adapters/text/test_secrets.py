"""No text that a seat gets depends on anything that it may not know."""

import numpy as np
import pytest

from kschwert_env.adapters.text import InvalidAnswer, TextGame
from tests.adapters.text.play import decisions
from tests.helpers.cases import CASES, Case

DECISIONS = 70
EVERY = 5  # decisions between comparisons


def all_texts(text: TextGame, seat: int, number: int) -> list[str]:
    """Return rules, prompt, and what a seat gets for some actions by name and number, and for other answers."""
    texts = [text.rules(), text.prompt(seat)]
    actions = range(number % 40, text.game.rules.num_actions, 40)
    names = [text.game.rules.actions.describe(action) for action in actions]
    for answer in [*names, *map(str, actions), "attack()", "nonsense", "", "[1, 2]"]:
        try:
            texts.append(str(text.parse(seat, answer)))
        except InvalidAnswer as error:
            texts.append(str(error))
    return texts


def in_another_world(text: TextGame, seat: int, seed: int) -> TextGame:
    """Return a copy in which everything that a seat may not know is dealt anew."""
    other = text.copy()
    other.game = text.game.resample(seat, seed)
    return other


@pytest.mark.parametrize("skip_forced", [True, False])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_texts_are_equal_in_indistinguishable_worlds(case: Case, skip_forced: bool) -> None:
    rng = np.random.default_rng(3)
    for number, text in enumerate(decisions(case, 2, DECISIONS, skip_forced)):
        if number % EVERY == 0:
            seat = int(rng.integers(case.rules.num_players)) if number % (2 * EVERY) else text.player
            assert seat is not None
            other = in_another_world(text, seat, number)
            assert all_texts(text, seat, number) == all_texts(other, seat, number)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_events_are_equal_in_indistinguishable_worlds(case: Case) -> None:
    """After actions of others in two worlds that still look the same to a seat, it reads the same prompt."""
    rng, compared = np.random.default_rng(4), 0
    for number, text in enumerate(decisions(case, 7, DECISIONS, skip_forced=False)):
        seat = int(rng.integers(case.rules.num_players))
        if seat == text.player:
            continue
        prompts: dict[tuple[str, bytes], set[str]] = {}
        for world in (text, in_another_world(text, seat, number)):
            legal = world.game.legal_actions()
            for action in rng.choice(legal, min(3, len(legal)), replace=False).tolist():
                after = world.copy()
                after.act(action)
                if after.player is None:
                    continue
                kind = case.rules.actions.decode(action).kind
                seen = after.game.observe(seat)["observation"].tobytes()
                prompts.setdefault((kind, seen), set()).add(after.prompt(seat))
                compared += 1
        assert all(len(same) == 1 for same in prompts.values())
    assert compared > 5

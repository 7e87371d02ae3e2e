"""Advice: reasons for actions in words, which use only what the deciding seat may know."""

import re

import numpy as np
import pytest

from kschwert_env.engine.simulation.game import Game
from kschwert_env.engine.text.voice import Voice
from tests.helpers.cases import ONE_EACH, Case

VOICE = Voice(("Ada", "Bob", "Cleo", "Dan", "Eve"), 0)


@pytest.mark.parametrize("case", ONE_EACH, ids=str)
def test_advice_is_the_same_in_worlds_that_look_the_same(case: Case) -> None:
    """Every legal action of random games gets sentences, without marks left over and without secrets."""
    rules, rng, lines = case.rules, np.random.default_rng(4), set[str]()
    advise = rules.text_module().advice
    game: Game = case.game(rules, 6)  # type: ignore[type-arg]
    for number in range(400):
        if game.is_over:
            break
        seat = game.player
        assert seat is not None
        if number % 4 == 0:
            worlds = [game.resample(seat, seed) for seed in (1, 2)]
            for action in game.legal_actions():
                decoded = rules.actions.decode(action)
                told = [advise(rules, world.state, decoded, world.position()) for world in (game, *worlds)]
                assert told[0] == told[1] == told[2], decoded
                lines |= {VOICE.say(line) for line in told[0]}
        game.step(int(rng.choice(game.legal_actions())))
    assert len(lines) > 10
    for line in lines:
        assert re.fullmatch(r"[A-Z\d].*[.]", line), line
        assert not re.search(r"[][_]|None", line), line

"""What a seat is told of a game gives away nothing that it may not know."""

from collections import Counter
from typing import Any

import numpy as np

from kschwert_env.engine.game import Game
from tests.games.cases import Case

DECISIONS, GAMES, EACH = 400, 80, 12
"""Of a game at most, games, and how often each phase is looked at."""


def test_what_a_seat_cannot_tell_apart_is_told_alike(case: Case) -> None:
    """Whatever a decision of another brings in two worlds that look the same before and after, it is told the same."""
    looked, compared, rng = Counter[str](), 0, np.random.default_rng(5)
    for seed in range(GAMES):
        game = case.game(case.rules, seed)
        if all(looked[phase] == EACH for phase in case.rules.phase_names if phase != "over"):
            break
        for _ in range(DECISIONS):
            if game.is_over:
                break
            viewer = int(rng.integers(case.rules.num_players))
            if viewer != game.player and looked[game.phase] < EACH:
                looked[game.phase] += 1
                compared += compare(game, game.resample(viewer, int(rng.integers(1 << 30))), viewer, rng)
            game.step(int(rng.choice(game.legal_actions())))
    assert compared > 5


def compare(game: Game[Any], world: Game[Any], viewer: int, rng: np.random.Generator) -> int:
    """Actions of the same kind in both, after which the viewer sees the same; how many are compared."""
    outcomes: dict[tuple[str, bytes], list[list[str]]] = {}
    seen_before = game.observe(viewer)["observation"].tobytes()
    for each in (game, world):
        actions = each.legal_actions()
        for action in rng.choice(actions, min(6, len(actions)), replace=False).tolist():
            after = each.copy()
            after.step(action)
            if after.is_over:
                continue
            done = each.rules.actions.decode(action)
            seen = after.observe(viewer)["observation"].tobytes()
            told = each.rules.tell(each.position(), done, after.position(), viewer)
            assert (told == []) == (seen == seen_before), "what changes nothing that is seen is not told of"
            outcomes.setdefault((done.kind, seen), []).append(told)
    for told in outcomes.values():
        assert all(each == told[0] for each in told), told
    return sum(len(told) - 1 for told in outcomes.values())


def test_who_decides_is_told_as_much_as_a_commentator(case: Case) -> None:
    """Its own secrets are none to it, but for what others hold."""
    game = case.game(case.rules, 1)
    for _ in range(30):
        before, player = game.position(), game.player
        assert player is not None
        action = game.legal_actions()[0]
        game.step(action)
        done = game.rules.actions.decode(action)
        told = game.rules.tell(before, done, game.position(), player)
        assert told[0] == game.rules.tell(before, done, game.position())[0]

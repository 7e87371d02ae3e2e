"""The commentary for a seat reveals nothing that the seat may not know."""

from collections import Counter
from typing import Any

import numpy as np

from kschwert_env.engine.simulation.game import Game
from tests.helpers.cases import Case

DECISIONS, GAMES, EACH = 400, 80, 12
"""Maximum number of decisions per game, of games, and of checks per phase."""


def test_commentary_is_equal_in_indistinguishable_worlds(case: Case) -> None:
    """If two worlds look the same to a seat before and after another seat's action, it gets the same commentary."""
    checks_by_phase, compared, rng = Counter[str](), 0, np.random.default_rng(5)
    for seed in range(GAMES):
        game = case.game(case.rules, seed)
        if all(checks_by_phase[phase] == EACH for phase in case.rules.phase_names if phase != "over"):
            break
        for _ in range(DECISIONS):
            if game.is_over:
                break
            viewer = int(rng.integers(case.rules.num_players))
            if viewer != game.player and checks_by_phase[game.phase] < EACH:
                checks_by_phase[game.phase] += 1
                compared += compare(game, game.resample(viewer, int(rng.integers(1 << 30))), viewer, rng)
            game.step(int(rng.choice(game.legal_actions())))
    assert compared > 5


def compare(game: Game[Any], world: Game[Any], viewer: int, rng: np.random.Generator) -> int:
    """Compare the commentary on actions of one kind in two worlds with equal observations; return their number."""
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
            commentary = each.rules.tell(each.position(), done, after.position(), viewer)
            assert (commentary == []) == (seen == seen_before), (
                "the commentary is empty exactly if the observation does not change"
            )
            outcomes.setdefault((done.kind, seen), []).append(commentary)
    for commentary in outcomes.values():
        assert all(each == commentary[0] for each in commentary), commentary
    return sum(len(commentary) - 1 for commentary in outcomes.values())


def test_the_deciding_seat_sees_its_own_action(case: Case) -> None:
    """The acting seat sees its own action completely."""
    game = case.game(case.rules, 1)
    for _ in range(30):
        before, player = game.position(), game.player
        assert player is not None
        action = game.legal_actions()[0]
        game.step(action)
        done = game.rules.actions.decode(action)
        commentary = game.rules.tell(before, done, game.position(), player)
        assert commentary[0] == game.rules.tell(before, done, game.position())[0]

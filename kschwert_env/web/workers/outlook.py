"""Consequences of two actions: the assets of each seat at the next turn of the deciding one, in the same worlds."""

from typing import Any

import numpy as np

from kschwert_env.agents.base import choose_actions, make_decision_batch
from kschwert_env.agents.heuristics.base import has_heuristic
from kschwert_env.agents.registry import make_agent
from kschwert_env.engine.compiled.rng import derived_seeds, seeded_streams_each
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.warmup import STAGES, ensure_compiled
from kschwert_env.engine.simulation.worlds import make_world_sampler

WORLDS = 24
"""Number of determinizations in which two actions are compared."""

MIN_STANDARD_ERRORS = 2.0
"""Smallest difference that is reported, in standard errors."""

MIN_DIFFERENCE = 0.3
"""Smallest difference of a count that is reported; of the share of games in which a seat has a thing, half of it."""

_MAX_DECISIONS = 400  # until the next turn


def compare_outlooks(rules: GameRules, state: np.ndarray, best: int, other: int, seed: int) -> list[dict[str, Any]]:
    """Return what `best` leads to beyond `other` until the deciding seat's next turn, in JSON types.

    The heuristic plays all seats. Each difference has `name` (as in `assets` of the game's texts), `own` (mean
    difference of the deciding seat) and `others` (that of the sum of the others); differences within their standard
    errors are 0, and those without any other are left out. `state` is structured (1,).
    """
    ensure_compiled(rules, *STAGES)
    seat = int(state["player"][0])
    found = [_assets(rules, _play_to_next_turn(rules, state, action, seed), seat) for action in (best, other)]
    differences = {name: found[0][name] - found[1][name] for name in found[0]}
    rounded = [
        {"name": name, "own": _significant(name, values[:, 0]), "others": _significant(name, values[:, 1])}
        for name, values in differences.items()
    ]
    return [each for each in rounded if each["own"] or each["others"]]


def _significant(name: str, values: np.ndarray) -> float:
    """Return a mean difference; 0 for one that is too small, or within its error."""
    mean, error = float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))
    least = MIN_DIFFERENCE / 2 if name.startswith("the ") else MIN_DIFFERENCE
    return round(mean, 2) if abs(mean) >= max(least, MIN_STANDARD_ERRORS * error) else 0.0


def _assets(rules: GameRules, worlds: np.ndarray, seat: int) -> dict[str, np.ndarray]:
    """Return what the seat, and all others together, have in each world, by name: float64 (WORLDS, 2)."""
    texts, seats = rules.text_module(), range(rules.num_players)
    rows = [[texts.assets(position, each) for each in seats] for position in map(rules.position, worlds)]
    return {
        name: np.array(
            [[row[seat][name], sum(row[each][name] for each in seats if each != seat)] for row in rows], float
        )
        for name in rows[0][seat]
    }


def _play_to_next_turn(rules: GameRules, state: np.ndarray, action: int, seed: int) -> np.ndarray:
    """Return the worlds at the seat's next turn, or at the end of the game, after an action in each of them."""
    worlds, seat = make_world_sampler(rules, state, np.array([seed]))(WORLDS)[0], int(state["player"][0])
    agent = make_agent("heuristic" if has_heuristic(rules.package) else "random", rules)
    streams = seeded_streams_each(derived_seeds(np.full(WORLDS, seed), np.arange(WORLDS)), 1, 0)[:, 0].copy()
    masks = np.zeros((WORLDS, rules.num_actions), np.int8)
    rules.loops.refresh(worlds, rules.board, masks, None)
    going, actions, has_left = np.arange(WORLDS), np.full(WORLDS, action), np.zeros(WORLDS, np.bool_)
    for number in range(_MAX_DECISIONS):
        for i, chosen in zip(going, actions, strict=True):
            row = slice(i, i + 1)
            rules.loops.step(worlds[row], streams[row], rules.board, masks[row], int(chosen))
        is_own = worlds["turn_player"] == seat
        has_left |= ~is_own
        going = np.flatnonzero((worlds["player"] >= 0) & ~(has_left & is_own))
        if not len(going):
            break
        seeds = derived_seeds(np.full(len(going), seed + 1), number * WORLDS + going)
        actions = choose_actions(agent, make_decision_batch(rules, worlds[going], seeds))
    return worlds

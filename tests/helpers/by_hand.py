"""Random games counted one by one, as a reference for statistics."""

from typing import Any, NamedTuple

from kschwert_env.engine.simulation.batch import Batch


class Played(NamedTuple):
    """Statistics of a finished game; `actions` counts actions by kind."""

    decisions: int
    scores: list[int]
    truncated: bool
    actions: dict[str, int]


def play_by_hand(rules: Any, seed: int, each: list[int]) -> list[Played]:
    """Return the first `each[i]` games of index i of a batch, index by index."""
    indices = range(len(each))
    batch = Batch(rules, len(each), seed, observations=False)
    games: list[list[Played]] = [[] for _ in indices]
    kinds: list[list[str]] = [[] for _ in indices]
    while any(len(games[i]) < each[i] for i in indices):
        actions = batch.random_actions()
        _, terminated, truncated = batch.step(actions)
        for i in indices:
            kinds[i].append(rules.actions.decode(actions[i]).kind)
            if terminated[i] or truncated[i]:
                counts = {kind: kinds[i].count(kind) for kind in kinds[i]}
                games[i].append(Played(len(kinds[i]), batch.final_scores[i].tolist(), bool(truncated[i]), counts))
                kinds[i] = []
    return [game for i in indices for game in games[i][: each[i]]]


def win_share(games: list[Played], seat: int) -> float:
    """Return the win share of a seat; equal points share a win."""
    wins = [(game.scores[seat] == max(game.scores)) / game.scores.count(max(game.scores)) for game in games]
    return sum(wins) / len(games)

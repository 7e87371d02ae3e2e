"""Random games played the long way, to judge statistics by."""

from typing import Any, NamedTuple

from kschwert_env.engine.batch import Batch


class Played(NamedTuple):
    """Statistics of a finished game; `actions` counts actions by kind."""

    decisions: int
    scores: list[int]
    truncated: bool
    actions: dict[str, int]


def play_by_hand(rules: Any, seed: int, each: list[int]) -> list[Played]:
    """The first `each[i]` games of place i of a batch, place after place."""
    places = range(len(each))
    batch = Batch(rules, len(each), seed, observations=False)
    games: list[list[Played]] = [[] for _ in places]
    kinds: list[list[str]] = [[] for _ in places]
    while any(len(games[i]) < each[i] for i in places):
        actions = batch.random_actions()
        _, terminated, truncated = batch.step(actions)
        for i in places:
            kinds[i].append(rules.actions.decode(actions[i]).kind)
            if terminated[i] or truncated[i]:
                counts = {kind: kinds[i].count(kind) for kind in kinds[i]}
                games[i].append(Played(len(kinds[i]), batch.final_scores[i].tolist(), bool(truncated[i]), counts))
                kinds[i] = []
    return [game for i in places for game in games[i][: each[i]]]


def win_share(games: list[Played], seat: int) -> float:
    """The share of wins of a seat; equal points share a win."""
    wins = [(game.scores[seat] == max(game.scores)) / game.scores.count(max(game.scores)) for game in games]
    return sum(wins) / len(games)

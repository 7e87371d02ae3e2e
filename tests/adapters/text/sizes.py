"""Sizes of prompts, in tokens of four characters: `python -m tests.adapters.text.sizes`."""

from collections.abc import Iterator
from statistics import fmean, median
from typing import NamedTuple

import numpy as np

from kschwert_env.adapters.text import TextGame
from kschwert_env.agents import Agent, make_agent
from kschwert_env.agents.base import choose_actions, make_decision_batch
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.importing import find_game

CHARACTERS_PER_TOKEN = 4

LARGEST_MEDIANS = {
    ("two_crowns", 2): 250,
    ("politics_and_intrigue", 2): 600,
    ("krone_schwert", 2): 650,
    ("krone_schwert", 5): 1100,
}
"""Upper bounds of the median prompt, in tokens, by game and number of players."""


def prompts(rules: GameRules, agent: Agent, seed: int, most: int) -> Iterator[str]:
    """Yield the prompts of a game that an agent plays in all seats, at most so many."""
    text, seeds = TextGame(rules, seed), np.random.default_rng(seed)
    for _ in range(most):
        if text.player is None:
            return
        yield text.prompt(text.player)
        states = text.game.state.reshape(1)
        decisions = make_decision_batch(rules, states, seeds.integers(1 << 62, size=1))
        text.act(int(choose_actions(agent, decisions)[0]))


def median_tokens(rules: GameRules, agent: str, games: int = 2, most: int = 400) -> float:
    """Return the median size of a prompt over the decisions of some games."""
    player = make_agent(agent, rules)
    sizes = [len(prompt) for seed in range(games) for prompt in prompts(rules, player, seed, most)]
    return median(sizes) / CHARACTERS_PER_TOKEN


class GameTokens(NamedTuple):
    """Means over the seats of some games.

    Attributes:
        decisions: number of prompts.
        alone: tokens that are sent if each prompt is sent alone, with the rules.
        history: tokens of the rules and all prompts, which a conversation has at the end of a game.
        conversation: tokens that are sent if each prompt is sent with all earlier ones.
    """

    decisions: float
    alone: float
    history: float
    conversation: float


def game_tokens(rules: GameRules, agent: str, games: int = 10) -> GameTokens:
    """Return the tokens of a seat in games that an agent plays; answers are not counted."""
    player, rows = make_agent(agent, rules), []
    about = len(TextGame(rules).rules())
    for seed in range(games):
        sizes: dict[str, list[int]] = {}
        for prompt in prompts(rules, player, seed, 10_000):
            sizes.setdefault(prompt.partition("\n")[0], []).append(len(prompt))
        for seat in sizes.values():
            grown = about * len(seat) + sum((i + 1) * size for i, size in enumerate(reversed(seat)))
            rows.append((len(seat), about * len(seat) + sum(seat), about + sum(seat), grown))
    decisions, *sent = (fmean(column) for column in zip(*rows, strict=True))
    return GameTokens(decisions, *(size / CHARACTERS_PER_TOKEN for size in sent))


if __name__ == "__main__":
    for (package, players), largest in LARGEST_MEDIANS.items():
        rules = find_game(package)(players)
        found = ", ".join(f"{agent} {median_tokens(rules, agent):.0f}" for agent in ("random", "heuristic"))
        print(f"{package}, {players} players: {found} tokens; at most {largest}")
        print(f"  rules: {len(TextGame(rules).rules()) / CHARACTERS_PER_TOKEN:.0f} tokens")
        print(
            "  "
            + ", ".join(f"{name} {value:,.0f}" for name, value in game_tokens(rules, "heuristic")._asdict().items())
        )

"""Inspect: a task in which a model plays a seat against agents. Needs the extra `inspect`.

`inspect eval kschwert_env/play -T game=two_crowns --model ...` runs it.
"""

from collections.abc import Iterator
from typing import Any

from kschwert_env import GAMES
from kschwert_env.agents.registry import make_agent
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.importing import needing
from kschwert_env.language_models.choices import named_rules
from kschwert_env.language_models.match import Episode

with needing("inspect", "tasks of Inspect"):
    from anyio.to_thread import run_sync
    from inspect_ai import Task, task
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ChatMessageSystem, ChatMessageUser, get_model
    from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
    from inspect_ai.solver import Generate, Solver, TaskState, solver


@task
def play(
    game: str = GAMES[0],
    rules: dict[str, Any] | None = None,
    opponents: str = "heuristic",
    seeds: int = 10,
    first_seed: int = 0,
    asks: int = 2,
) -> Task:
    """Play each seed once in every seat.

    Args:
        game: name of the game.
        rules: options of its `Rules`, such as {"num_players": 3}.
        opponents: agent in all other seats.
        seeds: number of seeds.
        first_seed: the first seed.
        asks: how often a question is asked again after an invalid answer; one more loses the game.
    """
    chosen = named_rules(game, rules)
    samples = list(_samples(chosen, range(first_seed, first_seed + seeds)))
    return Task(dataset=samples, solver=answer_prompts(chosen, opponents, asks), scorer=returns())


def _samples(rules: GameRules, seeds: range) -> Iterator[Sample]:
    for seed in seeds:
        for seat in range(rules.num_players):
            about = {"seed": seed, "seat": seat}
            yield Sample(f"Play {rules.package}, seed {seed}, in seat {seat}.", id=f"{seed}-{seat}", metadata=about)


@solver
def answer_prompts(rules: GameRules, opponents: str, asks: int) -> Solver:
    """Let the model answer each prompt alone, with the rules as system prompt; no history is sent."""
    agent = make_agent(opponents, rules)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        seat = state.metadata["seat"]
        agents = {other: agent for other in range(rules.num_players) if other != seat}
        episode = await run_sync(Episode, rules, seat, agents, state.metadata["seed"], asks)
        system = ChatMessageSystem(content=episode.rules())
        state.messages = [system]
        while not episode.is_over:
            prompt = ChatMessageUser(content=episode.prompt())
            state.output = await get_model().generate([system, prompt])
            state.messages += [prompt, state.output.message]
            await run_sync(episode.answer, state.output.completion)
        state.messages.append(ChatMessageUser(content=episode.prompt()))
        state.metadata |= {"return": episode.reward, "invalid_answers": episode.invalid, "forfeited": episode.forfeited}
        return state

    return solve


@scorer(metrics={"return": [mean(), stderr(cluster="seed")], "invalid_answers": [mean()], "forfeited": [mean()]})
def returns() -> Scorer:
    """Score a game by the return of the seat, the number of invalid answers, and whether it was forfeited.

    Standard errors count the seats of a seed as one observation. A game that a limit ended has no score.
    """

    async def score(state: TaskState, target: Target) -> Score | None:
        names = "return", "invalid_answers", "forfeited"
        if "return" not in state.metadata:
            return None
        return Score(value={name: float(state.metadata[name]) for name in names})

    return score

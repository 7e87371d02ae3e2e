"""Hints: the best decision of a seat, and why, in words.

A hint starts from the position as the seat knows it, and its search has a number of simulations, not a time. So it is
the same for positions that look the same to the seat.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from kschwert_env.engine.game import Game
from kschwert_env.engine.rules import GameRules
from kschwert_env.engine.voice import Voice
from kschwert_env.rendering.symbols import count_from_one
from kschwert_env.web.sessions.views import Message, choices_message, describe_action

HINT_SIMS = 400
"""Simulations of the search for a hint."""

HINT_SECONDS = 20.0
"""Time limit of the search for a hint, in seconds. It is generous, so that simulations decide."""

MIN_DIFFERENCE = 0.01
"""Smallest difference of win chances that a hint mentions."""

MIN_CHANGE = 0.03
"""Smallest change of the chances that a hint mentions; the estimates before and after differ by a search."""

_MAX_CARDS = 8  # cards of a plan that are searched one by one

Search = Callable[[np.ndarray], Awaitable[dict[str, Any]]]
"""Searches a state, structured (1,); returns what `workers.analysis.best_actions` does."""


class Plan(NamedTuple):
    """The best decision: an action, or cards that are laid together.

    Attributes:
        found: result of the search of the first action.
        actions: ids of the actions, in turn.
        last: the position in which the last of them is taken.
        choices: ids of all legal actions, the best first, then as often as the search visited them; only the best one
            where cards are laid together.
        losses: what the others lose against the best one, smallest losses first (`workers.comparison.losses`).
    """

    found: dict[str, Any]
    actions: list[int]
    last: Game[Any]
    choices: list[int]
    losses: Sequence[Mapping[str, Any]] = ()


async def find_plan(game: Game[Any], search: Search) -> Plan:
    """Return the best decision in a position as the deciding seat knows it."""
    last, seat = game.copy(), game.player
    found = await search(last.state.reshape(1))
    actions = [int(found["actions"][0]["number"])]
    while _is_part(last, actions[-1]) and len(actions) <= _MAX_CARDS:
        further = last.copy()
        further.step(actions[-1])
        if further.player != seat:
            break
        last = further
        actions.append(int((await search(last.state.reshape(1)))["actions"][0]["number"]))
    choices = choices_of(game, found)
    return Plan(found, actions, last, choices if game.rules.selection(game.position()) is None else choices[:1])


def choices_of(game: Game[Any], found: Mapping[str, Any]) -> list[int]:
    """Return all legal actions, the best first, then as often as a search has visited them."""
    visited = [int(each["number"]) for each in found["actions"]]
    return [*visited, *(action for action in game.legal_actions() if action not in visited)]


def _is_part(game: Game[Any], action: int) -> bool:
    """Return whether an action lays one of several cards that are laid together."""
    selection = game.rules.selection(game.position())
    return selection is not None and game.rules.actions.decode(action) != selection.end


def hint_message(game: Game[Any], plan: Plan, voice: Voice) -> Message:
    """Return a plan in words: what to do, and why. `game` is the position as the deciding seat knows it."""
    rules, position = game.rules, game.position()
    actions = [rules.actions.decode(action) for action in plan.actions]
    targets = [rules.target(action, position) for action in actions]
    last = plan.last.position()
    asked = rules, plan.last.state, actions[-1], last
    reasons = rules.modules.text.advice(*asked) or [rules.purpose(*asked[1:]).effect]
    return {
        "type": "hint",
        "words": _words(rules, plan, position, voice),
        "targets": [target for target in targets if target is not None],
        "lines": [
            *_chances(plan.found),
            *_runner_up(rules, plan, position, voice),
            *(voice.say(line) for line in reasons if line),
        ],
    }


def mistake_message(game: Game[Any], plan: Plan, done: int, cost: float, voice: Voice) -> Message:
    """Return a costly decision in words. `game` is the position before it."""
    position, best = game.position(), plan.actions[0]
    described = [describe_action(game.rules, action, position, voice) for action in (best, done)]
    texts = {"best": described[0]["words"], "target": described[0]["target"], "done": described[1]["words"]}
    return {"cost": cost, **texts}


def exercise_message(game: Game[Any], plan: Plan, done: int, cost: float, voice: Voice) -> Message:
    """Return a costly decision as an exercise: the picture as its seat saw it, all choices with losses, and reasons."""
    rules, seat = game.rules, game.player
    known = game if seat is None else game.resample(seat, 0)
    position = known.position()
    lost = {each["number"]: max(0.0, each["lost"]) for each in plan.losses} | {plan.actions[0]: 0.0, done: cost}
    choices, question = choices_message(known, voice), rules.question(position, voice)
    return {
        "svg": count_from_one(rules.draw_svg(position, seat, None, voice)),
        "ask": None if question is None else question.ask,
        "actions": [{**action, "lost": lost.get(action["number"], cost)} for action in choices["actions"]],
        "purposes": choices["purposes"],
        "lines": hint_message(known, plan._replace(last=known), voice)["lines"],
    }


def _words(rules: GameRules, plan: Plan, position: Any, voice: Voice) -> str:
    """Return a plan as a text; without cards it says so."""
    actions, selection = [rules.actions.decode(action) for action in plan.actions], rules.selection(position)
    if selection is None:
        return rules.phrase(actions[0], position, voice)
    cards = [rules.phrase(each, position, voice).removeprefix("Lay ") for each in actions if each != selection.end]
    return f"Lay {', '.join(cards)}" if cards else "Lay no cards"


def _chances(found: dict[str, Any]) -> list[str]:
    before, after = found["before"], found["actions"][0]["value"]
    if after > before + MIN_CHANGE:
        return [f"Your chances to win rise from about {_percent(before)} to {_percent(after)}."]
    if after < before - MIN_CHANGE:
        return [f"Your chances to win are about {_percent(after)}, not {_percent(before)} as it seems at first sight."]
    return [f"Your chances to win stay at about {_percent(after)}."]


def _runner_up(rules: GameRules, plan: Plan, position: Any, voice: Voice) -> list[str]:
    """Return what the second best action would lose; nothing where cards are laid together."""
    if not plan.losses:
        return [] if rules.selection(position) else ["There is nothing else to do."]
    second = plan.losses[0]
    words = rules.phrase(rules.actions.decode(second["number"]), position, voice)
    if second["lost"] < max(MIN_DIFFERENCE, 2 * second["error"]):
        return [f"About as good: {words}."]
    return [f"Next best: {words}. Of 100 games it would win {round(100 * second['lost'])} fewer."]


def _percent(share: float) -> str:
    return f"{round(100 * share)} %"

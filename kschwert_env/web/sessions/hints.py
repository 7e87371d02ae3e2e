"""Hints: the best decision of a seat, and why, in words.

A hint starts from the position as the seat knows it, and its search has a number of simulations, not a time. So it is
the same for positions that look the same to the seat.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from kschwert_env.engine.contract.purposes import Selection
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.game import Game
from kschwert_env.engine.text.voice import Voice
from kschwert_env.web.sessions.table import is_part_of_series
from kschwert_env.web.sessions.views import Message, choices_message, describe_action, picture_message

HINT_SIMS = 400
"""Simulations of the search for a hint."""

HINT_SECONDS = 20.0
"""Time limit of the search for a hint, in seconds. It is generous, so that simulations decide."""

MIN_DIFFERENCE = 0.01
"""Smallest difference of win chances that a hint mentions."""

MIN_STANDARD_ERRORS = 2.0
"""Smallest difference of win chances that a hint mentions, in standard errors."""

_MAX_CARDS = 8  # cards of a plan that are searched one by one

Search = Callable[[np.ndarray], Awaitable[dict[str, Any]]]
"""Searches a state, structured (1,); returns what `workers.analysis.best_actions` does."""


class Plan(NamedTuple):
    """The best decision: an action, or cards that are laid together.

    Attributes:
        actions: ids of the actions, in turn.
        last: the position in which the last of them is taken.
        choices: ids of all legal actions, the best first, then as often as the search visited them; only the best one
            where cards are laid together.
        compared: the best one and others with their chances and losses, in the same worlds (`workers.comparison`).
        outlook: another action, and what the best one leads to beyond it (`workers.outlook`); None if not compared.
        is_quick: whether it comes from rules of thumb, because the search is still being compiled.
    """

    actions: list[int]
    last: Game[Any]
    choices: list[int]
    compared: Sequence[Mapping[str, Any]] = ()
    outlook: tuple[int, Sequence[Mapping[str, Any]]] | None = None
    is_quick: bool = False


async def find_plan(game: Game[Any], search: Search) -> Plan:
    """Return the best decision in a position as the deciding seat knows it."""
    last, seat = game.copy(), game.player
    result = await search(last.state.reshape(1))
    actions = [int(result["actions"][0]["number"])]
    while is_part_of_series(game.rules, actions[-1], last.position()) and len(actions) <= _MAX_CARDS:
        further = last.copy()
        further.step(actions[-1])
        if further.player != seat:
            break
        last = further
        actions.append(int((await search(last.state.reshape(1)))["actions"][0]["number"]))
    choices = choices_of(game, result)
    choices = choices if game.rules.selection(game.position()) is None else choices[:1]
    return Plan(actions, last, choices, is_quick=result["win"] is None)


def choices_of(game: Game[Any], result: Mapping[str, Any]) -> list[int]:
    """Return all legal actions, the best first, then as often as a search has visited them."""
    visited = [int(each["number"]) for each in result["actions"]]
    return [*visited, *(action for action in game.legal_actions() if action not in visited)]


def hint_message(game: Game[Any], plan: Plan, voice: Voice) -> Message:
    """Return a plan in words: what to do, and why. `game` is the position as the deciding seat knows it."""
    rules, position = game.rules, game.position()
    actions = [rules.actions.decode(action) for action in plan.actions]
    targets = [rules.target(action, position) for action in actions]
    last = plan.last.position()
    state, action = plan.last.state, actions[-1]
    reasons = rules.text_module().advice(rules, state, action, last) or [rules.purpose(state, action, last).effect]
    return {
        "type": "hint",
        "words": _words(rules, plan, position, voice),
        "targets": [target for target in targets if target is not None],
        "lines": [
            *_chances(plan),
            *_runner_up(rules, plan, position, voice),
            *_outlook(rules, plan, position, voice),
            *(voice.say(line) for line in reasons if line),
        ],
    }


def mistake_message(game: Game[Any], plan: Plan, done: int, cost: float, laid: Sequence[int], voice: Voice) -> Message:
    """Return a costly decision in words. `game` is the position before it; the cards `laid` with it are named."""
    position, best = game.position(), plan.actions[0]
    described = [describe_action(game.rules, action, position, voice) for action in (best, done)]
    selection = game.rules.selection(position)
    if selection is not None:
        cards = _cards(game.rules, selection, laid) or "no cards"
        for each, action in zip(described, (best, done), strict=True):
            if game.rules.actions.decode(action) == selection.end:
                each["words"] += f": {cards}"
    texts = {"best": described[0]["words"], "target": described[0]["target"], "done": described[1]["words"]}
    return {"cost": cost, **texts, "why": _outlook(game.rules, plan, position, voice)}


def exercise_message(game: Game[Any], plan: Plan, done: int, voice: Voice) -> Message:
    """Return a costly decision as an exercise: the picture as its seat saw it, all choices with losses, and reasons.

    Choices that were not compared have no loss.
    """
    rules, seat = game.rules, game.player
    world = game if seat is None else game.resample(seat, 0)
    position = world.position()
    compared = {each["number"]: each for each in plan.compared}
    choices, question = choices_message(world, voice), rules.question(position, voice)
    return {
        **picture_message(rules, world.state, position, seat, voice, None, seat),
        "ask": None if question is None else question.ask,
        "actions": [{**action, **_loss(compared.get(action["number"]))} for action in choices["actions"]],
        "purposes": choices["purposes"],
        "lines": hint_message(world, plan._replace(last=world), voice)["lines"],
        "answers": {"best": plan.actions[0], "done": done},
    }


def runner_up(plan: Plan) -> int | None:
    """Return the second best of the compared actions; None without one."""
    others = plan.compared[1:]
    return int(min(others, key=lambda each: each["lost"])["number"]) if others else None


def is_about_equal(compared: Mapping[str, Any]) -> bool:
    """Return whether an action is not worse than the best one beyond the error of the comparison."""
    return bool(compared["lost"] < max(MIN_DIFFERENCE, MIN_STANDARD_ERRORS * compared["error"]))


def _loss(compared: Mapping[str, Any] | None) -> Message:
    """Return what an action loses, None if it was not compared, and whether it is about as good as the best one."""
    if compared is None:
        return {"lost": None, "equal": False}
    return {"lost": max(0.0, compared["lost"]), "equal": is_about_equal(compared)}


def _cards(rules: GameRules, selection: Selection, actions: Sequence[int]) -> str:
    """Return the names of the cards that actions lay; an empty string for none."""
    laid = map(rules.actions.decode, actions)
    return ", ".join(selection.names[each.card] for each in laid if each.card is not None)


def _words(rules: GameRules, plan: Plan, position: Any, voice: Voice) -> str:
    """Return a plan as a text; without cards it says so."""
    selection = rules.selection(position)
    if selection is None:
        return rules.phrase(rules.actions.decode(plan.actions[0]), position, voice)
    return f"Lay {_cards(rules, selection, plan.actions) or 'no cards'}"


def _chances(plan: Plan) -> list[str]:
    if plan.is_quick:
        return ["By rules of thumb; better hints are still being prepared."]
    return [f"Your chances to win are about {_percent(plan.compared[0]['chance'])}."]


def _runner_up(rules: GameRules, plan: Plan, position: Any, voice: Voice) -> list[str]:
    """Return what the second best action would lose; nothing where cards are laid together."""
    if len(plan.compared) < 2:
        return [] if plan.is_quick or rules.selection(position) else ["There is nothing else to do."]
    second = min(plan.compared[1:], key=lambda each: each["lost"])
    words = rules.phrase(rules.actions.decode(second["number"]), position, voice)
    if is_about_equal(second):
        return [f"About as good: {words}."]
    return [f"Next best: {words}. It wins about {round(100 * second['lost'])} fewer of 100 games."]


def _outlook(rules: GameRules, plan: Plan, position: Any, voice: Voice) -> list[str]:
    """Return what the best action leads to beyond another one."""
    if plan.outlook is None:
        return []
    other, differences = plan.outlook
    enemy = 1 - position["player"]
    others_have = voice.say(f"[{enemy}] [has]") if rules.num_players == 2 else "the others have"
    return outlook_line(differences, rules.phrase(rules.actions.decode(other), position, voice), others_have)


def _percent(share: float) -> str:
    return f"{round(100 * share)} %"


def outlook_line(differences: Sequence[Mapping[str, Any]], other: str, others_have: str) -> list[str]:
    """Return a sentence on what the best action gains until the seat's next turn, against `other`; or none.

    `others_have` is the beginning of a sentence about all other seats.
    """
    parts = []
    for key, who in (("own", "you have"), ("others", others_have)):
        said = [_difference(each["name"], each[key]) for each in differences if each[key]]
        if said:
            parts.append(f"{who} {_enumerated(said)}")
    return [f"By your next turn, against “{other}”: {'; '.join(parts)}."] if parts else []


def _enumerated(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


def _difference(name: str, value: float) -> str:
    if name.startswith("the "):
        return f"{name} in {round(100 * abs(value))} {'more' if value > 0 else 'fewer'} of 100 games"
    number = f"{abs(value):.1f}".removesuffix(".0")
    return f"{number} {'more' if value > 0 else 'fewer'} {name.removesuffix('s') if number == '1' else name}"

"""Policies that reach situations which are rare in uniform play."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from random import Random

from tests.referee.actions import Action

Policy = Callable[[Collection[Action], Random], Action]

DEFAULT_WEIGHT = 4.0
GIVES_AWAY = ("bury", "exact")  # kinds of actions that use up a card


def weighted(preferences: Mapping[str, float] | None = None, /, **weights: float) -> Policy:
    """Draw a kind of action by its weight, then one action of that kind by the preference for its card.

    An answer is a kind of its own if `weights` names it. Cards with a low preference are used up first.
    """
    card_preferences = preferences or {}

    def preference(action: Action) -> float:
        like = card_preferences.get(action.card, 1.0) if action.card else 1.0
        return 1 / like if action.kind in GIVES_AWAY else like

    def choose(legal: Collection[Action], random: Random) -> Action:
        by_kind = defaultdict(list)
        for action in sorted(legal, key=str):
            by_kind[action.choice if action.choice in weights else action.kind].append(action)
        kinds = list(by_kind)
        kind = random.choices(kinds, [weights.get(kind, DEFAULT_WEIGHT) for kind in kinds])[0]
        return random.choices(by_kind[kind], [preference(action) for action in by_kind[kind]])[0]

    return choose


def uniform(legal: Collection[Action], random: Random) -> Action:
    """Draw an action uniformly."""
    return random.choice(sorted(legal, key=str))


def reluctant(policy: Policy, *kinds: str) -> Policy:
    """Choose these kinds of actions only when no other is legal."""

    def choose(legal: Collection[Action], random: Random) -> Action:
        return policy([action for action in legal if action.kind not in kinds] or legal, random)

    return choose


def saved_for(policy: Policy, kind: str, beside: str) -> Policy:
    """Choose an action of `kind` if an action of kind `beside` is legal too, and only then."""

    def choose(legal: Collection[Action], random: Random) -> Action:
        saved = [action for action in legal if action.kind == kind]
        if saved and any(action.kind == beside for action in legal):
            return saved[0]
        return policy([action for action in legal if action.kind != kind], random)

    return choose

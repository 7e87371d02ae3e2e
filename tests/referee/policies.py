"""Ways of playing that bring about what uniform play hardly ever does: per kind of action a weight."""

from collections import defaultdict
from collections.abc import Callable, Collection
from random import Random

from .actions import Action

Policy = Callable[[Collection[Action], Random], Action]

USUAL = 4.0  # the weight of a kind of action that a policy does not name


def weighted(**weights: float) -> Policy:
    """Draw the kind by its weight, then an action of that kind. An answer or a card counts as a kind of its own."""

    def choose(legal: Collection[Action], random: Random) -> Action:
        by_kind = defaultdict(list)
        for action in sorted(legal, key=str):
            name = action.choice if action.choice in weights else action.kind
            by_kind[name].append(action)
        kinds = list(by_kind)
        kind = random.choices(kinds, [weights.get(kind, USUAL) for kind in kinds])[0]
        return random.choice(by_kind[kind])

    return choose


def uniform(legal: Collection[Action], random: Random) -> Action:
    """Every action alike."""
    return random.choice(sorted(legal, key=str))

"""Ways of playing Two Crowns."""

from collections.abc import Collection
from random import Random

from tests.referee.actions import Action
from tests.referee.policies import Policy, uniform, weighted

BESIEGER = weighted(attack=90.0, lay=24.0, yes=9.0, no=1.0, exact=1.0)
SITTER = weighted(exact=90.0, recruit=90.0, attack=0.5, lay=0.5)


def by_card(likes: dict[str, float], **weights: float) -> Policy:
    """Every action by the weight of its kind, times how much its card is liked; a card discarded, how little."""

    def weight(action: Action) -> float:
        liking = likes.get(action.card, 1.0) if action.card else 1.0
        return weights.get(action.choice or action.kind, 4.0) * (1 / liking if action.kind == "exact" else liking)

    def choose(legal: Collection[Action], random: Random) -> Action:
        actions = sorted(legal, key=str)
        return random.choices(actions, [weight(action) for action in actions])[0]

    return choose


def defending_fate(policy: Policy) -> Policy:
    """F1: keep the die of fate for the moment when an enemy attacks."""
    die, done = Action("roll_fate"), Action("done")

    def choose(legal: Collection[Action], random: Random) -> Action:
        if die in legal and done in legal:
            return die
        return policy([action for action in legal if action != die], random)

    return choose


RICH = {"gold_1": 9.0, "gold_2": 30.0, "catapult": 20.0, "bishop": 12.0, "vassal": 12.0, "knight_1": 2.0, "feint": 0.3}
SLY = {"feint": 40.0, "knight_1": 1.0, "knight_2": 0.5, "knight_3": 0.5, "gold_1": 0.2, "gold_2": 0.2, "vassal": 0.2}

POLICIES: dict[str, Policy] = {
    "uniform": uniform,
    "by kind": weighted(),
    "besieger": BESIEGER,
    "spender": weighted(attack=20.0, lay=12.0, yes=30.0, no=0.5, recruit=20.0),
    "miser": weighted(attack=8.0, lay=8.0, yes=0.5, no=8.0, recruit=10.0),
    "skirmisher": weighted(attack=60.0, lay=1.0, recruit=2.0, exact=0.5),
    "recruiter": weighted(recruit=90.0, attack=8.0, exact=30.0, lay=6.0),
    "sitter": weighted(exact=90.0, recruit=90.0, attack=0.5, lay=0.5, roll_fate=30.0),
    "hoarder": by_card(RICH, attack=9.0, lay=9.0, exact=9.0, keep=9.0, yes=30.0, no=1.0, done=2.0),
    "trickster": by_card(SLY, attack=9.0, lay=9.0, exact=9.0, keep=9.0, done=1.0),
    "hermit": by_card(SLY, recruit=90.0, exact=30.0, keep=9.0, attack=0.3, lay=4.0, done=4.0, roll_fate=0.02),
    "besieged": defending_fate(BESIEGER),
    "waiting": defending_fate(SITTER),
}

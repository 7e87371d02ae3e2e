"""Ways of playing Politics & Intrigue: by the kinds of actions, and by the cards that are liked."""

from collections.abc import Collection, Mapping
from random import Random

from tests.referee.actions import Action
from tests.referee.policies import Policy, uniform, weighted

from .cards import ACTIONS, ATTACKS, BUILT, KINDS

USUAL = 4.0

BUILDING = {"build": 300.0, "city": 900.0, "settlement": 900.0, "road": 90.0, "play": 9.0, "demolish": 0.001}
VALUABLE = {card: 1 + 4.0 * KINDS[card].points for card in BUILT}
ATTACKING = dict.fromkeys(ATTACKS, 60.0) | {card: 12.0 for card in ACTIONS if card not in ATTACKS}


def by_card(likes: Mapping[str, float], **weights: float) -> Policy:
    """Draw a kind of action by its weight, then one of that kind by how much its card is liked; buried, how little."""

    def liking(action: Action) -> float:
        if action.card is None:
            return 1.0
        like = likes.get(action.card, 1.0)
        return 1 / like if action.kind == "bury" else like

    def choose(legal: Collection[Action], random: Random) -> Action:
        actions = sorted(legal, key=str)
        kinds = sorted({action.kind for action in actions})
        kind = random.choices(kinds, [weights.get(kind, USUAL) for kind in kinds])[0]
        of_kind = [action for action in actions if action.kind == kind]
        return random.choices(of_kind, [liking(action) for action in of_kind])[0]

    return choose


def shy(policy: Policy, *kinds: str) -> Policy:
    """Do such things only when there is nothing else."""

    def choose(legal: Collection[Action], random: Random) -> Action:
        return policy([action for action in legal if action.kind not in kinds] or legal, random)

    return choose


BUILDER = by_card(VALUABLE, **BUILDING, trade=2.0, end_turn=6.0, done=3.0, search=0.3)
ATTACKER = by_card(ATTACKING, **BUILDING | {"play": 900.0}, trade=3.0, end_turn=6.0, done=0.5, search=20.0)

POLICIES: dict[str, Policy] = {
    "uniform": uniform,
    "by kind": weighted(),
    "builder": BUILDER,
    "trader": by_card(VALUABLE, **BUILDING | {"trade": 20.0}, end_turn=6.0, done=3.0, search=0.1),
    "attacker": ATTACKER,
    "schemer": by_card(ATTACKING, build=90.0, play=900.0, ally=90.0, lift=30.0, trade=2.0, end_turn=6.0, demolish=0.01),
    "hoarder": by_card({"abbey": 9.0, "library": 9.0, "theater": 9.0}, build=3.0, end_turn=90.0, search=30.0),
    "wrecker": by_card({}, build=60.0, demolish=12.0, city=60.0, play=30.0, trade=1.0, end_turn=6.0),
    "restless": shy(by_card(VALUABLE, **BUILDING), "end_turn"),
}

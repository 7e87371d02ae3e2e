"""The referee for Two Crowns: tables of its functions by phase, and the settings of a run."""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random

from kschwert_env.two_crowns import Game, Rules
from tests.referee.actions import Action
from tests.referee.judge import Judge, Pace
from tests.referee.policies import Policy, saved_for, uniform, weighted
from tests.referee.two_crowns import battle, stages, start, turns, view
from tests.referee.two_crowns.position import Json, Position, read_position, write_position
from tests.referee.two_crowns.turns import Chance

BESIEGER = weighted(attack=90.0, lay=24.0, yes=9.0, no=1.0, exact=1.0)
SITTER = weighted(exact=90.0, recruit=90.0, attack=0.5, lay=0.5)


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
    "hoarder": weighted(RICH, attack=9.0, lay=9.0, exact=9.0, keep=9.0, yes=30.0, no=1.0, done=2.0),
    "trickster": weighted(SLY, attack=9.0, lay=9.0, exact=9.0, keep=9.0, done=1.0),
    "hermit": weighted(SLY, recruit=90.0, exact=30.0, keep=9.0, attack=0.3, lay=4.0, done=4.0, roll_fate=0.02),
    "besieged": saved_for(BESIEGER, "roll_fate", beside="done"),
    "waiting": saved_for(SITTER, "roll_fate", beside="done"),
}


CHOICES: dict[str, Callable[[Position], Iterator[Action]]] = {
    "turn": turns.turn_choices,
    "lay": battle.lay_choices,
    "pay": battle.pay_choices,
    "keep": turns.keep_choices,
    "over": lambda position: iter(()),
}
STEPS: dict[str, Callable[[Position, Action, Chance], None]] = {
    "attack": battle.attack,
    "lay": battle.lay,
    "done": battle.done,
    "pay": battle.pay,
    "recruit": turns.recruit,
    "exact": turns.exact,
    "keep": turns.keep,
    "roll_fate": turns.roll_fate,
    "pass": turns.pass_turn,
}


def choices(position: Position) -> Iterator[Action]:
    """Yield every legal action of the deciding seat; none when the game is over."""
    return CHOICES[position.phase](position)


def apply(position: Position, action: Action, after: Json) -> None:
    """Carry out a legal action and its automatic effects, with the successor's outcomes of chance."""
    STEPS[action.kind](position, action, Chance(after))


def returns(position: Json) -> list[float]:
    """Return the return of each seat by the option `reward`: the higher castle has won (E1 to E3)."""
    mine, other = position["castles"]
    margin = (mine - other) / 20 if position["rules"]["reward"] == "score" else float((mine > other) - (mine < other))
    return [margin, -margin]


rules_of = cache(Rules)


def draw_rules(random: Random) -> Rules:
    """Draw options, including short caps and no cap."""
    return rules_of(
        start_player=random.choice([0, "random"]),
        die_of_fate=random.random() < 0.5,
        max_turns=random.choice([1, 2, 7, 20, 60, 200, 200, None]),
        reward=random.choice(["win", "placement", "score"]),
    )


def two_crowns() -> Judge:
    """Return the referee for Two Crowns."""
    return Judge(
        game_type=Game,
        arguments="--game two_crowns",
        pace=Pace(games=10, tries=2, decisions=14),
        rules=(battle, turns),
        policies=POLICIES,
        draw_rules=draw_rules,
        check_start=start.check_start,
        read=read_position,
        write=write_position,
        choices=choices,
        apply=apply,
        public_view=view.public_view,
        expected_pieces=lambda public_view, whole: view.expected_pieces(public_view),
        returns=returns,
        stages=stages.stages,
        alike=lambda position, action: action,
    )

"""The referee plays by itself: its constructed positions show every rule at work, without an engine."""

from random import Random

from tests.referee.policies import Policy

from .check import check_step
from .judge import TwoCrowns
from .labels import DRAWN, LABELS, OF_START, OF_VIEW, of_step
from .policies import POLICIES
from .position import Json
from .reachable import check_position
from .stages import made
from .steps import legal_actions
from .world import follow, new_game

DECISIONS = 14  # as long as the longest battle


def watch(position: Json, policies: list[Policy], random: Random, seen: set[str], decisions: int) -> None:
    """Play on and note what is seen; every position is a reachable one, every step a lawful one."""
    for _ in range(decisions):
        seen.update(label for label, is_here in OF_VIEW.items() if is_here(position))
        if position["phase"] == "over":
            return
        legal = legal_actions(position)
        action = policies[position["player"]](legal, random)
        after = follow(position, action, random)
        assert check_step(position, action, after, legal) == []
        assert check_position(after) == []
        seen.update(of_step(position, action, after, legal))
        position = after


def test_constructed_positions_show_every_rule() -> None:
    """All rule ids, but for what only a start shows."""
    seen: set[str] = set()
    for name, position, policy in made():
        assert check_position(position) == [], name
        random = Random(name)
        for action in sorted(legal_actions(position), key=str):
            after = follow(position, action, random)
            seen.update(of_step(position, action, after, legal_actions(position)))
            watch(after, [policy] * 2, random, seen, DECISIONS)
    assert set(LABELS) - seen == {*OF_START, DRAWN}


def test_every_policy_plays_to_the_end() -> None:
    """E1 to E3: and sees every phase, every card and actions of every kind; but a pass is rare."""
    judge, seen = TwoCrowns(), set[str]()
    for name, policy in POLICIES.items():
        for number in range(3):
            random = Random(f"{name} {number}")
            rules = judge.draw_rules(random).options()
            watch(new_game(random, **rules), [policy, random.choice(list(POLICIES.values()))], random, seen, 4000)
    assert (
        not {
            *("T1 attack", "R1 recruit", "R2 one of two is kept", "F1 rolled in the own turn", "F1 rolled as defender"),
            *(
                "A3 yes or no",
                "A3 only no",
                "P1 view of an exact",
                "E1 by knights",
                "E3 truncated, the higher castle wins",
            ),
            *(label for label in LABELS if label.endswith(("laid", "discarded", "kept"))),
        }
        - seen
    )

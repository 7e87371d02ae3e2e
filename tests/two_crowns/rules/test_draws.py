"""Chance outcomes and their probabilities, compared with the game's draws and with exact numbers."""

from collections import Counter
from collections.abc import Callable
from itertools import product
from math import comb

import numpy as np
import pytest

from kschwert_env.two_crowns import Game, Rules
from tests.helpers.cases import TINY
from tests.helpers.chances import FALSE_ALARM, chisquare
from tests.two_crowns.scenes import Scene

STEPS = 1000


def outcome_probabilities(rules: Rules, before: np.void, after: np.void) -> dict[bytes, float]:
    """Return every position that the step could have led to, with its probability."""
    chances = {}
    for outcomes in product(*rules.chance.draws(before, after)):
        states, ways = np.array([after], rules.state_dtype), 1
        for outcome in outcomes:
            outcome.write(states)
            ways *= outcome.weight
        assert states.tobytes() not in chances
        chances[states.tobytes()] = float(ways)
    return chances


def check(scene: Scene, kind: str, outcomes: int, card: str | None = None) -> None:
    """Check the number of outcomes of an action, and that their frequencies equal the probabilities."""
    rules, before = scene.rules, scene.play().game
    action = rules.actions.encode(kind, card)
    reached = []
    for seed in range(STEPS):
        game = Game.from_state(rules, before.state, seed)
        game.step(action)
        reached.append(game.state)
    chances = outcome_probabilities(rules, before.state, reached[0])
    assert len(chances) == outcomes
    assert outcome_probabilities(rules, before.state, reached[-1]) == chances
    counts = Counter(state.tobytes() for state in reached)
    assert set(counts) == set(chances)
    assert outcomes == 1 or chisquare(counts, chances) > FALSE_ALARM


def test_all_hands_that_recruiting_may_bring() -> None:
    """R1: three cards drawn."""
    scene = Scene().hand(0, knight_1=3, gold_1=1).deck(0, knight_2=4, gold_2=2, feint=1)
    check(scene, "recruit", 6)


def test_knights_back_from_rest_are_not_drawn() -> None:
    """R1, T2: they come into the hand in the same step."""
    scene = Scene().hand(0, gold_1=4).resting(0, knight_2=1).deck(0, knight_2=3, knight_1=3)
    check(scene, "recruit", 3)


def test_all_pairs_that_an_exact_recruitment_may_bring() -> None:
    """R2: two cards, of which one is kept later."""
    check(Scene().hand(0, gold_1=2).deck(0, knight_1=1, knight_2=3, vassal=2), "exact", 5, card="gold_1")


def test_the_last_card_of_a_deck_is_no_matter_of_chance() -> None:
    """R2."""
    check(Scene().hand(0, gold_1=2).deck(0, vassal=1), "exact", 1, card="gold_1")


def test_twenty_castles_of_the_die_of_fate() -> None:
    """F1: the defender's castle, if the defender rolls."""
    check(Scene(die_of_fate=True).hand(0, knight_1=1), "roll_fate", 20)
    position = Scene(die_of_fate=True).hand(0, knight_1=1).play().do("attack").lay("knight_1").game
    after = position.copy()
    after.step(position.rules.actions.encode("roll_fate"))
    (draw,) = position.rules.chance.draws(position.state, after.state)
    assert {part[:2] for outcome in draw for part in outcome.changes} == {("scores", (1,))}


def test_no_draw_in_a_battle() -> None:
    """A1: nothing but choices."""
    check(Scene().hand(0, knight_1=1), "attack", 1)


def test_all_starts() -> None:
    """S1: the start player and both hands."""
    rules = Rules(edition=TINY, start_player="random")
    starts = [Game(rules, seed).state for seed in range(STEPS)]
    chances = outcome_probabilities(rules, rules.board["blank"][0], starts[0])
    assert len(chances) == 2 * 4 * 4
    assert chisquare(Counter(state.tobytes() for state in starts), chances) > FALSE_ALARM
    draws = rules.chance.draws(rules.board["blank"][0], starts[0])
    assert [sum(outcome.weight for outcome in draw) for draw in draws] == [2, comb(53, 7), comb(53, 7)]
    assert {len({outcome.label for outcome in draw}) for draw in draws} == {2, 4}


@pytest.mark.parametrize(("options", "most"), [({}, 4), ({"die_of_fate": True}, 20), ({"edition": "standard"}, None)])
def test_no_draw_has_more_outcomes(options: dict[str, object], most: int | None) -> None:
    """C2, F1: a hand of seven is the largest draw but for the die."""
    rules = Rules(**{"edition": TINY, **options})  # type: ignore[arg-type]
    blank, start = rules.board["blank"][0], Game(rules).state
    hands = max(map(len, rules.chance.draws(blank, start)))
    assert rules.chance.max_outcomes == (hands if most is None else most)


def test_an_edition_of_one_card_leaves_nothing_to_chance(edition: Callable[..., str]) -> None:
    """C2."""
    rules = Rules(edition=edition())
    assert rules.chance.draws(rules.board["blank"][0], Game(rules).state) == []

"""Chance events of every game (`Rules.chance`): what a step can draw and how often, compared with steps of games."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kschwert_env import krone_schwert, politics_and_intrigue, two_crowns
from kschwert_env.engine.contract.chance import Outcome
from kschwert_env.engine.simulation.game import Game
from tests.helpers.cases import BUSY, ONE_EACH, TINY, Case
from tests.helpers.chances import FALSE_ALARM, chisquare
from tests.helpers.editions import written
from tests.two_crowns.scenes import Scene

pytestmark = pytest.mark.needs_jit

MOST_LISTED = 200  # steps with more ends are not listed completely
REPEATS, CHECKS = 2000, 3  # of a step with other random streams; such steps for each kind of action
DECISIONS = 150
LAST_TURN = Path(__file__).parents[2] / "training" / "ground_truth" / "last_turn_2.toml"

State = np.void


def list_ends(rules: Any, before: State, action: int | None) -> dict[bytes, float] | None:
    """Return the states that a step can lead to, with their probabilities; None if there are too many."""

    def follow(chosen: tuple[int, ...], probability: float) -> Iterator[tuple[bytes, float]]:
        following = rules.chance.follow(before, action, chosen)
        if isinstance(following, np.ndarray):
            yield following.tobytes(), probability
            return
        check_draw(rules, following)
        total = sum(outcome.weight for outcome in following)
        for index, outcome in enumerate(following):
            yield from follow((*chosen, index), probability * outcome.weight / total)

    ends = list(islice(follow((), 1.0), MOST_LISTED + 1))
    if len(ends) > MOST_LISTED:
        return None
    probabilities: Counter[bytes] = Counter()
    for state, probability in ends:
        probabilities[state] += probability  # type: ignore[assignment]
    return dict(probabilities)


def check_draw(rules: Any, draw: Sequence[Outcome]) -> None:
    assert 2 <= len(draw) <= rules.chance.max_outcomes
    assert len({outcome.label for outcome in draw}) == len(draw)
    assert min(outcome.weight for outcome in draw) > 0


def repeat_step(case: Case, before: State, action: int | None) -> Counter[bytes]:
    """Return how often a step leads to which state, with other random streams each time."""
    states: Counter[bytes] = Counter()
    for seed in range(REPEATS):
        game = case.game(case.rules, seed) if action is None else case.game.from_state(case.rules, before, seed)
        if action is not None:
            game.step(action)
        states[game.state.tobytes()] += 1
    return states


def check_step(case: Case, before: State, action: int | None) -> int | None:
    """Compare listed probabilities with frequencies; return the number of listed ends."""
    probabilities = list_ends(case.rules, before, action)
    if probabilities is None:
        return None
    assert sum(probabilities.values()) == pytest.approx(1)
    if len(probabilities) == 1:
        game = case.game.from_state(case.rules, before, 5)
        assert action is not None
        game.step(action)
        assert game.state.tobytes() in probabilities
    else:
        assert chisquare(repeat_step(case, before, action), probabilities) > FALSE_ALARM
    return len(probabilities)


def draw_end(rules: Any, before: State, action: int | None, generator: np.random.Generator) -> State:
    """Return a state after a step whose draws have random outcomes."""
    chosen: list[int] = []
    while isinstance(following := rules.chance.follow(before, action, chosen), tuple):
        check_draw(rules, following)
        weights = np.array([float(outcome.weight) for outcome in following])
        chosen.append(int(generator.choice(len(following), p=weights / weights.sum())))
    return following[0]


@pytest.fixture(scope="module")
def editions(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Case]:
    """Return games with few outcomes. Of the last turn, people cards of both kinds stay face down."""
    text = re.sub(r"crowns = \d+\nswords = \d+", "crowns = 4\nswords = 3", LAST_TURN.read_text())
    last, first = (tmp_path_factory.mktemp(name) for name in ("last", "first"))
    last_turn = krone_schwert.Rules(2, written(last, text), shuffle_parts=False, max_rounds=2)
    first_turn = krone_schwert.Rules(2, written(first, text[: text.index("[starts.2]")]), max_rounds=2)
    tiny = two_crowns.Rules(edition=TINY, start_player="random", die_of_fate=True)
    busy = politics_and_intrigue.Rules(edition=BUSY, start_player="random")
    tournament = politics_and_intrigue.Rules(edition=BUSY, game="tournament")
    return {
        "last turn": Case(krone_schwert.Game, last_turn),
        "shuffled parts": Case(krone_schwert.Game, first_turn),
        "tiny": Case(two_crowns.Game, tiny),
        "busy": Case(politics_and_intrigue.Game, busy),
        "tournament": Case(politics_and_intrigue.Game, tournament),
        **{case.rules.package: case for case in ONE_EACH[:2]},
    }


@pytest.mark.parametrize(
    ("name", "ends"), [("last turn", 6), ("shuffled parts", 20 * 6), ("tiny", 2 * 4 * 4), ("two_crowns", None)]
)
def test_games_start_as_listed(editions: dict[str, Case], name: str, ends: int | None) -> None:
    """Parts, the start player, and hands."""
    case = editions[name]
    assert check_step(case, case.rules.board["blank"][0], None) == ends


@pytest.mark.parametrize(
    "name", ["last turn", "shuffled parts", "tiny", "busy", "tournament", "krone_schwert", "two_crowns"]
)
def test_steps_lead_to_what_is_listed(editions: dict[str, Case], name: str) -> None:
    """A game continues from states that `follow` returns. Steps without draws are as in other games."""
    case, generator, checks = editions[name], np.random.default_rng(3), Counter[str]()
    game = case.game.from_state(case.rules, draw_end(case.rules, case.rules.board["blank"][0], None, generator))
    for _ in range(DECISIONS):
        if game.is_over:
            game = case.game(case.rules, int(generator.integers(1000)))
        before, action = game.state, int(generator.choice(game.legal_actions()))
        kind = case.rules.actions.decode(action).kind
        if checks[kind] < CHECKS:
            checks[kind] += (check_step(case, before, action) or 0) > 1
        game = case.game.from_state(case.rules, draw_end(case.rules, before, action, generator))
        assert case.game.from_position(game.position()) == game
    assert checks.total() > 1


TWO_CROWNS: dict[str, tuple[Scene, dict[str, str], int]] = {
    "recruit": (Scene().hand(0, knight_1=3, gold_1=1).deck(0, knight_2=4, gold_2=2, feint=1), {}, 6),
    "exact": (Scene().hand(0, gold_1=2).deck(0, knight_1=1, knight_2=3, vassal=2), {"card": "gold_1"}, 5),
    "roll_fate": (Scene(die_of_fate=True).hand(0, knight_1=1), {}, 20),
    "attack": (Scene().hand(0, knight_1=1), {}, 1),
}
"""Positions of Two Crowns with an action of that kind, its arguments, and the number of states that it can lead to."""


@pytest.mark.parametrize("kind", TWO_CROWNS)
def test_numbers_of_outcomes(kind: str) -> None:
    scene, arguments, ends = TWO_CROWNS[kind]
    game: Game[Any] = scene.play().game
    assert check_step(Case(type(game), game.rules), game.state, game.rules.actions.encode(kind, **arguments)) == ends


def test_weights_are_numbers_of_deals(editions: dict[str, Case]) -> None:
    """Seven of 53 cards in each hand, and the start player."""
    rules = editions["tiny"].rules
    draws: list[Sequence[Outcome]] = []
    while isinstance(draw := rules.chance.follow(rules.board["blank"][0], None, [0] * len(draws)), tuple):
        draws.append(draw)
    assert [sum(outcome.weight for outcome in draw) for draw in draws] == [comb(53, 7), comb(53, 7), 2]
    assert [draw[0].label for draw in draws] == ["7 gold_1 drawn", "7 gold_1 drawn", "number 0 of 2"]

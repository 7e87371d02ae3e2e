"""Games in text in which agents play some of the seats."""

import pytest

from kschwert_env import krone_schwert, two_crowns
from kschwert_env.adapters.text import InvalidAnswer
from kschwert_env.agents import make_agent
from kschwert_env.language_models.match import Episode, Match
from tests.helpers.cases import ONE_EACH, Case

RULES = two_crowns.Rules(max_turns=12)


def episode(rules: object = RULES, seat: int = 0, seed: int = 3, asks: int = 2, spec: str = "random") -> Episode:
    """Return an episode with the same agent in all other seats."""
    agents = {other: make_agent(spec, rules) for other in range(rules.num_players) if other != seat}  # type: ignore
    return Episode(rules, seat, agents, seed, asks)  # type: ignore[arg-type]


@pytest.mark.parametrize("case", ONE_EACH, ids=str)
def test_an_episode_asks_its_seat_only_and_runs_to_the_end(case: Case) -> None:
    seat = case.rules.num_players - 1
    played = episode(case.rules, seat, spec="heuristic")
    answers = 0
    while not played.is_over:
        assert played.match.text.player == seat
        assert len(played.legal_actions) > 1
        assert played.prompt().startswith(f"You are seat {seat}.")
        assert played.reward == 0
        played.answer(played.legal_actions[answers % len(played.legal_actions)])
        answers += 1
    assert answers > 1
    assert played.reward == played.match.text.returns[seat]
    assert "The game is over: " in played.prompt()
    assert played.legal_actions == []


def test_an_episode_depends_on_its_seed_only() -> None:
    def prompts(seed: int) -> list[str]:
        played, seen = episode(seed=seed, spec="heuristic"), []
        while not played.is_over:
            seen.append(played.prompt())
            played.answer(played.legal_actions[0])
        return seen

    assert prompts(5) == prompts(5)
    assert prompts(5) != prompts(6)


def test_an_invalid_answer_is_explained_and_asked_again() -> None:
    played = episode()
    prompt = played.prompt()
    played.answer("surrender")
    assert played.prompt().startswith("Your answer was refused: 'surrender' is not one of the legal actions.")
    assert played.prompt().endswith(prompt)
    played.answer(played.legal_actions[0])
    assert "refused" not in played.prompt()
    assert played.invalid == 1


def test_too_many_invalid_answers_in_a_row_forfeit() -> None:
    played = episode(asks=1)
    for answer in ("no", played.legal_actions[0], "no", "no"):
        assert not played.is_over
        played.answer(answer)
    assert played.is_over
    assert played.forfeited
    assert played.reward == -1
    assert played.legal_actions == []
    assert played.prompt().endswith("You have forfeited the game by 2 invalid answers in a row.\n")
    with pytest.raises(RuntimeError, match="the episode is over; start another"):
        played.answer(0)


def test_wrong_arguments_are_named() -> None:
    random = make_agent("random", RULES)
    with pytest.raises(ValueError, match="seat must be an integer from 0 to 1, not 2"):
        Episode(RULES, 2, {0: random, 1: random})
    with pytest.raises(ValueError, match=r"agents must be agents for the seats \[1\], not \[\]"):
        Episode(RULES, 0, {})
    with pytest.raises(ValueError, match="asks must be an integer of at least 0, not -1"):
        Episode(RULES, 0, {1: random}, asks=-1)
    with pytest.raises(ValueError, match="seat must be an integer from 0 to 1, not 3"):
        Match(RULES, {3: random})


def test_several_seats_answer_in_a_match() -> None:
    rules = krone_schwert.Rules(3, max_rounds=1)
    match, asked = Match(rules, {1: make_agent("heuristic", rules)}, 4), set()
    while (seat := match.text.player) is not None:
        asked.add(seat)
        with pytest.raises(InvalidAnswer, match="you have no decision"):
            match.answer(2 - seat, "0")
        match.answer(seat, match.text.choices(seat)[0].words)
    assert asked == {0, 2}


def test_several_seats_are_asked_also_where_they_have_no_choice() -> None:
    """Nobody learns from a missing question that another seat had none."""
    match, forced = Match(RULES, {}, 4), 0
    while (seat := match.text.player) is not None:
        forced += len(match.text.choices(seat)) == 1
        match.answer(seat, match.text.choices(seat)[0].words)
    assert forced

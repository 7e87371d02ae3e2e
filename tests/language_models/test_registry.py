"""Games by token."""

from typing import Any

import pytest

from kschwert_env.adapters.text import InvalidAnswer
from kschwert_env.language_models.registry import IDLE_SECONDS, OPEN, MatchRegistry

SHORT = {"max_turns": 6}


def answer_all(registry: MatchRegistry, tokens: list[str]) -> None:
    """Play a game to its end, by the first legal action, with all tokens."""
    for _ in range(2_000):
        match = registry._entries[tokens[0]][1].match
        seat = match.text.player
        if seat is None:
            return
        token = next(token for token in tokens if registry._entries[token][0] == seat)
        registry.act(token, match.text.choices(seat)[0].number)
    raise AssertionError("the game does not end")


def test_a_token_plays_its_seat() -> None:
    registry = MatchRegistry()
    (first, one), (second, two) = registry.create("two_crowns", SHORT, [OPEN, OPEN])
    assert (first, second) == (0, 1)
    assert registry.rules(one) == registry.rules(two)
    assert registry.look(one).startswith("You are seat 0.")
    assert registry.look(two).startswith("You are seat 1.")
    assert registry.act(one, "attack").startswith("You are seat 0.")
    with pytest.raises(InvalidAnswer, match="you have no decision: seat 0 decides now"):
        registry.act(two, "0")
    answer_all(registry, [one, two])
    assert "The game is over" in registry.look(one)


def test_an_agent_plays_the_other_seats() -> None:
    registry = MatchRegistry()
    ((seat, token),) = registry.create("krone_schwert", {"num_players": 3, "max_rounds": 1}, ["random", OPEN, "random"])
    assert seat == 1
    answer_all(registry, [token])


def test_reasons_are_told_and_change_nothing() -> None:
    registry = MatchRegistry()
    ((_, token),) = registry.create("two_crowns", SHORT, [OPEN, "random"])
    before = registry.look(token)
    assert "is illegal" in registry.why_not(token, 18)
    assert registry.why_not(token, "attack") == "this is the legal action 0"
    assert registry.look(token) == before


def test_a_token_shows_nothing_of_other_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """All texts are equal if everything hidden from the seat is dealt anew."""
    registry = MatchRegistry()
    for game, options in (("two_crowns", SHORT), ("krone_schwert", {"num_players": 2}), ("politics_and_intrigue", {})):
        (_, one), (_, two) = registry.create(game, options, [OPEN, OPEN])
        match = registry._entries[one][1].match
        for _ in range(40):
            seat = match.text.player
            if seat is None:
                break
            for viewer, token in enumerate((one, two)):
                texts = [registry.look(token), registry.why_not(token, 3), registry.rules(token)]
                true = match.text.game
                match.text.game = true.resample(viewer, 5)
                assert texts == [registry.look(token), registry.why_not(token, 3), registry.rules(token)]
                match.text.game = true
            registry.act((one, two)[seat], match.text.choices(seat)[-1].number)


def test_tokens_are_secret_and_distinct() -> None:
    registry = MatchRegistry()
    tokens = {token for _ in range(3) for _, token in registry.create("two_crowns", SHORT, [OPEN, OPEN])}
    assert len(tokens) == 6
    assert all(len(token) == 32 for token in tokens)
    for call in (registry.rules, registry.look):
        with pytest.raises(ValueError, match="unknown token; use one that new_game returned"):
            call("x" * 32)


def test_seeds_are_random(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = iter((1, 2))
    monkeypatch.setattr("kschwert_env.language_models.registry.secrets.randbelow", lambda most: next(seeds))
    registry = MatchRegistry()
    looks = [registry.look(registry.create("two_crowns", SHORT, [OPEN, "random"])[0].token) for _ in range(2)]
    assert looks[0] != looks[1]


def test_the_number_of_games_is_bounded() -> None:
    now = [0.0]
    registry = MatchRegistry(most=2, clock=lambda: now[0])
    made = [registry.create("two_crowns", SHORT, [OPEN, OPEN]) for _ in range(2)]
    with pytest.raises(ValueError, match="there are 2 unfinished games, the most of this server; try again later"):
        registry.create("two_crowns", SHORT, [OPEN, "random"])
    answer_all(registry, [token for _, token in made[1]])
    registry.create("two_crowns", SHORT, [OPEN, "random"])
    with pytest.raises(ValueError, match="unknown token"):
        registry.look(made[1][0].token)
    now[0] = IDLE_SECONDS - 1
    registry.look(made[0][0].token)
    now[0] = IDLE_SECONDS + 1
    registry.create("two_crowns", SHORT, [OPEN, "random"])
    assert registry.look(made[0][1].token)


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (["random", "random"], "players must be 2 agents or 'open', at least one open"),
        ([OPEN], "players must be 2 agents or 'open', at least one open"),
        ("open", "players must be a list of agents and 'open'"),
        ([OPEN, None], "players must be a list of agents and 'open'"),
        ([OPEN, "policy:/etc/passwd"], "unknown option"),
    ],
)
def test_wrong_players_are_refused(players: Any, message: str) -> None:
    registry = MatchRegistry(most=1)
    with pytest.raises(ValueError, match=message):
        registry.create("two_crowns", SHORT, players)
    assert registry._entries == {}

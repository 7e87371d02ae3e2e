"""Independence of a game: random streams, arrays, and seeds."""

import copy
import pickle
import random
from enum import IntEnum
from typing import Any

import numpy as np
import pytest

from kschwert_env.engine.compiled.rng import GAME, POSITION, RESAMPLE, seeded_streams
from kschwert_env.engine.simulation.game import Game, game_type
from kschwert_env.krone_schwert import Rules
from tests.helpers.cases import SMALL, Case


def play(game: Game[Any], decisions: int, seed: int = 0) -> Game[Any]:
    """Play this many random decisions, or to the end."""
    choose = random.Random(seed)
    for _ in range(decisions):
        if not game.is_over:
            game.step(choose.choice(game.legal_actions()))
    return game


def cards_drawn(game: Game[Any]) -> Any:
    """Return the hands after nine turns of drawing only."""
    draw = game.rules.actions.encode("draw")
    for _ in range(27):
        game.step(draw)
    return game.position()["hands"]


@pytest.mark.parametrize("twin", [Game.copy, copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_a_copy_shares_nothing_with_the_game(case: Case, twin: Any) -> None:
    game = play(case.game(case.rules, 3), 40)
    other, before = twin(game), game.to_bytes()
    play(other, 60)
    assert game.to_bytes() == before
    assert game.legal_actions() == case.game.from_bytes(case.rules, before).legal_actions()
    assert play(game, 60).to_bytes() == other.to_bytes()


def test_a_resampled_game_does_not_hold_the_future() -> None:
    game = play(SMALL.game(SMALL.rules, 3), 30)
    streams = [game.resample(0, seed)._streams.tobytes() for seed in range(20)]
    assert len({*streams, game._streams.tobytes()}) == 21


def test_one_seed_serves_each_purpose_differently() -> None:
    """Resampling with the seed of the game must not reveal the true cards."""
    words = [seeded_streams(7, 1, purpose).tobytes() for purpose in (GAME, RESAMPLE, POSITION)]
    assert len(set(words)) == 3
    rules = Rules(3, shuffle_parts=False)
    same = sum(
        Game.resample(game := SMALL.game(rules, seed), 2, seed).position()["hands"] == game.position()["hands"]
        for seed in range(40)
    )
    assert same < 10


def test_a_reset_game_is_a_new_game(case: Case) -> None:
    game = play(game_type(case.rules)(case.rules, 3), 25)
    observe, step = game.observe, game.step
    game.reset(8)
    new = game_type(case.rules)(case.rules, 8)
    assert game.to_bytes() == new.to_bytes()
    assert game.legal_actions() == new.legal_actions()
    step(new.legal_actions()[0])
    new.step(new.legal_actions()[0])
    assert observe(0)["observation"].tolist() == new.observe(0)["observation"].tolist()
    before = game.to_bytes()
    for seed in (-1, 2**63, 1.5, True):
        with pytest.raises(ValueError, match="seed must be an integer"):
            game.reset(seed)  # type: ignore[arg-type]  # on purpose
    assert game.to_bytes() == before


def test_all_bits_of_a_seed_count() -> None:
    assert len({seeded_streams(1 + (1 << bit), 1).tobytes() for bit in range(1, 62)}) == 61


def test_positions_go_on_by_the_seed_that_is_given() -> None:
    position = play(SMALL.game(SMALL.rules, 3), 6).position()
    outcomes = [cards_drawn(SMALL.game.from_position(position, seed)) for seed in (0, 0, 1)]
    assert outcomes[0] == outcomes[1] != outcomes[2]


def test_games_of_other_rules_are_not_equal() -> None:
    first, second = (SMALL.game(Rules(3, reward=reward), 1) for reward in ("win", "score"))
    assert first._states.tobytes() == second._states.tobytes()
    assert first != second
    assert first != "a game"


def test_arrays_are_handed_out_as_copies(case: Case) -> None:
    game = play(case.game(case.rules, 3), 30)
    before, legal = game.to_bytes(), game.legal_actions()
    seen = game.observe(game.player or 0)
    for array in (game.legal_mask(), seen["observation"], seen["action_mask"], game.scores, game.returns):
        array[:] = 1
    game.state["player"] = 1
    assert (game.to_bytes(), game.legal_actions()) == (before, legal)


def test_a_position_is_a_dict_of_its_own(case: Case) -> None:
    game = case.game(case.rules, 3)
    before = copy.deepcopy(game.position())
    spoil(game.position())
    assert game.position() == before
    assert case.game(case.rules, 3).position() == before


def spoil(value: Any) -> None:
    """Empty every nested dict and list."""
    inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    for other in list(inner):
        spoil(other)
    if isinstance(value, (dict, list)):
        value.clear()


def test_what_all_games_share_is_read_only(case: Case) -> None:
    assert not case.rules.board.flags.writeable
    with pytest.raises(AttributeError):
        case.rules.num_players = 2


def test_rules_of_a_kind_share_their_dtypes(case: Case) -> None:
    """Otherwise every call into compiled code from a second rules object costs three times as much."""
    again = type(case.rules).from_options(case.rules.options())
    assert again.state_dtype is case.rules.state_dtype
    assert again.board.dtype is case.rules.board.dtype


@pytest.mark.parametrize("kind", [int, np.int8, IntEnum("Choice", [f"action {i}" for i in range(200)], start=0)])
def test_all_integers_are_actions_and_seats(kind: Any) -> None:
    game = SMALL.game(SMALL.rules, 0)
    game.step(kind(game.legal_actions()[0]))
    assert game.player == 1
    assert game.observe(kind(1))["action_mask"].any()


class Tricky(dict[str, Any]):
    """A dict that raises when it is inspected."""

    def __eq__(self, other: object) -> bool:
        raise KeyError("no")


def test_nothing_but_valueerror_comes_out_of_strange_positions() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for position in (Tricky(rules={}), {"rules": {"num_players": deep}}, {"rules": {"num_players": 3}, "parts": deep}):
        with pytest.raises(ValueError, match="a position must be a dict of plain dicts"):
            SMALL.game.from_position(position)


def test_damaged_digests_do_not_help() -> None:
    """An unreachable record is refused although its digest matches."""
    game = SMALL.game(SMALL.rules, 1)
    game._states["hands"][0, 0, 0] += 1
    with pytest.raises(ValueError, match="no game can reach"):
        SMALL.game.from_bytes(SMALL.rules, game.to_bytes())


def test_a_game_shows_itself_without_secrets() -> None:
    game = SMALL.game(SMALL.rules, 1)
    assert repr(game).startswith("<Game of Rules(num_players=3")
    assert repr(game) == repr(game.resample(0, 5))

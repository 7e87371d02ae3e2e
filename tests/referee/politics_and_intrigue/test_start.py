"""Cards, starts and the setup, and their numbers by Q2."""

from collections import Counter
from random import Random

import pytest

from .cards import BASE, BUILT, DEFAULT_DECK, DEFAULT_EVENTS, EVENTS, KINDS, ORDER, SET, cost
from .moves import DONE, END_TURN, all_actions, of, trade
from .position import Json
from .start import check_start
from .world import new_game, random_decks, random_events, step, steps, told


def test_the_cards() -> None:
    """C1, C5, C6: 120 cards of the base game with 58 of the table outside the row, 30 of the set."""
    assert len(ORDER) == 61
    assert sum(kind.copies for kind in BASE.values()) == 62
    assert sum(kind.copies for kind in SET.values()) == 27
    assert sum(EVENTS.values()) == 13
    assert 18 + 7 + 5 + 7 + 11 + 10 + 62 + 3 + 27 == 150
    assert (ORDER[0], ORDER[40], ORDER[41], ORDER[60]) == ("abbey", "bishop", "holy_place", "council")
    assert KINDS["cathedral"].cost == cost("BBGGOO")
    assert KINDS["bishops_see"].cost == Counter({"brick": 1, "ore": 1, "gold": 2})
    assert (KINDS["knight_hartmut"].strength, KINDS["knight_hartmut"].tournament) == (2, 5)


def test_the_default_tournament() -> None:
    """M1, M7."""
    assert DEFAULT_DECK.total() == 33
    assert all(events.total() == 4 for events in DEFAULT_EVENTS)


@pytest.mark.parametrize(("stacks", "piles", "number"), [(6, 1, 378), (8, 2, 390)])
def test_the_numbers_of_the_actions(stacks: int, piles: int, number: int) -> None:
    """Q2: all different, in the order of the table."""
    actions = all_actions(stacks, piles)
    assert len(actions) == len(set(actions)) == number
    assert actions[0] == of("build", "abbey")
    assert actions[44] == of("play", "black_knight")
    assert actions[44 + 17] == of("take", "abbey")
    assert actions[44 + 17 + 122 + 4] == of("city", 0)
    assert actions[44 + 17 + 122 + 4 + 7] == trade("lumber", "brick")
    assert actions[-2:] == [DONE, END_TURN]
    assert len(BUILT) == 44


@pytest.mark.parametrize("start", [0, "random"])
@pytest.mark.parametrize("game", ["extended", "tournament"])
def test_lawful_starts(start: int | str, game: str) -> None:
    """C4, S1 to S4, M1, M2, M7."""
    for seed in range(5):
        options: Json = {"game": game, "start_player": start}
        if game == "tournament" and seed:
            options |= {"decks": random_decks(Random(seed)), "events": random_events(Random(seed))}
        assert check_start(new_game(Random(seed), **options)) == []


FALSE_STARTS: list[Json] = [
    {"hands": [{"spy": 1}, {}]},
    {"turn": 1},
    {"player": 1},
    {"start_player": 1},
    {"known": [{"spy": 1}, {}]},
    {"gate_open": True},
    {"phase": "roll"},
    {"dice": {"event": "sun", "number": 1}},
    {"row_cards": {"church": 1, "town_hall": 2}},
    {"supply": {"roads": 6, "settlements": 5, "cities": 7}},
    {"moved": [{}, {}]},
]


@pytest.mark.parametrize("change", FALSE_STARTS, ids=str)
def test_unlawful_starts(change: Json) -> None:
    """S1 to S4: one thing is not as in the beginning."""
    assert check_start(new_game(Random(1)) | change)


def test_unlawful_stacks() -> None:
    """S3, N3: sizes, cards of the other game, marks."""
    for change in ("mark", "swap", "size"):
        position = new_game(Random(1))
        stacks = position["stacks"]
        if change == "mark":
            stacks[0][0]["seen"][1] = True
        elif change == "swap":
            stacks[0][0], stacks[4][0] = stacks[4][0], stacks[0][0]
        else:
            stacks[0].append(stacks[1].pop())
        assert check_start(position)


@pytest.mark.parametrize(
    "change", [{"max_rounds": 0}, {"game": "duel"}, {"decks": [{}, {}]}, {"start_player": 2}, {"other": 1}], ids=str
)
def test_unlawful_options(change: Json) -> None:
    """Chapter 13."""
    position = new_game(Random(1))
    assert check_start(position | {"rules": position["rules"] | change})


def test_the_setup() -> None:
    """S4, N3: three cards each, also of the same stack; what the enemy saw there is lost when a card is taken."""
    position = new_game(Random(3))
    assert told(position, "stack") == set(range(6))
    position = step(position, of("stack", 4))
    assert (position["phase"], position["pending"]) == ("setup_take", {"stack": 4, "left": 3})
    assert all(card["seen"] == [True, False] for card in position["stacks"][4])
    for left in (2, 1, None):
        position = step(position, of("take", position["stacks"][4][0]["card"]))
        assert position["pending"] == (left and {"stack": 4, "left": left})
    assert (position["phase"], position["player"], position["turn_player"]) == ("setup_stack", 1, 0)
    position = step(position, of("stack", 4))
    assert all(card["seen"] == [True, True] for card in position["stacks"][4])
    order = [card["card"] for card in position["stacks"][4]]
    taken = order[5]
    position = step(position, of("take", taken))
    assert all(card["seen"] == [False, True] for card in position["stacks"][4])
    order.remove(taken)
    assert [card["card"] for card in position["stacks"][4]] == order
    for _ in range(2):
        position = step(position, of("take", position["stacks"][4][-1]["card"]))
    assert (position["phase"], position["player"], position["turn"], position["dice"]) == ("roll", 0, 0, None)
    assert position["known"] == [{}, {}]


def test_the_setup_of_a_tournament() -> None:
    """M2: three of the own deck each; then stacks of 8, 8, 7, 7 without marks."""
    position = new_game(Random(3), game="tournament", start_player=0)
    assert [len(stack) for stack in position["stacks"]] == [33, 0, 0, 0, 33, 0, 0, 0]
    position = steps(position, *(of("take", card) for card in ("abbey", "abbey", "spy")))
    assert (position["phase"], position["player"], position["pending"]) == ("deck_pick", 1, {"left": 3})
    assert position["hands"][0] == {"abbey": 2, "spy": 1}
    position = steps(position, *(of("take", card) for card in ("mint", "scout", "spy")))
    assert (position["phase"], position["player"]) == ("roll", 0)
    assert [len(stack) for stack in position["stacks"]] == [8, 8, 7, 7] * 2
    assert all(card["seen"] == [False, False] for stack in position["stacks"] for card in stack)
    assert Counter(card["card"] for stack in position["stacks"][:4] for card in stack) == DEFAULT_DECK - Counter(
        {"abbey": 2, "spy": 1}
    )

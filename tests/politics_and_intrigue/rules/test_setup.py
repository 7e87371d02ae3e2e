"""Chapters 1 and 3: the box and the setup."""

from collections import Counter

from kschwert_env.politics_and_intrigue import Game, Rules
from tests.politics_and_intrigue.scenes import Play


def test_the_principalities_at_the_start() -> None:
    """S1, C3, C4, P1: two settlements, and each region with stock 1, gold too."""
    position = Game(Rules()).position()
    first, second = position["principalities"]
    assert (first["row"], first["places"], first["open_roads"]) == ([0, 1], ["settlement"] * 2, [False, False])
    regions = [(region["kind"], region["number"], region["stock"]) for region in first["regions"]]
    assert regions == [
        ("lumber", 3, 1),
        ("brick", 2, 1),
        ("gold", 4, 1),
        ("wool", 1, 1),
        ("ore", 6, 1),
        ("grain", 5, 1),
    ]
    regions = [(region["kind"], region["number"], region["stock"]) for region in second["regions"]]
    assert regions == [
        ("lumber", 2, 1),
        ("brick", 3, 1),
        ("gold", 1, 1),
        ("wool", 4, 1),
        ("ore", 5, 1),
        ("grain", 6, 1),
    ]
    assert (position["knight"], position["windmill"], position["scores"]) == (None, None, [2, 2])
    assert position["supply"] == {"roads": 7, "settlements": 5, "cities": 7}


def test_stacks_and_row_at_the_start() -> None:
    """S2, S3, C1, C5, C6: 58 base cards in four stacks, 27 of the set in two; 13 events."""
    position = Game(Rules(), 4).position()
    assert [len(stack) for stack in position["stacks"]] == [15, 15, 14, 14, 14, 13]
    assert (position["row_cards"], position["regions_left"]) == ({"church": 2, "town_hall": 2}, list(range(11)))
    of_set = Counter(place["card"] for stack in position["stacks"][4:] for place in stack)
    assert (of_set["metropolis"], of_set["council"], of_set["spy"], of_set.total()) == (2, 2, 0, 27)
    assert position["events"]["stack"] == {
        **{"civil_war": 2, "plague": 2, "new_year": 1, "progress": 2, "raid": 1, "master_builder": 1},
        **{"fruitful_year": 1, "mendicant": 1, "good_neighbours": 1, "church_feast": 1},
    }
    assert not any(any(place["seen"]) for stack in position["stacks"] for place in stack)


def test_each_seat_takes_three_cards_of_a_stack() -> None:
    """S4, N3: the other seat also from the same one, which it sees; the rest keeps its order."""
    game = Play(Game(Rules(), 5))
    assert (game.phase, game.player, game.stacks()) == ("setup_stack", 0, set(range(6)))
    before = game.stack(1)
    game.do("stack", stack=1)
    assert (game.pending, game.cards("take"), game.marks(1)) == (
        {"stack": 1, "left": 3},
        set(before),
        [[True, False]] * 15,
    )
    for card in before[:3]:
        game.do("take", card=card)
    left = list(before)
    for card in before[:3]:
        left.remove(card)
    assert (game.stack(1), game.phase, game.player) == (left, "setup_stack", 1)
    assert sum(game.hand(0).values()) == 3
    game.do("stack", stack=1)
    for card in game.stack(1)[:3]:
        game.do("take", card=card)
    assert (game.phase, game.player, game.position["turn"], game.known(1)) == ("roll", 0, 0, {})
    assert game.marks(1) == [[False, True]] * 9


def test_the_start_player_may_be_drawn() -> None:
    """S4: by the seed."""
    starts = {Game(Rules(start_player="random"), seed).position()["start_player"] for seed in range(20)}
    assert starts == {0, 1}

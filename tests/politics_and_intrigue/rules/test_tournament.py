"""Chapter 15: the tournament game."""

from collections import Counter

import pytest

from kschwert_env.politics_and_intrigue import Game, Rules
from kschwert_env.politics_and_intrigue.kernel.components import CARD_NAMES
from tests.politics_and_intrigue.scenes import Play, Scene


def duel(card: str = "council") -> Scene:
    """Return rules whose decks have this card instead of the council."""
    deck = Counter(Rules(game="tournament").options()["decks"][0])
    deck.update({"council": -1})
    deck.update({card: 1})
    return Scene(game="tournament", decks=[dict(+deck)] * 2)


def test_decks_of_both_seats() -> None:
    """M1, M7, M2."""
    # M1, M7: each seat brings a deck; 33 cards, and four events besides the common ones; both are options
    position = Game(Rules(game="tournament")).position()
    deck = position["rules"]["decks"][0]
    assert (sum(deck.values()), deck["metropolis"], deck["spy"], deck["church"]) == (33, 2, 2, 1)
    assert position["events"]["stack"] == {
        **{"civil_war": 2, "plague": 2, "new_year": 1, "progress": 2, "raid": 1, "master_builder": 1},
        **{"fruitful_year": 1, "mendicant": 1, "good_neighbours": 1, "church_feast": 1},
    }
    with pytest.raises(ValueError, match="decks"):
        Rules(game="tournament", decks=[{"abbey": 2}] * 2)
    # M2: each seat picks three cards of its deck; which lies in table order, seen by its owner; then both are
    # shuffled into stacks
    game = Play(Game(Rules(game="tournament"), 3))
    position = game.position
    assert (game.phase, game.player, game.pending) == ("deck_pick", 0, {"left": 3})
    assert ([len(stack) for stack in position["stacks"]], position["row_cards"]) == (
        [33, 0, 0, 0, 33, 0, 0, 0],
        {"church": 0, "town_hall": 0},
    )
    assert sorted(game.stack(4), key=CARD_NAMES.index) == game.stack(4)
    assert (game.marks(0)[0], game.marks(4)[0]) == ([True, False], [False, True])
    for card in ("spy", "scout", "spy"):
        game.do("take", card=card)
    assert (game.hand(0), game.player, game.pending) == ({"spy": 2, "scout": 1}, 1, {"left": 3})
    for card in ("mint", "abbey", "abbey"):
        game.do("take", card=card)
    assert (game.phase, game.player) == ("roll", 0)
    assert [len(stack) for stack in game.position["stacks"]] == [8, 8, 7, 7, 8, 8, 7, 7]
    assert not any(any(mark) for stack in range(8) for mark in game.marks(stack))
    assert sorted(game.stack(0), key=CARD_NAMES.index) != game.stack(0)


def test_each_seat_uses_its_own_stacks_and_discard_pile() -> None:
    """M3: drawn from, looked into, put under."""
    game = duel().hand(0, abbey=1).turn(10).play().do("end_turn")
    assert (game.stacks("draw"), game.phase) == ({0, 1, 2, 3}, "refill")
    game = duel().hand(1, abbey=2, spy=2).turn(11).play().do("end_turn")
    assert (game.phase, game.stacks()) == ("trim", {4, 5, 6, 7})
    scene = duel().lay(0, {0: "abbey"}).city(0, 0)
    assert scene.play().do("demolish", slot=0).discards(0) == {"abbey": 1}
    scene = duel().turn(11).lay(1, {0: "abbey"})
    assert scene.play().do("demolish", slot=0).discards(1) == {"abbey": 1}


def test_bans_lie_on_the_enemys_piles() -> None:
    """M3, A17: on his stacks and his discard pile, never on his last open stack; the card goes to its owner's pile."""
    scene = duel("church_ban").city(0, 0).lay(0, {0: "church"}).hand(0, church_ban=1)
    game = scene.play().play("church_ban")
    assert game.piles("ban") == {4, 5, 6, 7, 9}
    game = duel("church_ban").ban((0, 1)).stock(0, gold=3).play()
    assert game.piles("lift") == {0}
    assert game.do("lift", pile=0).discards(1) == {"church_ban": 1}


def test_a_named_knight_is_single() -> None:
    """M4, M6."""
    # M4: a knight of the enemy can not be built; as long as he lies there
    scene = duel().full(0).hand(0, knight_konrad=1, knight_gerold=1).lay(1, {0: "knight_konrad"})
    assert scene.play().cards("build") == {"knight_gerold"}
    # M4, M6: a knight is single in the own principality too; after a spy a seat can hold a second one of the
    # same name
    scene = duel().full(0).hand(0, knight_konrad=1, spy=1).hand(1, knight_konrad=1)
    game = scene.play().play("spy").do("pass").do("take", card="knight_konrad")
    assert game.build("knight_konrad", 0).hand(0) == {"knight_konrad": 1}
    assert "knight_konrad" not in game.cards("build")


def test_an_alliance_names_no_alliance() -> None:
    """F23: where both seats have one."""
    scene = duel("secret_alliance").city(0, 0).city(1, 0).lay(0, {0: "secret_alliance"})
    assert scene.lay(1, {0: "secret_alliance", 2: "abbey"}).play().picks("ally") == {2}


def test_an_exchange_is_from_one_stack() -> None:
    """M5, H3, F15."""
    # M5, H3: an exchange is from one stack; from that under which the card was put; churches are built from the
    # hand, and discarded
    game = duel().hand(0, abbey=1, spy=2).play().do("end_turn").do("stack", stack=2).do("bury", card="abbey")
    assert game.stacks("draw") == {2}
    scene = duel().city(0, 0).full(0).hand(0, church=1)
    game = scene.play().build("church", 0)
    assert (game.hand(0), game.slots(0)) == ({}, {0: "church"})
    assert game.do("demolish", slot=0).discards(0) == {"church": 1}
    # M5, F15: a holy place is not bound to a stack; after it any own stack will do
    scene = duel("holy_place").city(0, 0).lay(0, {0: "church", 4: "holy_place"}).hand(0, abbey=1, spy=2)
    game = scene.play().do("end_turn").do("stack", stack=2).do("bury", card="abbey").do("draw", stack=2)
    assert game.do("stack", stack=1).stacks("draw") == {0, 1, 2, 3}


def test_stolen_cards_stay_with_the_taker() -> None:
    """M6, A5, A13: `moved` counts them, and they are discarded onto the taker's pile."""
    game = duel().hand(0, spy=1).hand(1, scout=1).play().play("spy").do("pass").do("take", card="scout")
    assert game.position["moved"] == [{"scout": 1}, {"scout": -1}]
    scene = duel("bribery").turn(11).hand(1, bribery=1).stock(1, gold=3).lay(0, {0: "knight_konrad"})
    game = scene.play().play("bribery").do("pass").do("pick", slot=0).do("pick", slot=2)
    assert game.position["moved"] == [{"knight_konrad": -1}, {"knight_konrad": 1}]
    assert game.do("demolish", slot=2).discards(1) == {"bribery": 1, "knight_konrad": 1}
    assert game.view(1)["moved"][CARD_NAMES.index("knight_konrad")] == 1


def test_each_side_is_dealt_to_its_own_places() -> None:
    """M6, N6: a deck stays on its side; in `deck_pick` it lies in table order."""
    game = duel().hand(0, spy=1).hand(1, scout=1, abbey=1).play().play("spy").do("pass").do("take", card="scout").game
    before = game.position()

    def on_side(position: dict[str, object], seat: int) -> Counter[str]:
        stacks = position["stacks"][4 * seat : 4 * seat + 4]  # type: ignore[index]
        hand = position["hands"][seat]  # type: ignore[index]
        return Counter(place["card"] for stack in stacks for place in stack) + Counter(hand)

    for seed in range(20):
        position = game.resample(0, seed).position()
        assert [on_side(position, seat) for seat in (0, 1)] == [on_side(before, seat) for seat in (0, 1)]
        assert position["hands"][0] == {"scout": 1}
    picking = Play(Game(Rules(game="tournament"), 3)).do("take", card="spy").do("take", card="abbey")
    for seed in range(10):
        deck = [place["card"] for place in picking.game.resample(1, seed).position()["stacks"][0]]
        assert sorted(deck, key=CARD_NAMES.index) == deck
        assert len(deck) == 31


def test_good_neighbours_turn_up_eight_cards() -> None:
    """M7, E9."""
    game = duel().event("good_neighbours", 3)
    assert [game.marks(stack)[0] for stack in range(8)] == [[True, True]] * 8


@pytest.mark.parametrize("name", ["decks", "events"])
def test_a_position_says_what_the_seats_bring(name: str) -> None:
    position = Game(Rules(game="tournament"), 1).position()
    assert Game.from_position(position).position() == position
    position["rules"][name] = None
    with pytest.raises(ValueError, match=f"rules.{name} is None, but must be what the seats bring"):
        Game.from_position(position)

"""Pictures show every card, castle and battle of the position, and to a seat only what it may know."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from kschwert_env.engine.contract.rules import Position
from kschwert_env.rendering.svg import size_of
from kschwert_env.two_crowns import Action, Game, Rules
from kschwert_env.two_crowns.svg.cards import HEIGHT, WIDTH
from kschwert_env.two_crowns.svg.picture import SIZE
from kschwert_env.two_crowns.svg.sides import PANEL, SIDE
from tests.helpers.cases import RICH
from tests.helpers.pictures import SVG, data, panels, tree, words
from tests.two_crowns.scenes import COPIES, Play, Scene

OPTIONS: list[dict[str, Any]] = [{}, {"max_turns": 9}, {"edition": RICH, "die_of_fate": True}]


def drawn(game: Game | Play, viewer: int | None = None, last: Action | None = None) -> str:
    """Return the picture of exactly this position, without resampling."""
    game = game.game if isinstance(game, Play) else game
    return game.rules.draw_svg(game.position(), viewer, last)


def cards(picture: str, place: str) -> Counter[str]:
    """Return the cards that lie face up in a named row."""
    found = [element for element in tree(picture).iter() if element.get("data-place") == place]
    return Counter(str(element.get("data-card")) for element in found)


def backs(picture: str, place: str) -> int:
    return data(picture, "back").count(place)


def moments(**options: Any) -> Iterator[tuple[Game, int, Action]]:
    """Yield a random game after every decision, with the acting seat and the action."""
    game, choose = Game(Rules(**options), 6), random.Random(6)
    while not game.is_over:
        actor, action = game.player, choose.choice(game.legal_actions())
        assert actor is not None
        game.step(action)
        yield game, actor, game.rules.actions.decode(action)


def battle() -> Play:
    """Return a battle: seat 0 attacks with a knight and two vassals; seat 1 has laid two cards and is not done."""
    scene = Scene().castles(20, 14).hand(0, knight_3=1, vassal=2, gold_2=3).hand(1, knight_1=2, feint=1)
    play = scene.known(1, knight_1=1).play().do("attack").lay("knight_3", "vassal", "vassal")
    return play.do("lay", card="knight_1").do("lay", card="knight_1")


# -- contents -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_spectator_sees_every_card_where_it_is(options: dict[str, Any]) -> None:
    phases = set()
    for game, _, action in moments(**options):
        position, picture = game.position(), drawn(game, None, action)
        phases.add(position["phase"])
        assert list(size_of(picture)) == list(SIZE)
        assert data(picture, "back") == []
        assert [int(number) for number in words_of_castles(picture)] == position["castles"]
        for seat in (0, 1):
            assert cards(picture, f"hand {seat}") == Counter(position["hands"][seat])
            for place in ("laid", "paid"):
                lying = position["battle"][place][seat] if position["battle"] else {}
                assert cards(picture, f"{place} {seat}") == Counter(lying)
            assert words(picture).count("paid") == len(data_of(picture, "paid"))
            assert data(picture, "stone").count(str(seat)) == max(0, position["castles"][seat])
            assert panels(picture, "table")[seat] == table(position, seat)
        assert cards(picture, "drawn") == Counter(position["exact"] or {})
    assert phases >= {"turn", "lay", "keep", "over"}
    assert "pay" in phases or "edition" not in options


def data_of(picture: str, place: str) -> list[str]:
    """Return the names of the rows of that kind, one per card."""
    return [found for found in data(picture, "place") if found.startswith(place)]


def words_of_castles(picture: str) -> list[str]:
    return [element.text or "" for element in tree(picture).iter() if element.get("data-state")]


def table(position: Position, seat: int) -> list[str]:
    """Return the texts of the table of a seat whose deck is shown."""
    deck, discards = position["decks"][seat], position["discards"][seat]
    lines = [[card.replace("_", " "), deck.get(card), discards.get(card)] for card in COPIES]
    lines += [["all", sum(deck.values()), sum(discards.values())]]
    cells = [str(cell) for line in lines for cell in line if cell is not None]
    return [f"Seat {seat}'s cards", "", "deck", "discarded", *cells]


def test_seven_cards_and_three_lines_fit_on_a_panel() -> None:
    game = Scene().hand(0, knight_1=7).hand(1, knight_1=1).play()
    places = [float(card.get("x", "")) for card in tree(drawn(game)).iter() if card.get("data-place") == "hand 0"]
    assert len(places) == 7
    assert all(later - before > WIDTH for before, later in itertools.pairwise(places))
    assert places[-1] + WIDTH < SIDE
    scene = Scene().castles(20, 1).hand(0, knight_1=1, knight_3=1).known(0, knight_1=1).resting(0, knight_2=1)
    game = scene.hand(1, feint=1).play().battle(["knight_3"])
    lines = ["Known to both", "Rest until the end of this turn", "Rest until the end of the next turn"]
    found = {text.text: float(text.get("y", "")) for text in tree(drawn(game)).iter(f"{SVG}text") if text.text in lines}
    assert list(found) == lines
    assert found[lines[0]] - 11 > 54 + HEIGHT
    assert all(later - before >= 15 for before, later in itertools.pairwise(found.values()))
    assert found[lines[2]] + 4 < PANEL


def test_cards_at_rest_are_shown_with_their_return() -> None:
    """T2."""
    scene = (
        Scene().hand(0, knight_3=2).hand(1, knight_1=1, feint=1, gold_1=1).resting(1, knight_1=2).resting(0, knight_2=1)
    )
    game = scene.play()
    assert panels(drawn(game))[0][-2:] == ["Rest until the end of this turn", "knight 2"]
    assert panels(drawn(game, 0))[0][-2:] == ["Rest until the end of this turn", "knight 1 x2"]
    game.battle(["knight_3", "knight_3"], ["knight_1", "feint"])
    assert panels(drawn(game))[0][-4:] == [
        "Known to both",
        "knight 2",
        "Rest until the end of this turn",
        "knight 3 x2",
    ]


def test_a_battle_is_drawn_with_its_points_and_the_card_that_asks() -> None:
    """A3, A4, X4: as far as the cards are known."""
    game = battle()
    assert "Seat 1 lays cards for the defence" in words(drawn(game))
    assert "Seat 0 attacks with 3 cards" in words(drawn(game))
    assert "face down" in words(drawn(game))
    assert points(drawn(game)) == {0: "3", 1: "2"}
    assert points(drawn(game, 0)) == {0: "3"}
    assert data(drawn(game), "asking") == []
    game.do("done")
    assert "Seat 0 is asked to pay 2 gold for the vassal" in words(drawn(game))
    assert data(drawn(game, 1), "asking") == ["vassal"]
    assert {"Seat 0 attacks with 3 cards", "Seat 1 defends with 2 cards", "face down"} <= set(words(drawn(game)))
    assert (points(drawn(game, 0)), backs(drawn(game, 0), "laid 1")) == ({0: "3"}, 2)
    game.do("pay", choice="yes")
    assert points(drawn(game, 1)) == {0: "6", 1: "2"}
    assert "3 x 2" in words(drawn(game, 1))
    assert (cards(drawn(game, 1), "laid 0"), cards(drawn(game, 1), "paid 0")) == (
        Counter(knight_3=1, vassal=1),
        Counter(vassal=1),
    )
    assert words(drawn(game, 1)).count("paid") == 1
    game.do("pay", choice="yes")
    assert game.castles == [20, 4]
    assert points(drawn(game)) == {}
    assert "Seat 1 takes an action" in words(drawn(game))


def points(picture: str) -> dict[int, str]:
    """Return the points shown for the sides of a battle."""
    found = (element for element in tree(picture).iter() if element.get("data-points"))
    return {int(element.get("data-points", "")): element.text or "" for element in found}


def test_the_ring_is_around_the_card_that_asks() -> None:
    """The marked card belongs to the seat that is asked, even if the enemy has laid the same kind."""
    scene = Scene().hand(0, knight_1=2, bishop=1, gold_2=2).hand(1, knight_2=1, bishop=1, gold_1=3)
    game = (
        scene.play().do("attack").lay("knight_1", "knight_1", "bishop").lay("knight_2", "bishop").do("pay", choice="no")
    )
    assert game.player == 1
    (ring,) = [element for element in tree(drawn(game)).iter() if element.get("data-asking")]
    asked = [e for e in tree(drawn(game)).iter() if (e.get("data-place"), e.get("data-card")) == ("laid 1", "bishop")]
    assert [float(ring.get("x", "")) + 3] == [float(card.get("x", "")) for card in asked]


def test_cards_paid_for_lie_beside_the_others() -> None:
    """A3: four cards fit, for any number of paid cards."""
    scene = Scene().hand(0, knight_1=1, vassal=3, gold_2=2).hand(1, knight_1=1)
    game = scene.play().do("attack").lay("knight_1", "vassal", "vassal", "vassal").do("done")
    for _ in range(2):
        game.do("pay", choice="yes")
    places = ("laid 0", "paid 0")
    across = [float(e.get("x", "")) for e in tree(drawn(game)).iter() if e.get("data-place") in places]
    assert len(across) == 4
    assert all(later - before > WIDTH for before, later in itertools.pairwise(across))
    assert words(drawn(game)).count("paid") == 2


def test_a_question_names_no_action_that_may_be_illegal() -> None:
    """R1, E2: a seat with full hand or without deck cannot recruit; which knights it has is secret."""
    scene = Scene().hand(0, knight_1=1).hand(1, knight_1=1).deck(0)
    for play in (scene.play(), scene.resting(0, knight_2=1).play()):
        assert "Seat 0 takes an action" in words(drawn(play, 1))


def test_the_deciding_seat_and_the_last_action_are_shown() -> None:
    game = battle()
    assert ["decides" in panel for panel in panels(drawn(game))] == [False, True]
    assert ["Seat 1" in panel for panel in panels(drawn(game, 1))] == [False, True]
    assert "Last action: lay knight 1" in words(drawn(game, 1, Action("lay", card="knight_1")))
    assert "Last action: lay" in words(drawn(game, 0, Action("lay", card="knight_1")))
    assert not any(word.startswith("Last action") for word in words(drawn(game)))
    assert "Turn 11: seat 0" in words(drawn(game))


def test_the_die_of_fate_is_shown_if_it_is_used() -> None:
    """F1."""
    assert not any("fate" in word for word in words(drawn(battle())))
    game = Scene(die_of_fate=True).hand(0, knight_1=1).hand(1, knight_1=1).play()
    assert "die of fate not rolled yet" in words(drawn(game))
    assert "die of fate rolled" in words(drawn(game.do("roll_fate")))


def test_the_end_shows_the_winner() -> None:
    """E1, E3."""
    game = Scene().castles(7, 2).hand(0, knight_3=1).hand(1, knight_1=1).play().battle(["knight_3"])
    assert "The game is over" in words(drawn(game))
    assert "Seat 0 wins: the castles have 7 and -1 points" in words(drawn(game))
    game = (
        Scene(max_turns=11).castles(7, 7).hand(0, knight_3=1).deck(0, gold_1=1).hand(1, knight_1=1).play().do("recruit")
    )
    assert "The game is over (stopped by the cap)" in words(drawn(game))
    assert "Nobody wins: both castles have 7 points" in words(drawn(game))


# -- information of a seat -------------------------------------------------------------------------------------


def test_a_seat_sees_backs_of_hidden_cards() -> None:
    """P1: with the kinds that are known to be among them."""
    picture = drawn(battle(), 0)
    assert (backs(picture, "laid 1"), cards(picture, "laid 1")) == (2, Counter())
    assert (backs(picture, "hand 1"), cards(picture, "hand 1")) == (1, Counter())
    assert panels(picture)[0][-2:] == ["Known to both", "knight 1"]
    assert panels(picture, "table")[0][-3:] == ["all", "41", "9"]
    assert cards(picture, "hand 0") == Counter(gold_2=3)
    assert cards(drawn(battle(), 1), "laid 1") == Counter(knight_1=2)


def test_the_drawing_seat_sees_the_two_cards() -> None:
    """P1, R2."""
    game = Scene().hand(0, knight_1=1, gold_1=1).deck(0, bishop=1, feint=1).hand(1, knight_1=1).play()
    game.do("exact", card="gold_1")
    assert cards(drawn(game, 0), "drawn") == Counter(bishop=1, feint=1)
    assert (backs(drawn(game, 1), "drawn"), cards(drawn(game, 1), "drawn")) == (2, Counter())
    assert "Seat 0 keeps one of the two cards drawn" in words(drawn(game, 1))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_pictures_of_any_moment_keep_secrets(options: dict[str, Any]) -> None:
    """P1: worlds that a seat can't distinguish give equal pictures for it; for a spectator they differ."""
    differing = 0
    for game, actor, last in itertools.islice(moments(**options), 0, None, 3):
        for viewer in (0, 1):
            worlds = [game, *(game.resample(viewer, seed) for seed in (1, 2))]
            assert len({drawn(world, viewer, last) for world in worlds}) == 1
            differing += len({drawn(world) for world in worlds}) > 1
            label = last.kind if viewer != actor and last.kind in ("lay", "keep") else None
            assert (f"Last action: {label}" in words(drawn(game, viewer, last))) == (label is not None)
    assert differing > 10


def test_pictures_depend_on_the_viewers_information() -> None:
    game = battle().game
    assert game.svg(0) == drawn(game, 0)
    assert game._repr_svg_() == game.svg() == drawn(game)

"""Tests of text drawings and the commentary: contents, and what is hidden from a seat."""

from typing import Any

import pytest

from kschwert_env.politics_and_intrigue import Action, Game, Rules
from tests.politics_and_intrigue.lively import lively
from tests.politics_and_intrigue.scenes import Play, Scene


def drawn(game: Play, viewer: int | None = None, last: Action | None = None) -> str:
    return game.game.rules.draw_text(game.position, viewer, last)


def report(game: Play, kind: str, **arguments: Any) -> list[str]:
    """Take an action, and return the commentary on it."""
    before, action = game.position, Action(kind, **arguments)
    game.do(kind, **arguments)
    lines: list[str] = game.game.rules.tell(before, action, game.position)
    return lines


# -- drawings -------------------------------------------------------------------------------------------------


def test_the_start_as_a_seat_sees_it() -> None:
    """C4, S1 to S3: no cards of stacks and hands are shown."""
    side = (
        "place 0   settlement\n"
        "land      {} with 1 over {} with 1\n"
        "place 1   settlement\n"
        "land      {} with 1 over {} with 1\n"
    )
    assert (
        Game(Rules(), 1).text(0)
        == Game(Rules(), 2).text(0)
        == (
            "Now       turn 1 of seat 0; seat 0 decides (setup_stack)\n"
            "\n"
            "Supply    roads 7, settlements 5, cities 7\n"
            "Row       church 2, town hall 2\n"
            "Regions   lumber 4, lumber 6, brick 1, brick 5, wool 5, wool 6, grain 1, grain 3, ore 2, ore 4, gold\n"
            "          3\n"
            "Events    13 cards in the stack; drawn: nothing\n"
            "Discards  0\n"
            "Stack 0   15 cards\n"
            "Stack 1   15 cards\n"
            "Stack 2   14 cards\n"
            "Stack 3   14 cards\n"
            "Stack 4   14 cards\n"
            "Stack 5   13 cards\n"
            "\n"
            "Seat 0    2 points\n"
            "hand      0\n"
            "land      lumber 3 with 1 over brick 2 with 1\n"
            + side.format("gold 4", "wool 1", "ore 6", "grain 5")
            + "\n"
            "Seat 1    2 points\n"
            "hand      0\n"
            "land      lumber 2 with 1 over brick 3 with 1\n" + side.format("gold 1", "wool 4", "ore 5", "grain 6")
        )
    )


def test_a_principality_from_left_to_right() -> None:
    """P1 to P3, F22, F23: roads, regions, places, slots above and below, brewery and alliance."""
    scene = Scene().city(0, 0).settle(0, "left", ("lumber", 4), ("wool", 5)).road(0, right=True).at(0, 6, 2)
    scene.lay(0, {0: "church", 3: "brewery", 10: "wool_fleet", 4: "secret_alliance"}, brewery="strength", alliance=2)
    scene.city(0, 1).lay(1, {2: "garrison"})
    text = drawn(scene.play())
    assert (
        "brewery   shows strength\n"
        "alliance  with the enemy's garrison below place 0\n"
        "land      lumber 4 with 2 over wool 5 with 0\n"
        "place 2   settlement; below: wool fleet\n"
        "land      lumber 3 with 0 over brick 2 with 0\n"
        "place 0   city; above: church; below: brewery\n"
        "land      gold 4 with 0 over wool 1 with 0\n"
        "place 1   city; above: secret alliance\n"
        "land      ore 6 with 0 over grain 5 with 0\n"
        "road      open, at the right end\n"
    ) in text


def test_stacks_hands_and_what_is_known() -> None:
    """N2 to N4: marks are shown to both seats, a card only to a seat that has seen it."""
    marks = [(True, False), (False, False), (True, True), (True, True)]
    scene = Scene().stack(0, "abbey", "spy", "scout", "mint", seen=marks).stack(1).hand(1, council=1, spy=1)
    game = scene.known(1, spy=1).ban((0, 1)).play()
    seen = "Stack 0 4 cards; seat 0 has seen 1, 3 to 4; seat 1 has seen 3 to 4; from the top: "
    both = [" ".join(drawn(game, viewer).split()) for viewer in (0, 1)]
    assert seen + "1 abbey, 3 scout, 4 mint; seat 1's ban Stack 1 no cards " in both[0]
    assert seen + "3 scout, 4 mint; seat 1's ban Stack 1 no cards " in both[1]
    assert "hand      2; known to both: spy\n" in drawn(game, 0)
    assert "hand      2: spy, council; known to both: spy\n" in drawn(game, 1)


def test_the_card_of_a_holy_place_is_its_owners() -> None:
    """N1, F15."""
    game = Scene().lay(0, {0: "holy_place"}).stack(0, "mint").play().do("end_turn").do("draw", stack=0)
    assert "Asked     card mint\n" in drawn(game, 0)
    assert "Asked" not in drawn(game, 1)


@pytest.mark.parametrize("options", [{}, {"game": "tournament"}], ids=str)
def test_the_drawing_of_a_whole_game_depends_on_what_the_viewer_knows(options: dict[str, Any]) -> None:
    """N2, N5: at every decision, also of the last action."""
    for number, (game, last) in enumerate(lively(4, 200, **options)):
        if number % 7:
            continue
        for viewer in (0, 1):
            first, second = (game.resample(viewer, seed).position() for seed in (1, 2))
            text = game.rules.draw_text(first, viewer, last)
            assert text == game.rules.draw_text(second, viewer, last)
            assert (f"Last      {last}\n" in text) == (last.kind not in ("take", "bury"))


# -- commentary -----------------------------------------------------------------------------------------------


def test_a_roll_is_reported_with_its_consequences() -> None:
    """T1, T4, D5, E3."""
    game = Scene().city(1, 0).lay(1, {0: "abbey"}).set(phase="roll", dice=None).play(seed=3)
    lines = report(game, "roll")
    dice = game.position["dice"]
    assert lines[:2] == ["Seat 0 rolls.", f"The dice show {dice['event']} and {dice['number']}."]


def test_building_is_reported_with_its_price_and_gains() -> None:
    """B1, B9, B10."""
    game = Scene().hand(0, knight_konrad=1, council=1).stock(0, wool=1, grain=1, ore=2).play()
    assert report(game, "build", card="knight_konrad") == [
        "Seat 0 builds the knight konrad.",
        "Seat 0 pays wool, grain, ore.",
    ]
    assert report(game, "pick", slot=2) == [
        "Seat 0 lays the knight konrad below place 0.",
        "The knight goes to seat 0.",
        "Seat 0 has 3 points now.",
    ]


def test_the_centre_and_trade_in_words() -> None:
    """B2, B8."""
    game = Scene().road(0, left=True).full(0).play()
    lines = report(game, "settlement", end="left")
    regions = game.side(0)["regions"][-2:]
    beside = " and ".join(f"{region['kind']} {region['number']}" for region in regions)
    assert lines == [
        f"Seat 0 founds a settlement at the left end, beside {beside}.",
        "Seat 0 pays lumber, brick, wool, grain.",
        "Seat 0 has 3 points now.",
    ]
    assert report(game, "trade", give="gold", get="wool") == ["Seat 0 trades 3 gold for 1 wool."]
    assert report(game, "road", end="right")[0] == "Seat 0 builds a road at the right end."


def test_an_attack_and_its_answer_in_words() -> None:
    """A2, A4, A11, F20."""
    game = Scene().hand(0, arsonist=1, council=1).hand(1, bishop=1).lay(1, {0: "abbey"}).play()
    assert report(game, "play", card="arsonist") == ["Seat 0 plays the arsonist."]
    assert report(game, "play", card="bishop") == ["Seat 1 plays the bishop in answer."]
    game = Scene().hand(0, arsonist=1).lay(1, {0: "abbey"}).play()
    game.play("arsonist")
    assert report(game, "pass") == ["Seat 1 does not answer.", "The die decides: the arsonist succeeds."]
    assert report(game, "pick", slot=0) == ["Seat 0 turns the arsonist on seat 1's abbey."]


def test_resources_that_change_hands_in_words() -> None:
    """A7, A10: each resource is reported once."""
    game = Scene().hand(0, merchant=1).stock(1, wool=2).play().play("merchant").do("pass")
    assert report(game, "resource", resource="wool") == ["Seat 0 takes 1 wool from seat 1."]
    assert report(game, "done") == ["Seat 0 takes no more."]
    assert report(game, "resource", resource="wool") == ["Seat 0 gives 1 wool to seat 1."]
    game = Scene().hand(0, highwaymen=1).lay(0, {0: "knight_arno"}).stock(1, ore=3).play().play("highwaymen")
    assert report(game.do("pass"), "resource", resource="ore") == ["Seat 0 takes 3 ore from seat 1."]


def test_the_yield_is_reported_after_the_last_gain() -> None:
    """D4, T4: a resource that was chosen is not reported twice."""
    game = Scene().roll("sun", 1)
    assert report(game, "resource", resource="ore") == ["Seat 0 gets 1 ore."]
    assert report(game, "resource", resource="ore") == ["Seat 1 gets 1 ore.", "Seat 0 gets wool.", "Seat 1 gets gold."]


def test_the_end_of_a_turn_in_words() -> None:
    """H1 to H4: the commentary for a spectator names the cards."""
    game = Scene().stock(0, wool=3).stack(0, "mint").hand(0, spy=2).play()
    assert report(game, "end_turn") == ["Seat 0 ends the turn."]
    assert report(game, "draw", stack=0) == ["Seat 0 draws mint from stack 0."]
    game = Scene().stock(0, wool=3).stack(0, "mint").hand(0, spy=3).play().do("end_turn")
    assert report(game, "stack", stack=0) == ["Seat 0 names stack 0."]
    assert report(game, "bury", card="spy") == ["Seat 0 puts spy under stack 0."]
    assert report(game, "search", stack=0) == ["Seat 0 searches stack 0."]
    assert report(game, "resource", resource="wool") == ["Seat 0 pays 1 wool."]
    game.do("resource", resource="wool")
    assert report(game, "take", card="mint") == ["Seat 0 takes mint from stack 0."]


def test_the_end_of_a_game_in_words() -> None:
    """W1, W2, B11."""
    game = Scene(max_rounds=6).turn(11).hand(1, spy=3).play().do("end_turn")
    assert report(game, "done") == [
        "Seat 1 exchanges no card.",
        "The game is over: the cap of 6 rounds is reached. Points: 2 and 2.",
        "Nobody wins.",
    ]
    scene = Scene().city(0, 0, 1).settle(0, "left", ("lumber", 4), ("wool", 5)).full(0)
    scene.settle(0, "left", ("ore", 2), ("ore", 4)).city(0, 2, 3).lay(0, {0: "church", 4: "town_hall", 1: "wool_fleet"})
    game = scene.hand(0, knight_arno=1).lay(0, {8: "library"}).play()
    game.do("build", card="knight_arno")
    assert report(game, "pick", slot=5)[-2:] == [
        "The game is over: 13 points are reached. Points: 13 and 2.",
        "Seat 0 wins.",
    ]

"""The hand at the end of a turn, what is seen and known, and the tournament game. Seat 0 is the turn player."""

from typing import Any

from .form import read_position
from .moves import DONE, END_TURN, PASS, ROLL, of
from .position import Json
from .standing import hand_limit
from .test_tricky import stocks
from .world import Scripted, kinds, land, scene, step, steps, told

PAIR = "spy, abbey"


def ended(own: Json | None = None, enemy: Json | None = None, hand: str = "", **facts: Any) -> Json:
    """Seat 0 ends its turn with this hand."""
    position = scene(own, enemy, hands=(hand, ""), **facts)
    return step(position, END_TURN)


def test_the_limit() -> None:
    """F1, L2: abbeys, libraries and the theater, by alliance too."""
    own = land(0, places="city, city", slots={0: "abbey", 1: "library", 4: "theater"})
    assert hand_limit(read_position(scene(own)), 0) == 7
    assert hand_limit(read_position(scene()), 0) == 3


def test_refilling() -> None:
    """H2, H4, F8: forced, until the limit is met; by draw, or by search if it can be paid for."""
    position = ended(hand="spy")
    assert (position["phase"], position["pending"]) == ("refill", {"holy_used": False, "exchanging": False})
    assert kinds(position) == {"draw"}
    top = [position["stacks"][stack][0]["card"] for stack in (0, 1)]
    position = steps(position, of("draw", 0), of("draw", 1))
    assert (position["phase"], position["turn"], position["turn_player"]) == ("roll", 21, 1)
    expected = {"spy": 1}
    for card in top:
        expected[card] = expected.get(card, 0) + 1
    assert position["hands"][0] == expected
    assert kinds(ended(land(0, stock={"ore": 2}))) == {"draw", "search"}
    assert kinds(ended(land(0, stock={"ore": 1}))) == {"draw"}
    assert kinds(ended(land(0, stock={"ore": 1}, slots={0: "town_hall"}))) == {"draw", "search"}


def test_a_search() -> None:
    """H4, N3, H5: paid first, then looked through; any card, the topmost of its copies."""
    position = ended(
        land(0, stock={"ore": 2}), hand=PAIR, stacks={3: "mint, court, harbor"}, seen={(3, 2): (False, True)}
    )
    position = step(position, of("search", 3))
    assert position["pending"] == {"holy_used": False, "exchanging": False, "stack": 3, "left": 2}
    position = steps(position, of("resource", "ore"))
    assert position["stacks"][3][0]["seen"] == [False, False]
    position = steps(position, of("resource", "ore"))
    assert (position["phase"], position["pending"]) == (
        "search_take",
        {"holy_used": False, "exchanging": False, "stack": 3},
    )
    assert [card["seen"] for card in position["stacks"][3]] == [[True, False], [True, False], [True, True]]
    position = step(position, of("take", "court"))
    assert position["stacks"][3] == [{"card": "mint", "seen": [True, False]}, {"card": "harbor", "seen": [True, False]}]
    assert (position["phase"], stocks(position, 0), position["known"][0]) == ("roll", {}, {})


def test_a_card_that_the_enemy_had_seen() -> None:
    """N4: drawn, it is known."""
    position = ended(hand=PAIR, stacks={0: "mint, court"}, seen={(0, 0): (False, True)})
    assert step(position, of("draw", 0))["known"][0] == {"mint": 1}
    position = ended(hand=PAIR, stacks={0: "mint, court"}, seen={(0, 0): (True, False)})
    assert step(position, of("draw", 0))["known"][0] == {}


def test_above_the_limit() -> None:
    """H1, N3, N4: one by one, each under a stack; every known number falls; then there may be an exchange."""
    position = ended(hand="2 spy, abbey, mint, court", known=("2 spy, mint", ""))
    assert (position["phase"], position["pending"], told(position, "stack")) == ("trim", None, set(range(6)))
    position = step(position, of("stack", 2))
    assert (position["phase"], position["pending"]) == ("trim_card", {"stack": 2})
    position = step(position, of("bury", "court"))
    assert (position["phase"], position["known"][0]) == ("trim", {"spy": 1})
    assert position["stacks"][2][-1] == {"card": "court", "seen": [True, False]}
    position = steps(position, of("stack", 0), of("bury", "spy"))
    assert (position["phase"], position["known"][0], position["pending"]) == ("exchange", {}, None)


def test_an_exchange() -> None:
    """H3: one card for one, also of the same stack; or none."""
    position = ended(hand="spy, abbey, mint")
    assert step(position, DONE)["turn"] == 21
    position = steps(position, of("stack", 1), of("bury", "mint"))
    assert position["pending"] == {"holy_used": False, "exchanging": True, "stack": 1}
    assert told(position, "draw") == set(range(6))
    position = step(position, of("draw", 1))
    assert (position["phase"], sum(position["hands"][0].values())) == ("roll", 3)


def test_nothing_is_left_to_draw() -> None:
    """H2, A17: a banned stack does not count."""
    stacks = dict.fromkeys(range(6), "") | {1: "court"}
    assert ended(stacks=stacks, bans={1: 1})["phase"] == "roll"
    position = ended(stacks=stacks)
    assert told(position, "draw") == {1}
    assert step(position, of("draw", 1))["phase"] == "roll"


def test_a_holy_place_in_refilling() -> None:
    """F15, Q6, Q7: once per end of turn, after any card; it goes under a stack, and another is owed."""
    position = ended(land(0, slots={0: "holy_place"}), hand="spy")
    position = step(position, of("draw", 0))
    card = position["pending"]["card"]
    assert position["pending"] == {"holy_used": False, "exchanging": False, "card": card}
    kept = step(position, DONE)
    assert (kept["phase"], kept["pending"]) == ("refill", {"holy_used": False, "exchanging": False})
    assert step(kept, of("draw", 0))["phase"] == "holy"
    position = step(position, of("stack", 4))
    assert (position["phase"], position["pending"]) == ("refill", {"holy_used": True, "exchanging": False})
    assert position["stacks"][4][-1] == {"card": card, "seen": [True, False]}
    position = steps(position, of("draw", 0), of("draw", 0))
    assert position["phase"] == "roll"


def test_a_holy_place_in_an_exchange() -> None:
    """F15, Q7: the other card comes from any stack."""
    position = ended(land(0, slots={0: "holy_place"}), hand="spy, abbey, mint")
    position = steps(position, of("stack", 1), of("bury", "mint"), of("draw", 0))
    assert (position["phase"], position["pending"]["exchanging"]) == ("holy", True)
    position = step(position, of("stack", 1))
    assert (position["phase"], position["pending"]) == (
        "exchange_draw",
        {"holy_used": True, "exchanging": True, "stack": None},
    )
    assert step(position, of("draw", 5))["phase"] == "roll"


# -- the tournament game --------------------------------------------------------------------------------------


def test_piles_of_ones_own() -> None:
    """M3, M5: own stacks only; an exchange stays with its stack, but not after a holy place."""
    position = ended(land(0, slots={0: "holy_place"}), hand="spy, abbey, mint", game="tournament")
    assert told(position, "stack") == {0, 1, 2, 3}
    position = steps(position, of("stack", 2), of("bury", "spy"))
    assert told(position, "draw") == {2}
    position = steps(position, of("draw", 2), of("stack", 1))
    assert told(position, "draw") == {0, 1, 2, 3}


def test_bans_of_a_tournament() -> None:
    """M3, A17: on the enemy's piles only, never on the last stack open to him."""
    home = land(0, slots={0: "church"})
    position = step(scene(home, hands=("church_ban", ""), game="tournament"), of("play", "church_ban"))
    assert told(position, "ban") == {4, 5, 6, 7, 9}
    moved = [{"church_ban": 2}, {"church_ban": -2}]
    bans = {4: 0, 5: 0, 7: 0}
    position = scene(home, hands=("church_ban", ""), game="tournament", moved=moved, bans=bans)
    position = step(position, of("play", "church_ban"))
    assert told(position, "ban") == {9}
    position = step(position, of("ban", 9))
    lifting = scene(land(0, stock=3), game="tournament", bans={1: 1}, hands=("", ""))
    assert step(lifting, of("lift", 1))["discards"] == [{}, {"church_ban": 1}]


def test_cards_that_change_sides() -> None:
    """M6, A5, A13: taken by a spy or bribed; a discarded card lies with who held it last."""
    position = scene(hands=("spy", "bishop, abbey"), game="tournament")
    position = steps(position, of("play", "spy"), PASS)
    position = step(position, of("take", "bishop"))
    assert position["moved"] == [{"bishop": 1}, {"bishop": -1}]
    enemy = land(1, slots={0: "knight_konrad"})
    position = scene(land(0, stock=3), enemy, hands=("bribery, knight_konrad", ""), game="tournament")
    assert "knight_konrad" not in told(position, "build")
    position = steps(position, of("play", "bribery"), PASS, of("pick", 0))
    assert position["moved"] == [{}, {}]
    position = step(position, of("pick", 0))
    assert position["moved"] == [{"knight_konrad": 1}, {"knight_konrad": -1}]
    assert "knight_konrad" in told(position, "build")
    assert step(position, of("demolish", 0))["discards"][0] == {"bribery": 1, "knight_konrad": 1}


def test_churches_of_a_tournament() -> None:
    """M5, B7: from the hand, to the discards or the hand."""
    own = land(0, stock=3)
    position = scene(own, hands=("church", ""), game="tournament")
    assert position["row_cards"] == {"church": 0, "town_hall": 0}
    position = steps(position, of("build", "church"), of("pick", 0))
    assert step(position, of("demolish", 0))["discards"] == [{"church": 1}, {}]
    enemy = land(1, slots={0: "church"})
    before = scene(land(0, slots={0: "knight_arno"}), enemy, phase="roll", dice=None, game="tournament")
    position = step(before, ROLL, Scripted("event", 1, ["raid"]))
    position = steps(position, of("pick", 0), of("pick", 0))
    assert position["hands"][1] == {"church": 1}

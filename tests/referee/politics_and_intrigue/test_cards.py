"""Action cards, on positions made by hand. Seat 0 is the turn player."""

import pytest

from .form import read_position
from .moves import BURN_BROTHEL, DONE, PASS, of
from .piles import open_to
from .test_tricky import stocks
from .world import kinds, land, scene, step, steps, told


def test_an_attack_may_always_be_answered() -> None:
    """A2, T3, Q4: with or without a bishop."""
    position = step(scene(hands=("spy", "abbey")), of("play", "spy"))
    assert (position["phase"], position["player"], position["pending"]) == ("react", 1, {"card": "spy"})
    assert kinds(position) == {"pass"}
    position = step(scene(hands=("spy", "bishop")), of("play", "spy"))
    assert kinds(position) == {"play", "pass"}


def test_a_black_knight() -> None:
    """A3, F17: even the order castle does not help."""
    enemy = land(1, slots={0: "knight_gerold", 1: "order_castle", 4: "wool_fleet"})
    position = steps(scene(land(0), enemy, hands=("black_knight", "")), of("play", "black_knight"), PASS)
    assert told(position, "pick") == {0}
    position = step(position, of("pick", 0))
    assert (position["discards"], position["knight"]) == ([{"black_knight": 1, "knight_gerold": 1}], None)
    assert "black_knight" not in told(scene(land(0), land(1), hands=("black_knight", "")), "play")


def test_an_arsonist() -> None:
    """A4, F4, F20: no place with a fire brigade, no see, no fleet, no brothel of one's own."""
    slots = {0: "bishops_see", 1: "church", 2: "brothel", 3: "wool_fleet", 4: "fire_brigade", 6: "abbey"}
    position = scene(land(0), land(1, slots=slots), hands=("arsonist", ""))
    position = steps(position, of("play", "arsonist"), PASS)
    assert told(position, "pick") == {1}
    assert step(position, of("pick", 1))["row_cards"]["church"] == 2
    only = land(1, slots={0: "bishops_see", 2: "wool_fleet"})
    assert "arsonist" not in told(scene(land(0), only, hands=("arsonist", "")), "play")


def test_an_arsonist_burns_a_brothel() -> None:
    """A4, F21: in one's own place; to the discards."""
    position = scene(land(0, slots={0: "brothel"}), land(1), hands=("arsonist", ""))
    position = steps(position, of("play", "arsonist"), PASS)
    assert kinds(position) == {"burn_brothel"}
    assert step(position, BURN_BROTHEL)["discards"] == [{"arsonist": 1, "brothel": 1}]


def test_a_spy() -> None:
    """A5, N4: the whole hand is known then; one unit or action card, openly."""
    hand = "abbey, knight_arno, 2 bishop"
    position = steps(scene(hands=("spy", hand), known=("", "abbey")), of("play", "spy"), PASS)
    assert position["known"][1] == {"abbey": 1, "knight_arno": 1, "bishop": 2}
    assert told(position, "take") == {"knight_arno", "bishop"}
    after = step(position, of("take", "bishop"))
    assert after["hands"][0] == after["known"][0] == {"bishop": 1}
    assert after["hands"][1] == after["known"][1] == {"abbey": 1, "knight_arno": 1, "bishop": 1}
    assert step(position, DONE)["phase"] == "action"
    position = steps(scene(hands=("spy", "abbey")), of("play", "spy"), PASS)
    assert kinds(position) == {"done"}
    assert "spy" not in told(scene(hands=("spy", "")), "play")


def test_a_merchant() -> None:
    """A7, T3: one or two, then one back."""
    enemy = land(1, stock={"ore": 1, "wool": 2})
    position = steps(scene(land(0), enemy, hands=("merchant", "")), of("play", "merchant"), PASS)
    assert (position["pending"], kinds(position)) == ({"left": 2}, {"resource"})
    position = step(position, of("resource", "wool"))
    assert (position["pending"], kinds(position)) == ({"left": 1}, {"resource", "done"})
    done = step(position, DONE)
    assert (done["phase"], told(done, "resource")) == ("merchant_give", {"wool"})
    position = step(position, of("resource", "ore"))
    assert told(position, "resource") == {"wool", "ore"}
    position = step(position, of("resource", "ore"))
    assert (stocks(position, 0), stocks(position, 1)) == ({"wool": 1}, {"ore": 1, "wool": 1})
    poor = steps(scene(land(0), land(1, stock={"ore": 1}), hands=("merchant", "")), of("play", "merchant"), PASS)
    assert step(poor, of("resource", "ore"))["phase"] == "merchant_give"
    assert "merchant" not in told(scene(land(0), land(1), hands=("merchant", "")), "play")


def test_a_caravan() -> None:
    """A8: two for two."""
    position = step(scene(land(0, stock={"ore": 2}), hands=("caravan", "")), of("play", "caravan"))
    position = steps(position, of("resource", "ore"), of("resource", "ore"))
    assert (position["phase"], position["pending"]) == ("caravan_take", {"left": 2})
    position = steps(position, of("resource", "gold"), of("resource", "ore"))
    assert stocks(position, 0) == {"gold": 1, "ore": 1}
    assert "caravan" not in told(scene(land(0, stock={"ore": 1}), hands=("caravan", "")), "play")


def test_a_scout() -> None:
    """A9, B12, Q8: with the gate closed; two regions of one's choice, first upper; at the settlement's cost."""
    own = land(0, places="settlement, settlement", stock=3, open_roads=(False, True))
    position = step(scene(own, hands=("scout", ""), gate_open=False), of("play", "scout"))
    position = steps(position, of("region", 8), of("region", 0))
    assert (position["phase"], position["pending"]) == ("scout_settle", {"regions": [8, 0]})
    assert 8 in position["regions_left"]
    position = step(position, of("settlement", "right"))
    own = position["principalities"][0]
    assert [(region["kind"], region["number"]) for region in own["regions"][6:]] == [("ore", 2), ("lumber", 4)]
    assert (own["row"], stocks(position, 0)["lumber"]) == ([0, 1, 2], 2)
    assert "scout" not in told(scene(land(0, stock=3), hands=("scout", "")), "play")


@pytest.mark.parametrize(("stock", "there", "taken"), [(0, 2, 2), (0, 3, 3), (2, 3, 1)])
def test_highwaymen(stock: int, there: int, taken: int) -> None:
    """A10: for the owner of the knight; as many as the region with the lowest stock has room for."""
    own = land(0, slots={0: "knight_arno"}, stock={"wool": stock})
    enemy = land(1, stock={"wool": there})
    position = steps(scene(own, enemy, hands=("highwaymen", "")), of("play", "highwaymen"), PASS)
    position = step(position, of("resource", "wool"))
    assert stocks(position, 0) == {"wool": stock + taken}
    assert "highwaymen" not in told(scene(land(0), enemy, hands=("highwaymen", "")), "play")


def test_an_archivist() -> None:
    """A12, N3, H5, Q8: six cards in any order; the enemy's marks on them are lost."""
    order = ["spy", "abbey", "spy", "mint", "bishop", "scout", "court"]
    seen = {(2, place): (False, True) for place in range(7)}
    position = scene(hands=("archivist", ""), stacks={2: order}, seen=seen)
    position = steps(position, of("play", "archivist"), of("stack", 2))
    assert position["pending"] == {"stack": 2, "sorted": 0}
    assert [card["seen"] for card in position["stacks"][2]] == [[True, False]] * 6 + [[False, True]]
    assert told(position, "take") == {"spy", "abbey", "mint", "bishop", "scout"}
    position = steps(position, of("take", "mint"), of("take", "spy"))
    assert position["pending"] == {"stack": 2, "sorted": 2}
    assert [card["card"] for card in position["stacks"][2]] == [
        "mint",
        "spy",
        "abbey",
        "spy",
        "bishop",
        "scout",
        "court",
    ]
    position = steps(position, *(of("take", card) for card in ("scout", "bishop", "spy")))
    assert position["phase"] == "action"
    assert [card["card"] for card in position["stacks"][2]] == [
        "mint",
        "spy",
        "scout",
        "bishop",
        "spy",
        "abbey",
        "court",
    ]


def test_an_archivist_and_one_card() -> None:
    """A12, N3: nothing to sort, and the enemy's mark stays."""
    stacks = dict.fromkeys(range(5), "") | {2: "spy"}
    position = scene(hands=("archivist", ""), stacks=stacks, seen={(2, 0): (False, True)})
    position = steps(position, of("play", "archivist"), of("stack", 2))
    assert position["phase"] == "action"
    assert position["stacks"][2] == [{"card": "spy", "seen": [True, True]}]


def test_bribery_needs_a_slot_gold_and_a_knight() -> None:
    """A13, A1, F17."""
    enemy = land(1, slots={0: "knight_gerold", 2: "order_castle"})
    assert "bribery" not in told(scene(land(0, stock=3), enemy, hands=("bribery", "")), "play")
    enemy = land(1, slots={0: "knight_konrad", 2: "order_castle"})
    assert "bribery" in told(scene(land(0, stock=3), enemy, hands=("bribery", "")), "play")
    assert "bribery" not in told(scene(land(0, stock=2), enemy, hands=("bribery", "")), "play")
    full = {0: "church", 1: "mint", 2: "library", 3: "harbor", 4: "abbey", 6: "garrison"}
    assert "bribery" not in told(scene(land(0, slots=full, stock=3), enemy, hands=("bribery", "")), "play")
    parried = steps(scene(land(0, stock=3), enemy, hands=("bribery", "bishop")), of("play", "bribery"))
    assert stocks(step(parried, of("play", "bishop")), 0)["gold"] == 3


def test_a_diplomat() -> None:
    """A14, A17, N4: any card but a diplomat, of a pile without an enemy ban."""
    home = land(0, slots={0: "town_hall"})
    position = step(scene(home, hands=("diplomat", ""), discards="abbey, spy"), of("play", "diplomat"))
    assert told(position, "take") == {"abbey", "spy"}
    position = step(position, of("take", "spy"))
    assert position["hands"][0] == position["known"][0] == {"spy": 1}
    assert position["discards"] == [{"abbey": 1, "diplomat": 1}]
    assert "diplomat" not in told(scene(home, hands=("diplomat", ""), discards=""), "play")
    assert "diplomat" not in told(scene(home, hands=("diplomat", ""), discards="abbey", bans={6: 1}), "play")
    assert "diplomat" in told(scene(home, hands=("diplomat", ""), discards="abbey", bans={6: 0}), "play")


def test_a_wedding() -> None:
    """A15: as much as there is room for."""
    own = land(0, slots={0: "cathedral"}, stock={"gold": 1})
    position = steps(scene(own, land(1, stock={"gold": 3}), hands=("wedding", "")), of("play", "wedding"), PASS)
    assert (stocks(position, 0), stocks(position, 1)) == ({"gold": 3}, {"gold": 1})


def test_a_chancellor() -> None:
    """A16, N4: the top three; those that the enemy had seen are known."""
    position = scene(hands=("chancellor", ""), stacks={1: "spy, abbey, abbey, mint"}, seen={(1, 1): (False, True)})
    position = steps(position, of("play", "chancellor"), of("stack", 1))
    assert (position["hands"][0], position["known"][0]) == ({"spy": 1, "abbey": 2}, {"abbey": 1})
    assert [card["card"] for card in position["stacks"][1]] == ["mint"]


def test_a_church_ban() -> None:
    """A17: on a pile without a ban; it bars the enemy only; 3 gold lift it."""
    position = scene(land(0, slots={0: "church"}), land(1, stock=3), hands=("church_ban", ""), bans={3: 1})
    position = step(position, of("play", "church_ban"))
    assert (position["pending"], position["discards"]) == ({"card": "church_ban"}, [{}])
    assert told(position, "ban") == {0, 1, 2, 4, 5, 6}
    position = step(position, of("ban", 2))
    assert position["bans"] == [{"pile": 2, "owner": 0}, {"pile": 3, "owner": 1}]
    model = read_position(position)
    assert (open_to(model, 0), open_to(model, 1)) == ([0, 1, 2, 4, 5], [0, 1, 3, 4, 5])
    lifting = scene(land(0, stock=3), bans={2: 1, 6: 1})
    assert told(lifting, "lift") == {2, 6}
    lifting = step(lifting, of("lift", 6))
    assert (lifting["bans"], lifting["discards"]) == ([{"pile": 2, "owner": 1}], [{"church_ban": 1}])
    assert "lift" not in kinds(lifting)


def test_a_council() -> None:
    """A19, N3, N4: two under one stack, then two of one that is looked through; the enemy knows less."""
    own = land(0, slots={0: "town_hall"})
    assert "council" not in told(scene(own, hands=("council, spy", "")), "play")
    position = scene(own, hands=("council, spy, abbey", ""), known=("spy", ""), stacks={4: "library, court, library"})
    position = steps(position, of("play", "council"), of("stack", 4), of("bury", "abbey"))
    assert position["known"][0] == {}
    position = step(position, of("bury", "spy"))
    assert (position["phase"], position["pending"]) == ("council_search", None)
    position = step(position, of("search", 4))
    assert all(card["seen"] == [True, False] for card in position["stacks"][4])
    position = steps(position, of("take", "library"), of("take", "spy"))
    assert position["hands"][0] == {"library": 1, "spy": 1}
    assert [card["card"] for card in position["stacks"][4]] == ["court", "library", "abbey"]


def test_a_council_with_one_card() -> None:
    """A19, Q8: all, if fewer: one choice is left."""
    position = scene(land(0, slots={0: "town_hall"}), hands=("council, spy, abbey", ""), stacks={3: "mint"})
    buried = (of("stack", 4), of("bury", "abbey"), of("bury", "spy"))
    position = steps(position, of("play", "council"), *buried, of("search", 3))
    assert position["pending"] == {"stack": 3, "left": 1}
    assert step(position, of("take", "mint"))["phase"] == "action"

"""The referee by itself: rules that a wrong reading of the specification breaks."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.referee.actions import Action
from tests.referee.politics_and_intrigue.phases import choices
from tests.referee.politics_and_intrigue.positions.form import read_position
from tests.referee.politics_and_intrigue.positions.position import BURN_BROTHEL, END_TURN, PASS, ROLL, Json, of
from tests.referee.politics_and_intrigue.positions.view import expected_pieces, public_view
from tests.referee.politics_and_intrigue.stages.ends import tournament
from tests.referee.politics_and_intrigue.stages.scenes import CITIES, Scripted, land, rich, scene, step, steps

WRONG, RIGHT = Scripted(is_backfire=True), Scripted()


def attack(card: str, position: Json, chance: Scripted | None = None, answer: Action = PASS) -> Json:
    """Seat 0 plays the card, seat 1 answers, and the die is rolled."""
    return steps(position, of("play", card), answer, chance=chance)


def legal(position: Json) -> set[Action]:
    """The legal actions."""
    return set(choices(read_position(position)))


def slots(position: Json, seat: int) -> dict[int, str]:
    """The cards in slots of a seat."""
    return {slot: card for slot, card in enumerate(position["principalities"][seat]["slots"]) if card}


def burnt(position: Json, slot: int = 0, chance: Scripted = RIGHT) -> Json:
    """After an arsonist, whom nobody parries, has hit a slot."""
    return step(attack("arsonist", position, chance), of("pick", slot))


# -- A3, A4 ---------------------------------------------------------------------------------------------------


def test_a_knight_that_is_hit_returns_to_its_owner() -> None:
    """A3, N4: into the hand of seat 1, which seat 0 sees; the dice of the turn lie as they were."""
    before = scene(rich(0), rich(1, slots={0: "knight_arno"}), hands=("black_knight", ""))
    asked = attack("black_knight", before)
    assert asked["pending"] == {"card": "black_knight", "backfire": False}
    after = step(asked, of("pick", 0))
    assert after["hands"][1] == after["known"][1] == {"knight_arno": 1}
    assert after["discards"] == [{"black_knight": 1}]
    assert not slots(after, 1)
    assert after["dice"] == before["dice"]
    assert (after["phase"], after["player"]) == ("action", 0)


def test_a_six_hits_an_own_knight() -> None:
    """A3: of one's own choice, and only knights."""
    before = scene(
        rich(0, slots={0: "knight_falk", 2: "abbey", 4: "knight_konrad"}),
        rich(1, slots={1: "knight_arno"}),
        hands=("black_knight", ""),
    )
    asked = attack("black_knight", before, WRONG)
    assert asked["pending"] == {"card": "black_knight", "backfire": True}
    assert asked["player"] == 0
    assert legal(asked) == {of("pick", 0), of("pick", 4)}
    after = step(asked, of("pick", 4))
    assert after["hands"] == [{"knight_konrad": 1}, {}]
    assert after["known"][0] == {"knight_konrad": 1}
    assert slots(after, 1) == {1: "knight_arno"}


@pytest.mark.parametrize("card", ["black_knight", "arsonist"])
def test_a_six_without_an_own_target_does_nothing(card: str) -> None:
    """A3, A4, T3: a brothel of the enemy and protected buildings are no targets."""
    own = rich(0, slots={0: "brothel", 4: "fire_brigade", 5: "abbey", 2: "bishops_see"})
    before = scene(own, rich(1, slots={0: "knight_arno", 2: "abbey"}), hands=(card, ""))
    after = attack(card, before, WRONG)
    assert after["phase"] == "action"
    assert after["principalities"] == before["principalities"]
    assert after["hands"] == [{}, {}]


@pytest.mark.parametrize("card", ["black_knight", "arsonist"])
def test_a_target_of_ones_own_is_not_enough(card: str) -> None:
    """A1: there must be one for the case that the attack does not go wrong."""
    own = rich(0, slots={0: "knight_falk", 2: "abbey"})
    assert of("play", card) not in legal(scene(own, rich(1), hands=(card, "")))


def test_no_die_is_rolled_for_a_parried_attack() -> None:
    """A11."""
    own = rich(0, slots={0: "knight_falk"})
    before = scene(own, rich(1, slots={0: "knight_arno"}), hands=("black_knight", "bishop"))
    after = attack("black_knight", before, WRONG, of("play", "bishop"))
    assert after["phase"] == "action"
    assert after["principalities"] == before["principalities"]


@pytest.mark.parametrize("is_backfire", [False, True])
def test_a_burnt_church_lies_in_the_row(is_backfire: bool) -> None:
    """A4: one of the enemy's, or an own one."""
    both = {4: "church"}
    before = scene(rich(0, slots=both), rich(1, slots=both), hands=("arsonist", ""))
    assert before["row_cards"]["church"] == 0
    after = burnt(before, 4, Scripted(is_backfire=is_backfire))
    assert after["row_cards"]["church"] == 1
    assert after["hands"] == [{}, {}]
    assert not slots(after, 0 if is_backfire else 1)


@pytest.mark.parametrize("is_backfire", [False, True])
def test_a_burnt_church_returns_to_the_hand_in_a_tournament(is_backfire: bool) -> None:
    """M5."""
    before = tournament(rich(0, slots={0: "church"}), rich(1, slots={0: "church"}), hands=("arsonist", ""))
    after = burnt(before, 0, Scripted(is_backfire=is_backfire))
    assert after["hands"] == ([{"church": 1}, {}] if is_backfire else [{}, {"church": 1}])


def test_a_burnt_brothel_returns_to_its_builder() -> None:
    """A4, F21, N4; on a 6 it can't be burnt."""
    before = scene(rich(0, slots={0: "brothel", 4: "library"}), rich(1, slots={0: "abbey"}), hands=("arsonist", ""))
    assert legal(attack("arsonist", before)) == {of("pick", 0), BURN_BROTHEL}
    after = step(attack("arsonist", before), BURN_BROTHEL)
    assert after["hands"][1] == after["known"][1] == {"brothel": 1}
    assert after["discards"] == [{"arsonist": 1}]
    assert legal(attack("arsonist", before, WRONG)) == {of("pick", 4)}


def test_a_six_hits_what_an_enemy_arsonist_could_hit() -> None:
    """A4, F4, F20."""
    own = {0: "fire_brigade", 1: "library", 4: "bishops_see", 5: "mint", 6: "knight_falk", 7: "secret_alliance"}
    before = scene(rich(0, slots=own, alliance=0), rich(1, slots={0: "abbey"}), hands=("arsonist", ""))
    asked = attack("arsonist", before, WRONG)
    assert legal(asked) == {of("pick", 5), of("pick", 7)}
    after = step(asked, of("pick", 7))
    assert after["hands"][0] == {"secret_alliance": 1}
    assert after["principalities"][0]["alliance"] is None


# -- H1 -------------------------------------------------------------------------------------------------------


def test_a_burnt_library_is_put_under_a_stack_at_once() -> None:
    """H1 and the fifth tricky situation: 5 cards at limit 3, then the turn of seat 0 continues."""
    enemy = rich(1, slots={0: "library"})
    before = scene(rich(0), enemy, hands=("arsonist", "2 spy, bishop, scout"), known=("", "2 spy"), bans={2: 0})
    asked = burnt(before)
    assert (asked["phase"], asked["player"], asked["turn_player"]) == ("trim", 1, 0)
    assert asked["pending"] == {"resume": "action"}
    assert legal(asked) == {of("stack", stack) for stack in (0, 1, 3, 4, 5)}
    chosen = step(asked, of("stack", 3))
    assert chosen["pending"] == {"stack": 3, "resume": "action"}
    assert legal(chosen) == {of("bury", card) for card in ("library", "spy", "bishop", "scout")}
    again = step(chosen, of("bury", "library"))
    assert (again["phase"], again["player"], again["pending"]) == ("trim", 1, {"resume": "action"})
    assert again["known"][1] == {"spy": 1}
    assert again["stacks"][3][-1] == {"card": "library", "seen": [False, True]}
    after = steps(again, of("stack", 3), of("bury", "scout"))
    assert (after["phase"], after["player"], after["pending"]) == ("action", 0, None)
    assert after["hands"][1] == {"spy": 2, "bishop": 1}


def test_a_burnt_theater_is_three_cards_above_the_limit() -> None:
    """H1, F1."""
    before = scene(rich(0), rich(1, slots={0: "theater"}), hands=("arsonist", "2 spy, bishop, 2 scout"))
    position = burnt(before)
    for _ in range(3):
        position = steps(position, of("stack", 0), of("bury", next(iter(position["hands"][1]))))
    assert position["phase"] == "action"


def test_the_turn_player_keeps_its_limit_after_the_turn_only() -> None:
    """H1: an own library that burns by a 6 changes nothing before the turn ends; then H3 is open as ever."""
    own = rich(0, slots={0: "library"})
    before = scene(own, rich(1, slots={0: "abbey"}), hands=("arsonist, 2 spy, bishop", ""))
    after = burnt(before, 0, WRONG)
    assert (after["phase"], after["player"]) == ("action", 0)
    trimmed = step(after, END_TURN)
    assert (trimmed["phase"], trimmed["player"], trimmed["pending"]) == ("trim", 0, {"resume": None})
    assert steps(trimmed, of("stack", 0), of("bury", "library"))["phase"] == "exchange"


@pytest.mark.parametrize("target", ["abbey", "library", "theater"])
def test_a_lost_target_of_an_alliance_lowers_the_limit(target: str) -> None:
    """H1, F23: at once, also where no card has come in."""
    above = 2 if target == "theater" else 1
    hand = "2 spy, bishop, 2 scout" if above == 2 else "2 spy, bishop, scout"
    allied = rich(1, slots={0: "secret_alliance"}, alliance=0)
    position = step(scene(rich(0, slots={0: target}), allied, hands=("", hand)), of("demolish", 0))
    for _ in range(above):
        assert (position["phase"], position["player"], position["pending"]) == ("trim", 1, {"resume": "action"})
        position = steps(position, of("stack", 0), of("bury", next(iter(position["hands"][1]))))
    assert (position["phase"], position["player"]) == ("action", 0)


def rolled(event: str, own: Json, enemy: Json, **facts: Any) -> Json:
    """After seat 0 has rolled an event and a 1."""
    return step(scene(own, enemy, phase="roll", dice=None, **facts), ROLL, Scripted("event", 1, [event]))


def test_a_unit_that_comes_back_is_put_away_before_the_yield() -> None:
    """H1, E1: not before both seats have named a unit; seat 0 keeps its fourth card."""
    own, enemy = land(0, slots={0: "ore_fleet"}), land(1, slots={0: "knight_arno"})
    position = rolled("civil_war", own, enemy, hands=("2 garrison, spy", "2 scout, bishop"))
    position = step(position, of("pick", 0))
    assert (position["phase"], position["player"]) == ("civil_war", 1)
    position = step(position, of("pick", 0))
    assert (position["phase"], position["player"], position["pending"]) == ("trim", 1, {"resume": "yield"})
    assert not any(region["stock"] for region in position["principalities"][0]["regions"])
    position = steps(position, of("stack", 0), of("bury", "scout"))
    assert (position["phase"], position["player"]) == ("action", 0)
    stocks = [region["stock"] for region in position["principalities"][0]["regions"] if region["number"] == 1]
    assert stocks == [1]
    assert sum(position["hands"][0].values()) == 4


def test_a_raided_library_is_two_cards() -> None:
    """H1, E5."""
    own = rich(0, slots={0: "knight_falk"})
    position = rolled("raid", own, rich(1, slots={0: "library"}), hands=("", "2 scout, bishop, spy"))
    position = steps(position, of("pick", 0), of("pick", 0))
    for _ in range(2):
        assert position["pending"] == {"resume": "yield"}
        position = steps(position, of("stack", 0), of("bury", next(iter(position["hands"][1]))))
    assert position["phase"] == "action"


def test_a_card_of_the_master_builder_is_one_too_many() -> None:
    """H1, E6: for seat 1 at once, for seat 0 at the end of its turn."""
    hands = ("2 garrison, spy", "2 scout, bishop")
    position = rolled("master_builder", land(0), land(1), hands=hands, stacks={0: "merchant"})
    position = steps(position, of("search", 0), of("take", "merchant"))
    assert (position["phase"], position["player"]) == ("builder", 1)
    card = position["stacks"][1][0]["card"]
    position = steps(position, of("search", 1), of("take", card))
    assert (position["phase"], position["player"], position["pending"]) == ("trim", 1, {"resume": "yield"})
    assert step(step(position, of("stack", 1)), of("bury", card))["phase"] == "action"


def test_thirteen_points_come_before_the_limit() -> None:
    """B11, H1: the game is over, and nobody is asked for cards."""
    seven = {0: "church", 1: "library", 2: "mint", 3: "bath_house", 4: "town_hall", 5: "court", 6: "cathedral"}
    enemy = rich(1, slots={0: "knight_falk"})
    before = scene(rich(0, slots=seven | {7: "knight_bertram"}), enemy, hands=("black_knight", "2 spy, bishop"))
    after = step(attack("black_knight", before), of("pick", 0))
    assert after["scores"][0] == 13
    assert (after["phase"], after["pending"], after["player"]) == ("over", None, None)
    assert sum(after["hands"][1].values()) == 4


# -- B9, M4 ---------------------------------------------------------------------------------------------------


def test_a_metropolis_counts_as_the_city_it_was() -> None:
    """B9, F19."""
    before = scene(land(0, places=CITIES, slots={0: "church"}), hands=("metropolis", ""))
    after = steps(before, of("build", "metropolis"), of("city", 0))
    assert after["principalities"][0]["places"] == ["metropolis", "city"]
    assert after["scores"] == before["scores"]


def test_a_named_knight_is_single() -> None:
    """M4: in either principality, also where a stolen one is in the hand beside one's own."""
    moved = [{"knight_konrad": 1}, {"knight_konrad": -1}]
    own = tournament(rich(0, slots={0: "knight_konrad"}), hands=("knight_konrad", ""), moved=moved)
    enemy = tournament(rich(0), rich(1, slots={0: "knight_konrad"}), hands=("knight_konrad", ""))
    nobody = tournament(rich(0), rich(1), hands=("knight_konrad", ""))
    built = of("build", "knight_konrad")
    assert [built in legal(position) for position in (own, enemy, nobody)] == [False, False, True]


# -- N1 -------------------------------------------------------------------------------------------------------


def backfired() -> Json:
    """After a 6."""
    return attack(
        "arsonist", scene(rich(0, slots={0: "abbey"}), rich(1, slots={0: "abbey"}), hands=("arsonist", "")), WRONG
    )


def trimming() -> Json:
    """Above the limit."""
    return burnt(scene(rich(0), rich(1, slots={0: "library"}), hands=("arsonist", "2 spy, bishop")))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("made", "backfire", "resume"), [(backfired, 1, [0, 0]), (trimming, 0, [0, 1])])
def test_what_is_pending_is_public(made: Callable[[], Json], backfire: int, resume: list[int], seat: int) -> None:
    """N1, Q8."""
    pieces = expected_pieces(public_view(made(), seat))
    assert pieces["pending_backfire"] == [backfire]
    assert pieces["pending_resume"] == resume

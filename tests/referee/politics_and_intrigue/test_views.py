"""What a seat may know, what is dealt anew for it, and what it gets in the end."""

from collections import Counter
from random import Random

import pytest

from .dealing import chances_of_place, deal, faults_of_deal
from .moves import END_TURN, of
from .policies import POLICIES
from .position import Json
from .scoring import returns
from .steps import legal_actions
from .view import public_view
from .world import follow, land, new_game, play, random_decks, scene, step, steps

QUIET = {"road", "city", "trade", "demolish", "ally", "brewery", "lift", "resource", "bury", "stack", "ban", "place"}
"""Own actions that neither ask chance nor turn up anything hidden."""


def test_hands_and_stacks() -> None:
    """N1, N2, N3: hands are counts to the enemy, and of stacks he sees what he has seen; that is public."""
    position = scene(
        hands=("spy, abbey", "2 bishop"), known=("", "bishop"), stacks={3: "mint, court"}, seen={(3, 1): (True, False)}
    )
    own, enemy = public_view(position, 0), public_view(position, 1)
    assert (own["hand"], own["hand_counts"], own["known"]) == ({"spy": 1, "abbey": 1}, [2, 2], [{}, {"bishop": 1}])
    hidden = {"card": None, "seen": [False, False]}
    assert own["stacks"][3] == [hidden, {"card": "court", "seen": [True, False]}]
    assert enemy["stacks"][3] == [hidden, {"card": None, "seen": [True, False]}]
    assert {key for key in own if own[key] != enemy[key]} == {"seat", "hand", "stacks"}


def test_the_card_of_a_holy_place() -> None:
    """N1: only who has taken it knows it."""
    position = step(scene(land(0, slots={0: "holy_place"}), hands=("spy", "")), END_TURN)
    position = step(position, of("draw", 0))
    card = position["stacks"] and position["pending"]["card"]
    assert public_view(position, 0)["pending"]["card"] == card
    assert public_view(position, 1)["pending"] == {"holy_used": False, "exchanging": False, "card": None}


def test_what_an_archivist_lays_back() -> None:
    """N2, Q8: both are told how many cards, and the enemy no more."""
    position = steps(scene(hands=("archivist", "")), of("play", "archivist"), of("stack", 5))
    card = position["stacks"][5][2]["card"]
    position = step(position, of("take", card))
    assert public_view(position, 0)["stacks"][5][0]["card"] == card
    assert public_view(position, 1)["stacks"][5][0]["card"] is None
    assert all(public_view(position, seat)["pending"] == {"stack": 5, "sorted": 1} for seat in (0, 1))


def test_a_deck_that_is_picked_from() -> None:
    """M2: its owner alone sees it."""
    position = new_game(Random(0), game="tournament")
    assert all(card["card"] for card in public_view(position, 0)["stacks"][0])
    assert not any(card["card"] for card in public_view(position, 1)["stacks"][0])


@pytest.mark.parametrize("game", ["extended", "tournament"])
def test_a_deal_looks_the_same(game: str) -> None:
    """N5, N6: along random games, for both seats, also after a quiet own action."""
    random, different = Random(game), 0
    options: Json = {"decks": random_decks(random)} if game == "tournament" else {}
    start = new_game(random, game=game, max_rounds=20, **options)
    for number, (_, _, position, _) in enumerate(play(start, [POLICIES["attacker"]] * 2, random)):
        if number % 9 and position["phase"] not in ("holy", "archive_sort", "deck_pick", "spy", "search_take"):
            continue
        for seat in (0, 1):
            other = deal(position, seat, random)
            different += other != position
            assert list(faults_of_deal(position, other, seat)) == []
            if position["player"] == seat:
                look_on(position, other, seat, random)
    assert different > 30  # or the worlds would prove nothing


def look_on(position: Json, other: Json, seat: int, random: Random) -> None:
    """What is legal is the same, and so is what is seen after a quiet action."""
    legal = legal_actions(position)
    assert legal == legal_actions(other)
    quiet = sorted((action for action in legal if action.kind in QUIET), key=str)
    if quiet and position["phase"] not in ("bailiff", "archive", "chancellor", "setup_stack"):
        action = random.choice(quiet)
        then, now = (follow(one, action, Random(0)) for one in (position, other))
        assert public_view(then, seat) == public_view(now, seat)


def test_a_deal_is_fair() -> None:
    """N6: each hidden card is equally likely in each place."""
    stacks = {0: "mint, court", 1: "spy", 2: "", 3: "", 4: "", 5: "metropolis, metropolis"}  # which are never discarded
    seen = dict.fromkeys([(0, 1), (5, 0), (5, 1)], (True, False))
    position = scene(hands=("", "bishop, 2 scout"), known=("", "scout"), stacks=stacks, seen=seen)
    chances = chances_of_place(position, 0, 0)
    assert chances == {"mint": 0.25, "spy": 0.25, "bishop": 0.25, "scout": 0.25}
    random, found = Random(0), Counter[str]()
    for _ in range(2000):
        other = deal(position, 0, random)
        assert other["stacks"][0][1]["card"] == "court"
        assert other["hands"][1]["scout"] >= 1
        found[other["stacks"][0][0]["card"]] += 1
    assert all(abs(found[card] - 500) < 100 for card in chances)


def test_a_false_deal_is_told() -> None:
    """N6: a card that is known goes, a card that is seen moves, a card is added."""
    position = scene(
        hands=("", "bishop, scout"), known=("", "scout"), stacks={0: "mint, court"}, seen={(0, 0): (True, False)}
    )
    for change in (
        {"hands": [{}, {"bishop": 2}]},
        {"stacks": [position["stacks"][0][::-1], *position["stacks"][1:]]},
        {"hands": [{}, {"bishop": 1, "scout": 1, "spy": 1}]},
    ):
        assert list(faults_of_deal(position, position | change, 0))


# -- the end --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "reward", "turn_player", "first"),
    [
        ([13, 5], "win", 1, 1.0),
        ([13, 13], "win", 1, -1.0),
        ([13, 14], "placement", 0, 1.0),
        ([7, 7], "win", 0, 0.0),
        ([4, 9], "placement", 0, -1.0),
        ([13, 5], "score", 1, 0.4),
    ],
)
def test_returns(scores: list[int], reward: str, turn_player: int, first: float) -> None:
    """W1 to W3, B11."""
    position: Json = {"scores": scores, "turn_player": turn_player, "rules": {"reward": reward}}
    assert returns(position) == pytest.approx([first, -first])

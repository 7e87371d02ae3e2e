"""Chapter 11: what is dealt anew (N6)."""

from collections import Counter
from itertools import combinations

from tests.helpers.chances import FALSE_ALARM, chisquare, resampled
from tests.politics_and_intrigue.scenes import Scene


def small() -> Scene:
    """Seat 1 has three cards, of which a scout is known; seat 0 has seen one of the three in stacks."""
    scene = Scene().hand(1, scout=1, spy=1, abbey=1).known(1, scout=1).hand(0, mint=1)
    scene.stack(0, "harbor", "spy", seen=[(False, True), (True, False)]).stack(3, "abbey").no_stacks()
    for card in ("metropolis", "brothel"):
        scene.position["hands"][1].pop(card)
    return scene.set(discards=[{**scene.position["discards"][0]}]).stack(
        5, "metropolis", "metropolis", "brothel", seen=[(True, False)] * 3
    )


def test_hidden_cards_are_dealt_uniformly() -> None:
    """N6: every deal is equally likely; the own hand, seen and known cards stay."""
    game = small().play().game
    hidden = ["spy", "abbey", "harbor", "abbey"]  # two of the hand, two places of stacks
    deals = Counter(
        tuple(sorted(hidden[i] for i in pair)) + tuple(rest)
        for pair in combinations(range(4), 2)
        for rest in _orders([hidden[i] for i in range(4) if i not in pair])
    )
    found: Counter[tuple[str, ...]] = Counter()
    for position in resampled(game, 0, 600):
        hand = Counter(position["hands"][1])
        assert hand["scout"] >= 1
        assert position["hands"][0] == {"mint": 1}
        assert position["stacks"][0][1] == {"card": "spy", "seen": [True, False]}
        hand["scout"] -= 1
        places = (position["stacks"][0][0]["card"], position["stacks"][3][0]["card"])
        found[(*sorted(hand.elements()), *places)] += 1
    assert chisquare(found, dict(deals)) > FALSE_ALARM


def _orders(pair: list[str]) -> list[tuple[str, str]]:
    return [(pair[0], pair[1]), (pair[1], pair[0])]


def test_the_card_of_holy_becomes_any_of_the_new_hand() -> None:
    """N6: each card, not kind, equally likely."""
    scene = Scene().city(0, 0).lay(0, {0: "church", 4: "holy_place"}).hand(0, abbey=2).known(0, abbey=2)
    game = scene.stack(3, "spy").play().do("end_turn").do("draw", stack=3).game
    found = Counter(position["pending"]["card"] == "abbey" for position in resampled(game, 1, 300))
    assert chisquare(found, {True: 2, False: 1}) > FALSE_ALARM

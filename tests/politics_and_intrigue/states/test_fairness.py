"""Stacks, regions and dice have the probabilities of the rules."""

from collections import Counter

import pytest
from scipy import stats

from kschwert_env.politics_and_intrigue import Game, Rules
from tests.helpers.chances import FALSE_ALARM, chisquare
from tests.politics_and_intrigue.scenes import Play, Scene, dice

pytestmark = pytest.mark.needs_jit

FACES: dict[str, float] = {"brigands": 1, "trade": 1, "tournament": 1, "sun": 1, "event": 2}


def test_how_often_attacks_go_wrong() -> None:
    """A3, A4: by chance; the numbers of the die come from the edition."""
    position = Scene().lay(1, {0: "abbey"}).hand(0, arsonist=1).balanced()
    played = [Play(Game.from_position(position, seed)).play("arsonist").do("pass") for seed in range(600)]
    wrong = sum(game.phase == "action" for game in played)  # no own building
    assert stats.binomtest(wrong, len(played), 1 / 6).pvalue > FALSE_ALARM


def test_stacks_are_shuffled_fairly() -> None:
    """S3, C5: each card is as likely on top as it has copies."""
    rules = Rules()
    tops = Counter(Game(rules, seed).position()["stacks"][4][0]["card"] for seed in range(400))
    copies = {place["card"] for stack in Game(rules).position()["stacks"][4:] for place in stack}
    twice = {"metropolis", "bribery", "wedding", "chancellor", "church_ban", "physician", "council"}
    assert chisquare(tops, {card: 1 + (card in twice) for card in copies}) > FALSE_ALARM


def test_the_dice_are_fair() -> None:
    """C1, T1: six numbers; the event die has `event` on two faces."""
    rolls = [dice(seed) for seed in range(200)]
    assert chisquare(Counter(face for face, _ in rolls), FACES) > FALSE_ALARM
    assert chisquare(Counter(number for _, number in rolls), dict.fromkeys(range(1, 7), 1)) > FALSE_ALARM


def test_regions_are_drawn_fairly() -> None:
    """S2, B2: any of those left, two for each settlement."""
    scene = Scene().full(0).road(0, left=True)
    drawn: Counter[int] = Counter()
    position = scene.balanced()
    for seed in range(150):
        game = Play(Game.from_position(position, seed)).do("settlement", end="left")
        drawn.update(set(range(11)) - set(game.position["regions_left"]))
    assert chisquare(drawn, dict.fromkeys(range(11), 1)) > FALSE_ALARM

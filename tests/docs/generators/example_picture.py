"""Example pictures in the documentation: `python -m tests.docs.generators.example_picture` draws them."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

from kschwert_env import krone_schwert, two_crowns
from kschwert_env.krone_schwert.editions.edition import parse
from kschwert_env.krone_schwert.svg import draw_edition
from tests.docs.generators.generated import DOCS
from tests.krone_schwert.editions import HAND_DRAWN
from tests.politics_and_intrigue.lively import lively


def random_decisions(game: krone_schwert.Game, seed: int) -> Iterator[int]:
    """Play a game to its end and yield its actions. The kind is drawn first, so that rare kinds are seen."""
    choice = Random(seed)
    while not game.is_over:
        kinds = defaultdict(list)
        for i in game.legal_actions():
            kinds[game.rules.actions.decode(i).kind].append(i)
        if len(kinds) > 1:
            kinds.pop("end_turn", None)
        action = choice.choice(kinds[choice.choice(list(kinds))])
        game.step(action)
        yield action


def in_krone_schwert() -> str:
    """Draw a random game of three in which a revolt has just been settled, as seat 0 sees it."""
    game = krone_schwert.Game(krone_schwert.Rules(3), 1)
    *_, last = islice(random_decisions(game, 1), 286)
    return game.svg(0, last) + "\n"


def in_two_crowns() -> str:
    """Draw a battle of a random game as seat 0 sees it; seat 0 has paid once and is asked again."""
    game, choice = two_crowns.Game(two_crowns.Rules(), 27), Random(27)
    for _ in range(45):
        last = choice.choice(game.legal_actions())
        game.step(last)
    return game.svg(0, last) + "\n"


def in_politics_and_intrigue() -> str:
    """Draw a game shortly before its end, in which seat 0 places a card, as seat 0 sees it."""
    *_, (game, last) = lively(7, 272)
    return game.svg(0, game.rules.actions.encode(*last)) + "\n"


def of_a_map() -> str:
    """Draw the map for two players that the rules page lists field by field, in an edition with all maps."""
    page, mine = (path.read_text(encoding="utf-8") for path in (DOCS / "krone_schwert_rules.md", Path(HAND_DRAWN)))
    listed = re.compile(r"^2 = \[\n  \{.*?^\]\n", re.MULTILINE | re.DOTALL)
    edition = parse(listed.sub(listed.findall(page)[0], mine), "docs/krone_schwert_rules.md")
    return draw_edition(replace(edition, maps={2: edition.maps[2]})) + "\n"


EXAMPLES: Mapping[str, Callable[[], str]] = {
    "krone_schwert": in_krone_schwert,
    "two_crowns": in_two_crowns,
    "politics_and_intrigue": in_politics_and_intrigue,
    "krone_schwert_map": of_a_map,
}


def path_of(name: str) -> Path:
    """Return the file of the picture with that name."""
    return DOCS / "images" / f"{name}.svg"


if __name__ == "__main__":
    for name, example in EXAMPLES.items():
        path_of(name).write_text(example(), encoding="utf-8")

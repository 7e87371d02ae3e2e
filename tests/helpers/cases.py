"""The games that the shared tests run over, each with rules that cover its kinds of records and its options."""

from pathlib import Path
from typing import Any, NamedTuple

from kschwert_env import krone_schwert, politics_and_intrigue, two_crowns
from kschwert_env.engine.simulation.game import Game
from tests.krone_schwert.editions import HAND_DRAWN, ISLANDS

RICH = str(Path(__file__).parents[1] / "two_crowns" / "rich.toml")
"""An edition of Two Crowns in which random games often pay for cards."""

TINY = str(Path(__file__).parents[1] / "two_crowns" / "tiny.toml")
"""An edition of Two Crowns whose complete tree can be traversed under a low cap."""

BUSY = str(Path(__file__).parents[1] / "politics_and_intrigue" / "busy.toml")
"""An edition of Politics & Intrigue with low prices, so that random games build, attack and end."""


class Case(NamedTuple):
    """A game under some rules."""

    game: type[Game[Any]]
    rules: Any

    def __str__(self) -> str:
        return f"{self.rules.package}-{self.rules.num_players}-{self.rules.fingerprint[:4]}"


OFTEN = [
    Case(krone_schwert.Game, krone_schwert.Rules(2)),
    Case(krone_schwert.Game, krone_schwert.Rules(3, reward="placement")),
    Case(krone_schwert.Game, krone_schwert.Rules(4, shuffle_parts=False)),
    Case(krone_schwert.Game, krone_schwert.Rules(5, max_rounds=None)),
    Case(krone_schwert.Game, krone_schwert.Rules(3, ISLANDS, max_rounds=9, start_player="random", reward="score")),
    Case(krone_schwert.Game, krone_schwert.Rules(4, HAND_DRAWN, fewer_parts=True, visible_scores=False)),
    Case(two_crowns.Game, two_crowns.Rules()),
    Case(
        two_crowns.Game,
        two_crowns.Rules(edition=RICH, die_of_fate=True, start_player="random", max_turns=None, reward="score"),
    ),
    Case(politics_and_intrigue.Game, politics_and_intrigue.Rules(max_rounds=12)),
    Case(
        politics_and_intrigue.Game,
        politics_and_intrigue.Rules(
            edition=BUSY, game="tournament", start_player="random", max_rounds=15, reward="score"
        ),
    ),
]
"""Every game, with every option and edition in one case at least."""

CASES = [
    *OFTEN,
    Case(krone_schwert.Game, krone_schwert.Rules(4, fewer_parts=True)),
    Case(krone_schwert.Game, krone_schwert.Rules(5, fewer_parts=True)),
    Case(krone_schwert.Game, krone_schwert.Rules(2, HAND_DRAWN)),
    Case(two_crowns.Game, two_crowns.Rules(max_turns=9, reward="placement")),
    Case(politics_and_intrigue.Game, politics_and_intrigue.Rules(edition=BUSY, max_rounds=30)),
]
"""Every game and kind of record. Tests of those that are not in `OFTEN` have the marker `long` (tests/conftest.py)."""

CAPPED = [
    *(
        Case(krone_schwert.Game, krone_schwert.Rules(players, max_rounds=1))
        for players in krone_schwert.Rules.player_counts
    ),
    Case(two_crowns.Game, two_crowns.Rules(max_turns=2)),
    Case(politics_and_intrigue.Game, politics_and_intrigue.Rules(edition=BUSY, max_rounds=4)),
]
"""Games that stop at their cap almost immediately, for every number of players."""

ONE_EACH = list({case.rules.package: case for case in reversed(CASES)}.values())[::-1]
"""The first case of every game."""

SMALL = CASES[1]
"""A case for engine tests that do not depend on the game."""

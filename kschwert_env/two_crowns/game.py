"""`Game`: one game of Two Crowns."""

from typing import ClassVar

from kschwert_env.engine.simulation import game
from kschwert_env.two_crowns.rules import Rules


class Game(game.Game[Rules]):
    """One game, played in place.

    - Observation: int8 (rules.observation.size,), own seat first; docs/two_crowns.md lists the pieces.
    - Actions: 0 to rules.num_actions - 1; `rules.actions` names them.
    - Reward: `returns`, zero-sum, at the end (option `reward`).
    - End: a castle at 0 (E1), or a seat that can do nothing (E2); truncated by `max_turns` (E3).
    - State: one record of `rules.state_dtype`.
    """

    rules_type: ClassVar[type[Rules]] = Rules

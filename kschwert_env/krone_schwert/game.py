"""`Game`: one game of Krone & Schwert."""

from typing import ClassVar

from kschwert_env.engine.simulation import game
from kschwert_env.krone_schwert.rules import Rules


class Game(game.Game[Rules]):
    """One game, played in place.

    - Observation: int8 (rules.observation.size,), own seat first; docs/krone_schwert.md lists the pieces.
    - Actions: 0 to rules.num_actions - 1; `rules.actions` names them.
    - Reward: `returns`, zero-sum, at the end (option `reward`).
    - End: `game_end` drawn (E2) or the board full (E3); truncated by `max_rounds` (E6).
    - State: one record of `rules.state_dtype`.
    """

    rules_type: ClassVar[type[Rules]] = Rules

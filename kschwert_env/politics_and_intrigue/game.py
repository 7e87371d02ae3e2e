"""`Game`: one game of Politics & Intrigue."""

from typing import ClassVar

from kschwert_env.engine.simulation import game
from kschwert_env.politics_and_intrigue.rules import Rules


class Game(game.Game[Rules]):
    """A game that is played on in place.

    - Observation: int8 (rules.observation.size,), own seat first; docs/politics_and_intrigue.md lists the pieces.
    - Actions: 0 to rules.num_actions - 1; `rules.actions` names them (Q2).
    - Reward: `returns`, zero-sum, at the end (option `reward`, W3).
    - End: 13 victory points (W1, B11); truncated by `max_rounds` (W2).
    - State: one record of `rules.state_dtype`.
    """

    rules_type: ClassVar[type[Rules]] = Rules

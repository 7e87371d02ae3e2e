"""`EditionRules`: rules of games whose contents are an edition, with the options that such games have in common."""

from abc import abstractmethod
from pathlib import Path
from typing import Any, Literal

import numpy as np

from kschwert_env.engine.compiled.returns import Reward, return_range
from kschwert_env.engine.contract.options import MAX_TURNS, check_edition, check_reward, check_start_player
from kschwert_env.engine.contract.presentation import EditionPictures, Editions, EditionTexts, Facts
from kschwert_env.engine.contract.rules import GameRules


class EditionRules(GameRules):
    """Rules with an edition, a start player, a reward, and a cap on the length of a game.

    `board` has at least `last_turn`, `random_start`, `reward` and `blank`.

    Attributes:
        edition: name of an edition, or path of an edition's TOML file.
        start_player: 0, or "random": drawn from the game's stream.
        reward: how returns follow from final scores.
        edition_data: contents of the edition, in a type of the game's own.
    """

    edition: str
    start_player: int | Literal["random"]
    reward: Literal["win", "placement", "score"]

    edition_data: Any

    @classmethod
    def _required(cls) -> tuple[str, ...]:
        return *super()._required(), "package", "player_counts", "cap_option"

    def __post_init__(self) -> None:
        """Check the options and load the edition.

        Raises:
            ValueError: an option has a wrong value; the message names it.
            EditionError: the edition is wrong.
        """
        self._convert_numpy()
        object.__setattr__(self, "edition", check_edition(self.edition))
        check_start_player(self.start_player)
        check_reward(self.reward)
        super().__post_init__()
        object.__setattr__(self, "edition_data", self.editions_module().load(self.edition))
        object.__setattr__(self, "edition_fingerprint", self.edition_data.fingerprint)

    # -- implemented by each game -----------------------------------------------------------------------------

    @property
    @abstractmethod
    def cap_in_turns(self) -> int | None:
        """Number of turns after which a game is truncated; None for no cap."""

    @classmethod
    @abstractmethod
    def editions_module(cls) -> Editions:
        """Return the subpackage `editions` of the game, which is imported now."""

    @classmethod
    @abstractmethod
    def text_module(cls) -> EditionTexts:
        """Return the subpackage `text` of the game."""

    @classmethod
    @abstractmethod
    def svg_module(cls) -> EditionPictures:
        """Return the subpackage `svg` of the game."""

    # -- the same for all of them -----------------------------------------------------------------------------

    def contents(self) -> dict[str, Any]:
        """Return the options, with the fingerprint of the edition in place of its name."""
        return {**self.options(), "edition": self.edition_fingerprint}

    def write_options(self, board: np.void) -> None:
        """Write all options that are numbers, the last turn, and numbers for the start player and the reward."""
        super().write_options(board)
        board["last_turn"] = MAX_TURNS if self.cap_in_turns is None else min(self.cap_in_turns - 1, MAX_TURNS)
        board["random_start"] = self.start_player == "random"
        board["reward"] = Reward[self.reward.upper()]

    @property
    def return_range(self) -> tuple[float, float] | None:
        """Lower and upper bound of a return by the option `reward`; None without a cap."""
        return None if self.score_range is None else return_range(self.reward, self.num_players, self.score_range)

    @classmethod
    def bundled_editions(cls) -> list[str]:
        """Return the names of the editions in the package."""
        folder = Path(str(cls.editions_module().__file__)).parent
        return sorted(path.stem for path in folder.glob("*.toml"))

    def edition_facts(self) -> list[Facts]:
        """Return the contents of the edition as tables, for every number of players."""
        return self.text_module().edition_facts(self.edition_data)

    def edition_svg(self) -> str | None:
        """Return the maps of the edition, for every number of players, as one SVG; None for a game without a map."""
        return self.svg_module().draw_edition(self.edition_data)

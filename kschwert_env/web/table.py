"""A table in memory: the game, every decision that led here, and what of it each viewer has been told."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from kschwert_env.engine.actions import Action
from kschwert_env.engine.contract import GameRules, Position
from kschwert_env.engine.game import Game, game_type, why_illegal
from kschwert_env.web.about import About
from kschwert_env.web.refused import Refused

Viewer = int | None
"""Whose eyes: those of a seat; None for who may see everything."""


class Moment(NamedTuple):
    """One decision, and what was told of it.

    Attributes:
        player: the seat that decided.
        action: by its number.
        choices: how many actions were legal.
        lines: by viewer, the seats and then who sees everything; empty for a seat that may not know that it happened.
    """

    player: int
    action: int
    choices: int
    lines: tuple[list[str], ...]


@dataclass(frozen=True)
class Snapshot:
    """A game at one of its moments, to be looked at while the table goes on.

    Attributes:
        game: a copy.
        last: the decision that led there, if one did.
    """

    game: Game[Any]
    last: Moment | None


class Table:
    """A game under way. What is to be kept is kept by who calls: a table knows no store.

    Attributes:
        about: what the table is.
        rules: of its game.
        game: as it stands; stepped by `play` alone.
        moments: all decisions so far.
    """

    def __init__(self, about: About, actions: list[int]) -> None:
        """The table after these decisions. Raises Refused where the rules have changed, or do not allow one of them."""
        self.about = about
        self.rules: GameRules = about.rules()
        self.game = self._begun()
        self.moments: list[Moment] = []
        self._position = self.game.position()
        for action in actions:
            self.play(action)

    def _begun(self) -> Game[Any]:
        kind, about = game_type(self.rules), self.about
        return (
            kind(self.rules, about.seed) if about.position is None else kind.from_position(about.position, about.seed)
        )

    # -- decisions --------------------------------------------------------------------------------------------

    def check(self, action: int) -> None:
        """Raises Refused, saying why, for an action that is not legal now."""
        if not self.game.legal_mask()[action : action + 1].any():
            raise Refused(self.why(action))

    def play(self, action: int) -> None:
        """Carry out a legal action. Raises IllegalAction for any other."""
        player, choices = self.game.player, len(self.game.legal_actions())
        self.game.step(action)
        before, self._position = self._position, self.game.position()
        assert player is not None  # or the step had failed
        self.moments.append(Moment(player, action, choices, self._told(before, action, self._position)))

    def _told(self, before: Position, action: int, after: Position) -> tuple[list[str], ...]:
        done = self.rules.actions.decode(action)
        seats = [
            self.rules.tell(before, done, after) if seat == before["player"] else ["..."]
            for seat in range(self.rules.num_players)
        ]
        return (*seats, self.rules.tell(before, done, after))

    def cut(self, number: int) -> None:
        """Go back to where so many decisions had been taken."""
        self.game, self.moments = self.at(number).game, self.moments[:number]
        self._position = self.game.position()

    # -- what is seen -----------------------------------------------------------------------------------------

    def eyes(self, viewer: Viewer) -> Viewer:
        """Whose eyes a viewer looks with: once the game is over, everybody sees everything."""
        return None if self.game.is_over else viewer

    def told(self, viewer: Viewer, since: int = 0) -> list[tuple[int, Moment]]:
        """The decisions that a viewer knows of, each with its number among all."""
        place = -1 if viewer is None else viewer
        return [(i, moment) for i, moment in enumerate(self.moments) if i >= since and moment.lines[place]]

    def count(self, viewer: Viewer) -> int:
        """How many decisions a viewer knows of. The number of all would tell how many cards somebody lays in secret."""
        return len(self.told(viewer))

    def at(self, number: int) -> Snapshot:
        """The game when so many decisions had been taken."""
        if number == len(self.moments):
            return Snapshot(self.game.copy(), self.moments[-1] if self.moments else None)
        game = self._begun()
        for moment in self.moments[:number]:
            game.step(moment.action)
        return Snapshot(game, self.moments[number - 1] if number else None)

    def why(self, action: int) -> str:
        """Why an action is not legal for the seat that decides, as far as that seat may know; or that it is legal."""
        player = self.game.player
        if player is None:
            return "the game is over"
        if 0 <= action < self.rules.num_actions and self.game.legal_mask()[action]:
            return "this can be done now"
        return why_illegal(self.rules, seen_by(self.game, player).state, action)


def seen_by(game: Game[Any], viewer: Viewer) -> Game[Any]:
    """The game as a viewer knows it: what is hidden from a seat is dealt anew, each time the same."""
    return game.copy() if viewer is None else game.resample(viewer, 0)


def done(rules: GameRules, moment: Moment | None, viewer: Viewer) -> Action | None:
    """The last decision, as far as a viewer may know of it."""
    if moment is None or not moment.lines[-1 if viewer is None else viewer]:
        return None
    return rules.actions.decode(moment.action)


def only(mask: np.ndarray) -> bool:
    """Whether one action alone is legal."""
    return int(np.count_nonzero(mask)) == 1

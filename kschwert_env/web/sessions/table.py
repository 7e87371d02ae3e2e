"""A table in memory: the game, every decision that led here, and what of it each viewer has been told."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from kschwert_env.agents.base import hide_scores
from kschwert_env.engine.actions import Action
from kschwert_env.engine.game import Game, game_type, why_illegal
from kschwert_env.engine.records import Recorder
from kschwert_env.engine.rules import GameRules
from kschwert_env.web.errors import Refused
from kschwert_env.web.table_config import About

MOST_REASONS = 12
"""As many are told at once."""

Viewer = int | None
"""Whose eyes: those of a seat; None for who may see everything."""


class Moment(NamedTuple):
    """One decision, and what was told of it.

    Attributes:
        player: the seat that decided.
        action: by its number.
        choices: how many actions were legal.
        target: what stood for the action in the picture, if something did.
        lines: by viewer, the seats and then who sees everything; empty for a seat that may not know that it happened.
    """

    player: int
    action: int
    choices: int
    target: str | None
    lines: tuple[list[str], ...]

    def told(self, viewer: Viewer) -> list[str]:
        """What a viewer was told."""
        return self.lines[-1 if viewer is None else viewer]

    def is_known(self, viewer: Viewer) -> bool:
        """Whether a viewer was told all there was to tell."""
        return self.told(viewer) == self.lines[-1]


class Look(NamedTuple):
    """A moment of a game as a viewer knows it, to be drawn while the table goes on.

    Attributes:
        game: in which all that is hidden from the viewer has been dealt anew, each time the same.
        viewer: whose eyes.
        number: how many decisions the viewer knew of.
        last: the last of them, if there was one.
        may_act: whether it is the present, so that the viewer may decide.
    """

    game: Game[Any]
    viewer: Viewer
    number: int
    last: Moment | None
    may_act: bool


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
        try:
            self.game = self._begun()
            self.moments: list[Moment] = []
            self._position = self.game.position()
            for action in actions:
                self.play(action)
        except ValueError as error:
            raise Refused(f"this game can't be played: {error}") from None

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
        rules, before, choices = self.rules, self._position, len(self.game.legal_actions())
        self.game.step(action)
        done, self._position = rules.actions.decode(action), self.game.position()
        viewers: list[Viewer] = [*range(rules.num_players), None]
        told = tuple(rules.tell(before, done, self._position, viewer) for viewer in viewers)
        self.moments.append(Moment(before["player"], action, choices, rules.target(done, before), told))

    def cut(self, number: int) -> None:
        """Go back to where so many decisions had been taken."""
        self.game, self.moments = self._at(number), self.moments[:number]
        self._position = self.game.position()

    def why(self, action: int) -> str:
        """Why an action is not legal for the seat that decides, as far as that seat may know; or that it is legal."""
        if self.game.player is None:
            return "the game is over"
        if self.game.legal_mask()[action : action + 1].any():
            return "this can be done now"
        return why_illegal(self.rules, seen_by(self.game, self.game.player).state, action)

    def reasons(self, target: str | None) -> list[dict[str, str]]:
        """Why what a target of the picture stands for is not legal, as far as the deciding seat may know.

        At most `MOST_REASONS`, each once, with the `words` of the first action that it holds for. None stands for
        all that has no target.
        """
        assert self.game.player is not None  # who asks decides
        seen = seen_by(self.game, self.game.player)
        position, legal, told = seen.position(), self.game.legal_mask(), dict[str, str]()
        for action in range(self.rules.num_actions):
            done = self.rules.actions.decode(action)
            if not legal[action] and self.rules.target(done, position) == target:
                told.setdefault(self.rules.explain(seen.state, action), self.rules.phrase(done, position))
        return [{"words": words, "why": why} for why, words in told.items()][:MOST_REASONS]

    # -- what is seen -----------------------------------------------------------------------------------------

    def eyes(self, viewer: Viewer) -> Viewer:
        """Whose eyes a viewer looks with: once the game is over, everybody sees everything."""
        return None if self.game.is_over else viewer

    def known(self, viewer: Viewer) -> list[int]:
        """The numbers of the decisions that a viewer knows of.

        Viewers count these alone: the number of all would tell how many cards somebody has laid in secret.
        """
        return [i for i, moment in enumerate(self.moments) if moment.told(viewer)]

    def place(self, viewer: Viewer, number: int) -> int:
        """How many decisions had been taken when a viewer knew of so many. Raises Refused where there never were."""
        known = self.known(viewer)
        if number > len(known):
            raise Refused(f"there are {len(known)} decisions, so there is no number {number}")
        return known[number - 1] + 1 if number else 0

    def begins_again(self) -> Iterator[Game[Any]]:
        """The game at its start, and after each decision; the same object, played on."""
        game = self._begun()
        yield game
        for moment in self.moments:
            game.step(moment.action)
            yield game

    def look(self, viewer: Viewer, at: int | None = None) -> Look:
        """The game as a viewer knows it, or knew it when so many decisions had been taken."""
        known = [i for i in self.known(viewer) if at is None or i < at]
        last = self.moments[known[-1]] if known else None
        game = self.game if at is None else self._at(at)
        return Look(seen_by(game, viewer), viewer, len(known), last, at is None)

    def _at(self, number: int) -> Game[Any]:
        game = self._begun()
        for moment in self.moments[:number]:
            game.step(moment.action)
        return game

    def record(self) -> str:
        """The record of the game. Raises Refused for one that did not begin at its start."""
        if self.about.position is not None:
            raise Refused("this game began from a position, which no record can; take the position instead")
        recorder = Recorder(game_type(self.rules), self.rules, self.about.seed)
        for moment in self.moments:
            recorder.step(moment.action)
        return recorder.text()


def seen_by(game: Game[Any], viewer: Viewer) -> Game[Any]:
    """The game as a viewer knows it: what is hidden from a seat is dealt anew, each time the same."""
    if viewer is None:
        return game.copy()
    seen = game.resample(viewer, 0)
    if getattr(game.rules, "visible_scores", True):
        return seen
    states = seen.state.reshape(1)
    hide_scores(states, np.array([viewer]))
    return type(game).from_state(game.rules, states[0])


def last_action(rules: GameRules, look: Look) -> Action | None:
    """The last decision, as far as the viewer may know of it: of what has a secret in it only the kind."""
    if look.last is None:
        return None
    done = rules.actions.decode(look.last.action)
    return done if look.last.is_known(look.viewer) else type(done)(done.kind)

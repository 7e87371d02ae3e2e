"""Subpackages that a game adds to its rules: editions, positions, texts and pictures.

Each is loaded when first used. `rules` is the `GameRules` in use, `edition` what `load`
returned. A `viewer` is a seat, or None for a spectator, who sees everything. Texts and pictures, except the text
drawing, name seats and numbers by marks such as `[0]` and `[#3]` (`engine.text.voice`), which a `Voice` puts in words.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.purposes import Purpose, Selection

Position = dict[str, Any]
"""A position in plain dicts, lists, strings, numbers, bools and None: it survives JSON unchanged."""


class Facts(NamedTuple):
    """A table of an edition's contents, for display.

    Attributes:
        title: title of the table.
        columns: column names.
        rows: rows with one entry per column.
    """

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str | int, ...]]


class Question(NamedTuple):
    """The decision that the seat to move faces. Public: it reveals no secret.

    Attributes:
        words: what the seat decides, which names the seat, such as "Seat 0 lays cards for the attack".
        rule: id of the rule that it comes from, such as "R3"; empty without rule ids.
        ask: the same, addressed to the seat, such as "Lay up to four cards for the attack".
    """

    words: str
    rule: str
    ask: str


class Mark(NamedTuple):
    """A symbol with a number, such as the castles of a seat: a page shows it in words on demand.

    Attributes:
        sign: id of a symbol that `draw_stage` defines.
        value: what stands beside it; an empty string for nothing.
        words: the same in words.
        card: id of what it shows in `card_help`, or None.
        seat: seat whose colour the symbol has, or None.
    """

    sign: str
    value: str | int
    words: str
    card: str | None = None
    seat: int | None = None


class SeatSummary(NamedTuple):
    """Hand and pieces of a seat, beside the board.

    Attributes:
        cards: number of cards in the hand; None in a game without hands.
        hand: cards in the hand with their numbers; None if the viewer may not know them.
        marks: everything else.
    """

    cards: int | None
    hand: Mapping[str, int] | None
    marks: Sequence[Mark]


class TableSummary(NamedTuple):
    """Everything around the board.

    Attributes:
        seats: what lies in front of each seat.
        marks: what belongs to nobody, such as a draw pile.
    """

    seats: Sequence[SeatSummary]
    marks: Sequence[Mark]


class Editions(Protocol):
    """Contents of the game as data: the subpackage `editions`. Both functions raise EditionError."""

    __file__: str | None

    def load(self, name: str) -> Any:
        """Return an edition by its name or path; it has a `fingerprint`, and a `source`, the text of its file."""

    def parse(self, text: str, name: str) -> Any:
        """Return the edition in a text; `name` names it in errors."""


class Positions(Protocol):
    """Positions as JSON: the subpackage `positions`."""

    def to_json(self, rules: Any, state: np.void) -> Position:
        """Return the whole state as a position."""

    def from_json(self, rules: Any, position: Position) -> np.ndarray:
        """Return the state of a position, a structured array of length 1; ValueError names every contradiction."""


class Texts(Protocol):
    """Words about positions and actions: the subpackage `text`."""

    def card_help(self, rules: Any) -> list[Facts]:
        """Return tables that describe every card, building and figure."""

    def explain(self, rules: Any, state: np.void, action: Any) -> str:
        """Return why an action is illegal, addressed to the seat to move; empty if it is legal."""

    def is_asked(self, rules: Any, state: np.void, action: Any) -> bool:
        """Return whether the phase asks for actions of this kind, so that the reason depends on the position."""

    def draw_text(self, position: Position, viewer: int | None, last_action: Any) -> str:
        """Return a drawing in characters."""

    def question(self, position: Position) -> Question | None:
        """Return the decision that the seat to move faces; None when the game is over."""

    def phrase(self, action: Any, position: Position) -> str:
        """Return the label of an action's button."""

    def purpose(self, rules: Any, state: np.void, action: Any, position: Position) -> Purpose:
        """Return what an action of the seat to move is for."""

    def selection(self, position: Position) -> Selection | None:
        """Return the cards that the seat to move lays one by one; None without any."""

    def advice(self, rules: Any, state: np.void, action: Any, position: Position) -> list[str]:
        """Return sentences on what an action builds, threatens and prevents."""

    def tell(self, before: Position, action: Any, after: Position, viewer: int | None = None) -> list[str]:
        """Return the lines of a commentary."""

    def describe_rules(self, rules: Any) -> str:
        """Return the rules for a player."""

    def describe_position(self, position: Position, viewer: int, draws_map: bool = False) -> str:
        """Return a position in words: lines, as short as a prompt needs them."""

    def speak_position(self, position: Position, viewer: int | None) -> list[str]:
        """Return a position in words for somebody who listens, who may be a spectator.

        The first line says what is decided now, without names of phases. An empty line separates parts.
        """

    def assets(self, position: Position, seat: int) -> dict[str, int]:
        """Return what a seat has, by name, to compare positions; "the ..." is a thing that only one seat can have."""

    def point_sources(self, decisions: Iterable[tuple[Position, Any, Position]]) -> list[dict[str, int]]:
        """Return the points of each seat by source; `decisions` are (before, action, after) of a whole game."""


class Pictures(Protocol):
    """Pictures, SVG: the subpackage `svg`.

    Elements with the attribute `data-card` show what has that id. Pages mark what has changed since a decision: among
    elements with `data-target` (what can be clicked), `data-points` (a seat) and `data-state` (any name), those whose
    contents differ.
    """

    def draw_svg(
        self,
        position: Position,
        viewer: int | None,
        last_action: Action | None,
        news: str | None = None,
        own: int | None = None,
    ) -> str:
        """Return a picture. `news` are words about the last action, in place of its name.

        `own` is the seat of somebody who sees everything. In a position of an ended table, `player` is None: nobody
        decides.
        """

    def draw_stage(
        self, position: Position, viewer: int | None, last_action: Action | None, own: int | None = None
    ) -> str:
        """Return the picture for a page that shows hands, seats and the question itself: the board alone."""

    def draw_lists(self, position: Position, viewer: int | None) -> str | None:
        """Return a picture of lists, such as discards by card; None without any."""

    def summarize(self, state: np.void, position: Position, viewer: int | None) -> TableSummary:
        """Return what lies around the board, for a page that shows it beside `draw_stage`. Texts have marks.

        `state` is the state as the viewer knows it, and `position` the same as JSON.
        """

    def points(self, position: Position, viewer: int | None) -> list[int | None]:
        """Return the points of each seat, None where the viewer may not know them."""

    def battle_scene(self, before: Position, action: Any, after: Position) -> Any:
        """Return the `rendering.battle_scenes.BattleScene` of the fight that an action settled, or None."""

    def target(self, action: Any, position: Position) -> str | None:
        """Return the `data-target` in the picture that stands for an action, or None.

        Its first word is its kind: pages list the actions of one kind together.
        """

    def draw_card(self, rules: Any, card: str) -> str | None:
        """Return a card, building or figure by its id in `card_help`, or None."""


class EditionTexts(Texts, Protocol):
    """Words of a game with editions."""

    def edition_facts(self, edition: Any) -> list[Facts]:
        """Return tables of the edition's contents."""


class EditionPictures(Pictures, Protocol):
    """Pictures of a game with editions."""

    def draw_edition(self, edition: Any) -> str | None:
        """Return the maps of an edition, or None."""

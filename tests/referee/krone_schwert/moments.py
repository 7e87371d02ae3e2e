"""One step of a game as the detectors of `coverage` see it: what is certain from the two positions alone."""

from collections import Counter
from functools import cached_property

from tests.referee.actions import Action

from .cards import EVENTS, GAME_END, Cards, combat_sum
from .position import Json, Position, read_position
from .revolt import strength_of_cards


class Moment:
    """A legal action, the positions before and after it, and everything else that was legal."""

    def __init__(self, before: Json, action: Action, after: Json, legal: set[Action]) -> None:
        self.before, self.action, self.after, self.legal = before, action, after, legal
        self.seat: int = before["player"]
        self.phase: str = before["phase"]

    @cached_property
    def table(self) -> Position:
        """The position before, to be asked about land and buildings."""
        return read_position(self.before)

    @cached_property
    def kinds(self) -> set[str]:
        """The kinds of the legal actions."""
        return {action.kind for action in self.legal}

    @property
    def hand(self) -> Json:
        """The cards of the seat that decides."""
        hand: Json = self.before["hands"][self.seat]
        return hand

    @property
    def is_over(self) -> bool:
        """Whether the game ended by this step."""
        return bool(self.after["phase"] == "over")

    @property
    def begins_turn(self) -> bool:
        """Whether a turn began by this step."""
        return not self.is_over and bool(self.after["turn"] != self.before["turn"])

    def gained(self, seat: int) -> int:
        """The VP a seat gained; not to be asked of the last step, which brings the final scoring too."""
        gain: int = self.after["scores"][seat] - self.before["scores"][seat]
        return gain

    # -- drawing ----------------------------------------------------------------------------------------------

    @property
    def is_draw(self) -> bool:
        """D1: a card is taken, for an AP or as a replacement."""
        return self.action.kind == "draw"

    @property
    def made_anew(self) -> bool:
        """D3: a card was needed and the draw pile was empty."""
        return self.is_draw and not self.before["draw_pile"]

    @cached_property
    def event(self) -> str | None:
        """D1: the event that was drawn."""
        if not self.is_draw:
            return None
        pile: Cards = Counter(self.before["discard_pile" if self.made_anew else "draw_pile"])
        drawn: Cards = pile - Counter(self.after["draw_pile"])
        return next((event for event in EVENTS if drawn[event]), None)

    @property
    def is_replacement(self) -> bool:
        """D1, Q9: drawn after an event."""
        return self.is_draw and self.phase == "redraw"

    @property
    def drew_game_end(self) -> bool:
        """E2."""
        return GAME_END in self.after["discard_pile"]

    @property
    def card_drawn(self) -> str | None:
        """D1: the card that came to the hand."""
        gained = Counter(self.after["hands"][self.seat]) - Counter(self.hand)
        return next(iter(gained), None)

    # -- revolts ----------------------------------------------------------------------------------------------

    @property
    def is_reveal(self) -> bool:
        """R5 to R11: the last seat has laid its cards."""
        return self.before["revolt"] is not None and self.after["revolt"] is None

    def laid(self, card: str, side: str) -> int:
        """How many of a card lie under the votes of one side."""
        revolt = self.before["revolt"]
        return sum(
            cards.get(card, 0) for cards, vote in zip(revolt["laid"], revolt["votes"], strict=True) if vote == side
        )

    def combat(self, side: str) -> int:
        """The combat of all cards of one side, none cancelled."""
        revolt = self.before["revolt"]
        pairs = zip(revolt["laid"], revolt["votes"], strict=True)
        return sum(combat_sum(Counter(cards)) for cards, vote in pairs if vote == side)

    @property
    def shuffled_in(self) -> bool:
        """K2: a card that lay in the discard pile lies there no more."""
        gone: Cards = Counter(self.before["discard_pile"]) - Counter(self.after["discard_pile"])
        return bool(gone)

    @property
    def last(self) -> Json:
        """P3: the revolt that this step settled; only to be asked if it did."""
        last: Json = self.after["last_revolt"]
        return last

    @cached_property
    def people_asked(self) -> int:
        """R6, X1: how many people cards are to be turned up, if there are so many."""
        return 2 * self.before["revolt"]["votes"].count("sword") + (3 if len(self.before["hands"]) == 2 else 0)

    @cached_property
    def king_ahead_by(self) -> int:
        """R8: how much stronger the king's side was."""
        revolt = self.table.revolt
        king: int = 2 * revolt.votes.count("crown") + strength_of_cards(revolt, "crown")
        leader: int = self.last["open_swords"] + strength_of_cards(revolt, "sword")
        return king - leader

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

    @cached_property
    def reshuffled(self) -> bool:
        """D3: a card that lay in the discard pile lies there no more, and no event accounts for it."""
        gone: Cards = Counter(self.before["discard_pile"]) - Counter(self.after["discard_pile"])
        return bool(gone)

    @cached_property
    def events(self) -> Cards:
        """The events drawn before any reshuffle; in its midst all cards left were events, or it had not come."""
        if self.reshuffled:
            return Counter(self.before["draw_pile"])
        drawn: Cards = Counter(self.before["draw_pile"]) - Counter(self.after["draw_pile"])
        return Counter({event: drawn[event] for event in EVENTS if drawn[event]})

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

    @cached_property
    def people_asked(self) -> int:
        """R6, X1: how many people cards are to be turned up, if there are so many."""
        return 2 * self.before["revolt"]["votes"].count("sword") + (3 if len(self.before["hands"]) == 2 else 0)

    @cached_property
    def king_ahead_by(self) -> dict[int, int]:
        """R8, R9: after a king's victory, each number of open swords it can have been with, and his lead then."""
        revolt, people = self.table.revolt, self.before["people"]
        down, stay = people["face_down"], self.after["people"]["open_swords"]
        turned = min(self.people_asked, down["crown"] + down["sword"])
        fewest = people["open_swords"] + max(0, turned - down["crown"])
        most = people["open_swords"] + min(turned, down["sword"])
        king = 2 * revolt.votes.count("crown") + strength_of_cards(revolt, "crown")
        cards = strength_of_cards(revolt, "sword")
        leads = {swords: king - cards - swords for swords in (2 * stay - 1, 2 * stay) if fewest <= swords <= most}
        return {swords: lead for swords, lead in leads.items() if lead >= 0}

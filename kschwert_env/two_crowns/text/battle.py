"""Texts for the effects of an answer in a battle: discards, the cards that act, and the winner."""

from collections import Counter
from collections.abc import Iterator

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.jit.plain import plain
from kschwert_env.engine.text.phrases import card_list, card_name
from kschwert_env.two_crowns.kernel import special_cards
from kschwert_env.two_crowns.kernel.components import KNIGHT_NAMES, NOBODY, PRICED_NAMES, Card
from kschwert_env.two_crowns.positions.view import battle_state
from kschwert_env.two_crowns.text.drawing import asking

SEATS = (0, 1)


def battle_lines(before: Position, action: Action, after: Position) -> list[str]:
    """Return lines for the effects of the defender's `done`, or of an answer to a payment."""
    discarded = discards(before, after)
    if after["battle"]:
        return discarded
    fight = Fight(before, action)
    return [*fight.acts(), *discarded, fight.result(after)]


def discards(before: Position, after: Position) -> list[str]:
    """Return a line for each seat that has discarded cards."""
    piles = [Counter(after["discards"][seat]) - Counter(before["discards"][seat]) for seat in SEATS]
    return [f"[{seat}] [discards] {card_list(cards)}." for seat, cards in enumerate(piles) if cards]


class Fight:
    """A battle after all payments, before any card acts.

    Attributes:
        attacker: the attacking seat.
        defender: the defending seat.
        state: the battle, which `acts` changes.
        gone: for each seat, its knights that special cards have removed, with what has become of them.
    """

    def __init__(self, before: Position, action: Action) -> None:
        """Build the battle from the last position and the last answer."""
        self.attacker = before["turn_player"]
        self.defender = 1 - self.attacker
        self.state = battle_state(before)
        self.gone: tuple[list[tuple[str, str]], ...] = ([], [])
        if action.choice == "yes":
            self.state.paid[before["player"], PRICED_NAMES.index(asking(before))] += 1

    def paid(self, seat: int) -> dict[str, int]:
        """Return the cards of a seat that are paid for."""
        return {name: int(count) for name, count in zip(PRICED_NAMES, self.state.paid[seat], strict=True) if count}

    def points(self, seat: int) -> int:
        """Return the points of a seat's knights (A4), doubled by every vassal that is paid for (X4)."""
        return self.undoubled(seat) * 2 ** self.paid(seat).get("vassal", 0)

    def undoubled(self, seat: int) -> int:
        """Return the points of a seat's knights that are still there, without vassals."""
        return sum((i + 1) * int(self.state.laid[seat][i]) for i in range(len(KNIGHT_NAMES)))

    def acts(self) -> Iterator[str]:
        """Let all cards act as in `kernel.special_cards.act` (A3), and yield a line for each."""
        for card in ("catapult", "bishop", "feint", "vassal"):
            for seat in (self.attacker, self.defender):
                for _ in range(self._number(card, seat)):
                    yield f"[{seat}'s] {card_name(card)} {self._effect(card, seat)}."
                    if self.is_broken_off:
                        return

    def _number(self, card: str, seat: int) -> int:
        """Return how many copies of a card of a seat act: all feints laid, and all other cards paid for."""
        laid, paid = self.state.laid[seat], self.state.paid[seat]
        return int(laid[Card.FEINT] if card == "feint" else paid[PRICED_NAMES.index(card)])

    def _effect(self, card: str, seat: int) -> str:
        enemy = 1 - seat
        if card == "catapult":
            plain(special_cards.catapult)(self.state, seat)
            return f"takes {special_cards.DAMAGE} points off [{enemy}'s] castle"
        if card == "vassal":
            return "doubles the points of the knights"
        if card == "feint" and self.state.laid_counts[enemy] < self.state.laid_counts[seat]:
            return f"does nothing: [{enemy}] [has] laid fewer cards"
        knight = plain(special_cards.bishop if card == "bishop" else special_cards.feint)(self.state, seat)
        if knight == NOBODY:
            return "finds no knight"
        name = card_name(KNIGHT_NAMES[knight])
        self.gone[enemy].append((KNIGHT_NAMES[knight], "taken by the bishop" if card == "bishop" else "sent to rest"))
        return f"brings over {name} from [{enemy}]" if card == "bishop" else f"sends {name} to rest"

    @property
    def is_broken_off(self) -> bool:
        """Return whether a catapult has brought down a castle (E1)."""
        return bool(min(self.state.scores) <= 0)

    def result(self, after: Position) -> str:
        """Return a text with the winner of the battle (A4, A5), once all cards have acted."""
        if self.is_broken_off:
            return "The battle is not fought to its end."
        castle = after["castles"][self.defender]
        damage = self.state.scores[self.defender] - castle
        if damage <= 0:
            is_tie = self.points(self.attacker) == self.points(self.defender)
            return f"{'A tie goes to the defender: ' if is_tie else ''}[{self.defender}] [holds] the castle."
        return f"[{self.attacker}] [wins] the battle by {damage}: [{self.defender}'s] castle is at {castle}."

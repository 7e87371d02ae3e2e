"""What follows in a battle from an answer, in words: who is asked next, or how all acts and who wins."""

from collections import Counter
from collections.abc import Iterator

from kschwert_env.engine.actions import Action
from kschwert_env.engine.contract import Position
from kschwert_env.engine.text import card_list, card_name
from kschwert_env.two_crowns.kernel.components import KNIGHT_NAMES
from kschwert_env.two_crowns.kernel.special import DAMAGE
from kschwert_env.two_crowns.words.drawing import asking

SEATS = (0, 1)


def battle_lines(before: Position, action: Action, after: Position) -> list[str]:
    """What followed from the defender's `done`, or from an answer to who was asked to pay."""
    discarded = []
    for seat in SEATS:
        cards = Counter(after["discards"][seat]) - Counter(before["discards"][seat])
        if cards:
            discarded.append(f"Seat {seat} discards {card_list(cards)}.")
    if after["battle"]:
        return discarded
    fight = _Fight(before, action)
    return [*fight.acts(after), *discarded, fight.result(after)]


class _Fight:
    """A battle in which everybody has been asked, before anything acts."""

    def __init__(self, before: Position, action: Action) -> None:
        """Take what is paid for and laid out of the last position, and out of the last answer."""
        self.attacker = before["turn_player"]
        self.defender = 1 - self.attacker
        self.laid, self.counts = before["battle"]["laid"], before["battle"]["counts"]
        self.castles = list(before["castles"])
        self.paid = [Counter(cards) for cards in before["battle"]["paid"]]
        if action.choice == "yes":
            self.paid[before["player"]][asking(before)] += 1
        self.knights = [[knight for knight in KNIGHT_NAMES for _ in range(cards.get(knight, 0))] for cards in self.laid]

    def acts(self, after: Position) -> Iterator[str]:
        """A line for each card that acts, in the order in which they do (A3)."""
        for card in ("catapult", "bishop", "feint", "vassal"):
            for seat in (self.attacker, self.defender):
                for _ in range(self.laid[seat].get(card, 0) if card == "feint" else self.paid[seat][card]):
                    yield f"The {card_name(card)} of seat {seat} {self._effect(card, seat)}."
                    if min(self.castles) <= 0:
                        return

    def _effect(self, card: str, seat: int) -> str:
        enemy = 1 - seat
        if card == "catapult":
            self.castles[enemy] -= DAMAGE
            return f"takes {DAMAGE} points off the castle of seat {enemy}"
        if card == "vassal":
            return "doubles the points of his knights"
        if card == "feint" and self.counts[enemy] < self.counts[seat]:
            return f"does nothing: seat {enemy} has laid fewer cards"
        if not self.knights[enemy]:
            return "finds no knight"
        knight = card_name(self.knights[enemy].pop())
        return f"brings over {knight} from seat {enemy}" if card == "bishop" else f"sends {knight} to rest"

    def result(self, after: Position) -> str:
        """Who has won the battle (A4, A5), once everything has acted."""
        if min(self.castles) <= 0:
            return "The battle is not fought to its end."
        castle = after["castles"][self.defender]
        damage = self.castles[self.defender] - castle
        if damage <= 0:
            return f"Seat {self.defender} holds the castle."
        return f"Seat {self.attacker} wins the battle by {damage}: the castle of seat {self.defender} is at {castle}."

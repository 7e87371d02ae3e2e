"""Turns without the battle: recruiting (R1, R2), the die of fate (F1), the end (T2, E1 to E3), and chance."""

from collections import Counter
from collections.abc import Iterator

from tests.referee.actions import Action
from tests.referee.judge import Impossible
from tests.referee.two_crowns.position import CASTLE, COPIES, FULL_HAND, SEATS, Cards, Json, Position, knights


class Chance:
    """The outcomes of chance that led to a given successor; an impossible outcome is refused (`Impossible`)."""

    def __init__(self, successor: Json) -> None:
        self.successor = successor

    def recruit(self, position: Position, number: int) -> Cards:
        """Return the cards that the hand has gained, except cards back from rest (T2)."""
        seat = position.turn_player
        had = position.hands[seat] + position.resting[seat].this_turn
        return self._from_deck("R1", position, Counter(self.successor["hands"][seat]) - had, number)

    def exact(self, position: Position) -> Cards:
        """Return the drawn cards to choose from."""
        return self._from_deck("R2", position, Counter(self.successor["exact"] or {}), 2)

    def die(self, position: Position) -> int:
        """Return the castle's new value."""
        face: int = self.successor["castles"][position.player]
        if face not in range(1, CASTLE + 1):
            raise Impossible(f"F1: no die shows {face}")
        return face

    def _from_deck(self, rule: str, position: Position, cards: Cards, number: int) -> Cards:
        if cards.total() != number:
            raise Impossible(f"{rule}: {number} cards are drawn, not {dict(cards)}")
        if missing := cards - position.decks[position.turn_player]:
            raise Impossible(f"{rule}: {dict(missing)} did not lie in the deck")
        return cards


def can_attack(position: Position) -> bool:
    """A1: at least one knight can be laid."""
    return bool(knights(position.hands[position.player]))


def can_recruit(position: Position) -> bool:
    """R1: fewer than seven cards, rest included (T2), and a card in the deck."""
    seat = position.player
    return position.cards_held(seat) < FULL_HAND and position.decks[seat].total() > 0


def can_exact(position: Position) -> bool:
    """R2: at most seven cards, rest included (T2), one of them in hand, and a card in the deck."""
    seat = position.player
    fits = position.cards_held(seat) <= FULL_HAND
    return fits and position.hands[seat].total() > 0 and position.decks[seat].total() > 0


def can_act(position: Position) -> bool:
    """E2: any action that uses the turn; the die of fate does not."""
    return can_attack(position) or can_recruit(position) or can_exact(position)


def can_roll(position: Position) -> bool:
    """F1: once per game, by either seat."""
    return position.rules["die_of_fate"] and not position.fate_used


def turn_choices(position: Position) -> Iterator[Action]:
    """T1, R1, R2, F1; E2: passing, only without any other action and with a knight at rest."""
    if can_attack(position):
        yield Action("attack")
    if can_recruit(position):
        yield Action("recruit")
    if can_exact(position):
        yield from (Action("exact", card) for card in COPIES if position.hands[position.player][card])
    if not can_act(position) and position.resting[position.player].total:
        yield Action("pass")
    if can_roll(position):
        yield Action("roll_fate")


def recruit(position: Position, action: Action, chance: Chance) -> None:
    """R1: draw up to seven cards, or until the deck is empty."""
    seat = position.player
    missing, left = FULL_HAND - position.cards_held(seat), position.decks[seat].total()
    drawn = chance.recruit(position, min(missing, left))
    position.decks[seat] -= drawn
    position.hands[seat] += drawn
    end_turn(position)


def exact(position: Position, action: Action, chance: Chance) -> None:
    """R2: discard, draw two; with one card left in the deck there is no choice."""
    seat, given = position.player, Counter([action.card])
    position.leaves_openly(seat, given)
    position.hands[seat] -= given
    position.discards[seat] += given
    if position.decks[seat].total() == 1:
        position.hands[seat] += position.decks[seat]
        position.decks[seat] = Counter()
        end_turn(position)
    else:
        position.exact = chance.exact(position)
        position.decks[seat] -= position.exact
        position.phase = "keep"


def keep_choices(position: Position) -> Iterator[Action]:
    """R2: one of the cards drawn."""
    yield from (Action("keep", card) for card in COPIES if position.exact[card])


def keep(position: Position, action: Action, chance: Chance) -> None:
    """R2: the other card is discarded; it has never been in the hand (P1)."""
    seat, kept = position.player, Counter([action.card])
    position.hands[seat] += kept
    position.discards[seat] += position.exact - kept
    position.exact = None
    end_turn(position)


def roll_fate(position: Position, action: Action, chance: Chance) -> None:
    """F1: the turn continues, or the defender's battle."""
    seat, face = position.player, chance.die(position)
    position.castles[seat] = face
    position.fate_used = True


def pass_turn(position: Position, action: Action, chance: Chance) -> None:
    """E2: with knights at rest, which come back at the end of this turn (T2)."""
    end_turn(position)


def end_turn(position: Position) -> None:
    """T2: cards of both seats come back from rest. Then the cap (E3), or the other seat's turn (T1)."""
    for seat in SEATS:
        rest = position.resting[seat]
        position.enters_hand_openly(seat, rest.this_turn)
        rest.this_turn = Counter()
    cap = position.rules["max_turns"]
    if cap is not None and position.turn + 1 == cap:
        position.truncated = True
        finish(position)
    else:
        begin_turn(position)


def begin_turn(position: Position) -> None:
    """T1: the other seat's turn; E2: it loses if it can do nothing and has no knight at rest."""
    for rest in position.resting:
        rest.this_turn, rest.next_turn = rest.next_turn, Counter()
    position.turn += 1
    position.turn_player = position.player = position.defender
    position.phase = "turn"
    if can_act(position):
        return
    if not position.resting[position.player].total:
        position.castles[position.player] = 0
        finish(position)


def finish(position: Position) -> None:
    """End the game; nothing stays pending (E1 to E3)."""
    position.phase, position.player, position.battle = "over", None, None

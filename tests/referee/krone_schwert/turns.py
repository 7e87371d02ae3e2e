"""Turns (chapter 3), piles, people cards and the tax (C7, K3, K4), chance, and the end (chapter 10)."""

from collections import Counter
from collections.abc import Iterator

from tests.referee.actions import Action
from tests.referee.judge import Impossible
from tests.referee.krone_schwert.position import (
    ACTION_POINTS,
    CARDS_BELOW_GAME_END,
    EVENTS,
    GAME_END,
    PEOPLE_CARDS,
    Json,
    People,
    Position,
)

LARGEST_AREA, SECOND_LARGEST_AREA, KING = 5, 2, 5  # E4


class Chance:
    """The outcomes of chance that led to a given successor. Shuffles need none, since piles are counts.

    An impossible outcome is refused (`Impossible`) or replaced by the nearest possible one, so that the computed
    position differs from the successor.
    """

    def __init__(self, successor: Json, settles_revolt: bool) -> None:
        self.successor = successor
        # R9 and R10 shuffle away swords that R6 turned up; the last revolt has their number (P3).
        is_told = settles_revolt and successor["last_revolt"] is not None
        self.swords_in_revolt = successor["last_revolt"]["open_swords"] if is_told else None

    def draw(self, position: Position) -> str:
        """Return the event that left the pile, or else the card that arrived in the hand (D1)."""
        for event in EVENTS:
            if position.draw_pile[event] > self.successor["draw_pile"].get(event, 0):
                return event
        return self._arrived(position)

    def turn_up(self, people: People, number: int) -> int:
        """Return the number of swords missing from those open in the successor, as far as the cards allow.

        The first turning in a revolt leads to the swords that counted in it.
        """
        then, self.swords_in_revolt = self.swords_in_revolt, None
        swords = (self.successor["people"]["open_swords"] if then is None else then) - people.open_swords
        return min(max(swords, 0, number - people.crowns), number, people.swords)

    def place_game_end(self, fewest: int, most: int) -> int:
        """Return the position in the successor, if it is possible (E1)."""
        return min(max(self.successor["cards_before_game_end"] or 0, fewest), most)

    def _arrived(self, position: Position) -> str:
        """Return the action card by which the hand grew (D1)."""
        hand, pile = position.hands[position.turn_player], position.draw_pile
        gained = Counter(self.successor["hands"][position.turn_player]) - hand
        if gained.total() != 1:
            raise Impossible(f"D1: a draw adds exactly one card to the hand, not {dict(gained)}")
        card = next(iter(gained))
        if not pile[card]:
            raise Impossible(f"D1: {card} was drawn, but none lay in the draw pile (D3)")
        if card in EVENTS or card == GAME_END:
            raise Impossible(f"D1: {card} is an event and never comes to a hand")
        return card


def shuffle_together(position: Position) -> None:
    """K2, D3, E1: the discard pile joins the draw pile."""
    position.draw_pile.update(position.discard_pile)
    position.discard_pile.clear()


def next_card(position: Position, chance: Chance) -> str:
    """D1, D3: the top card of the draw pile, which is renewed if it is empty."""
    if not position.draw_pile.total():
        shuffle_together(position)
    if position.cards_before_game_end == 0:
        card = GAME_END
    else:
        card = chance.draw(position)
        if position.cards_before_game_end is not None:
            position.cards_before_game_end -= 1
    position.draw_pile[card] -= 1
    return card


def hide_game_end(position: Position, chance: Chance) -> None:
    """E1: `game_end` is among the last 20 other cards of the shuffled pile, or among all if there are fewer."""
    shuffle_together(position)
    others = position.draw_pile.total()
    fewest_before = max(0, others - CARDS_BELOW_GAME_END)
    position.cards_before_game_end = chance.place_game_end(fewest_before, others)
    position.draw_pile[GAME_END] = 1


def turn_up(position: Position, number: int, chance: Chance) -> None:
    """C7: swords stay open, crowns are set aside; an empty pile has no further effect."""
    people = position.people
    number = min(number, people.crowns + people.swords)
    swords = chance.turn_up(people, number)
    people.swords -= swords
    people.open_swords += swords
    people.crowns -= number - swords
    people.crowns_aside += number - swords


def shuffle_people(position: Position, stay_open: int) -> None:
    """R9, R10: all people cards form a new pile, except the swords that stay open."""
    crowns, swords = PEOPLE_CARDS["crown"], PEOPLE_CARDS["sword"]
    position.people = People(crowns, swords - stay_open, open_swords=stay_open, crowns_aside=0)


def take_tax(position: Position, chance: Chance) -> None:
    """K3: 1 VP per own castle, then one people card is turned up."""
    position.scores[position.king] += position.castles(position.king)
    turn_up(position, 1, chance)


def tax_choices(position: Position) -> Iterator[Action]:
    """K4: the king may decline it."""
    yield Action("tax", choice="take")
    yield Action("tax", choice="leave")


def tax(position: Position, action: Action, chance: Chance) -> None:
    """K4: the choice costs no AP."""
    if action.choice == "take":
        take_tax(position, chance)
    position.phase = "action"


def areas(position: Position, seat: int) -> list[int]:
    """E4: the sizes of the seat's connected areas of any terrain."""
    left, sizes = position.land(seat), []
    while left:
        size, border = 0, [left.pop()]
        while border:
            size += 1
            reached = left.intersection(position.neighbours(border.pop()))
            left -= reached
            border.extend(reached)
        sizes.append(size)
    return sizes


def final_gains(position: Position) -> list[int]:
    """E4: the VP that each seat gains in the final scoring."""
    gains = [len(position.own_buildings(seat)) + position.cathedrals(seat) for seat in position.seats]
    sizes = [set(areas(position, seat)) for seat in position.seats]
    ranking = sorted(set().union(*sizes), reverse=True)
    for size, prize in zip(ranking, (LARGEST_AREA, SECOND_LARGEST_AREA), strict=False):
        for seat in position.seats:
            if size in sizes[seat]:
                gains[seat] += prize
    if position.king is not None:
        gains[position.king] += KING
    return gains


def returns(position: Json) -> list[float]:
    """Return the return of each seat by the option `reward`; the sum is zero."""
    scores, kind = position["scores"], position["rules"]["reward"]
    seats, best = len(scores), max(scores)
    if kind == "win":  # E5: winners share the losses of the losers
        won, lost = (seats / scores.count(best) - 1) / (seats - 1), -1 / (seats - 1)
        return [won if score == best else lost for score in scores]
    if kind == "placement":  # from +1 to -1 in equal steps; equal VP get the mean of their ranks
        return [sum((other < score) - (other > score) for other in scores) / (seats - 1) for score in scores]
    return [(score - sum(scores) / seats) / 10 for score in scores]


def begin_turn(position: Position, turn: int) -> None:
    """T2, Q2: the open papal visit ends, a seat without land resettles, a king decides on the tax."""
    seat = (position.start_player + turn) % len(position.seats)
    position.turn, position.turn_player, position.player = turn, seat, seat
    position.action_points, position.attack_spent = ACTION_POINTS, False
    if position.papal_visit[seat]:
        position.papal_visit[seat] = False
        position.discard_pile["papal_visit"] += 1
    if not position.land(seat) and can_settle(position):
        position.phase = "resettle"
    else:
        tax_or_action(position)


def can_settle(position: Position) -> bool:
    """Q2, L3: whether the deciding seat has a marker, and a free field is left."""
    return position.has_marker(position.turn_player) and bool(position.free_fields())


def tax_or_action(position: Position) -> None:
    """T2: the decision after the papal visit and the resettling."""
    position.phase = "tax" if position.king == position.turn_player else "action"


def continue_turn(position: Position) -> None:
    """Q3, Q8: return to the turn's player, or to the next one without AP."""
    position.phase, position.player = "action", position.turn_player
    if position.action_points == 0:
        pass_turn(position)


def pass_turn(position: Position) -> None:
    """Q3: the next turn begins, unless the cap on rounds is reached (E6, Q10)."""
    next_turn, cap = position.turn + 1, position.rules["max_rounds"]
    if cap is not None and next_turn >= cap * len(position.seats):
        position.truncated = True
        finish(position)
    else:
        begin_turn(position, next_turn)


def finish(position: Position) -> None:
    """End the game immediately: nothing stays pending, and the final scoring is done (E2 to E4)."""
    position.phase, position.player, position.expansion = "over", None, None
    for seat, gain in enumerate(final_gains(position)):
        position.scores[seat] += gain


def end_turn_choice(position: Position) -> Iterator[Action]:
    """T1: ending the turn early is always allowed."""
    yield Action("end_turn")


def end_turn(position: Position, action: Action, chance: Chance) -> None:
    """T1: the remaining AP are lost."""
    pass_turn(position)

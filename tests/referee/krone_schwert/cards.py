"""Drawing and playing cards (chapter 5)."""

from collections.abc import Iterator

from tests.referee.actions import Action
from tests.referee.krone_schwert.land import discard_from_hand
from tests.referee.krone_schwert.position import ACTION_CARDS, EVENTS, GAME_END, Position
from tests.referee.krone_schwert.turns import Chance, continue_turn, finish, next_card, turn_up

PEOPLE_BY_UNREST = 2  # D5
PEOPLE_BY_INCITE = 3  # D6


def may_draw(position: Position) -> bool:
    """D3: whether a pile holds a card that ends every chain of events."""
    piles = position.draw_pile + position.discard_pile
    return bool(piles.keys() & {*ACTION_CARDS, GAME_END})


def draw_choices(position: Position) -> Iterator[Action]:
    """D1, D3: drawing costs 1 AP."""
    if position.action_points >= 1 and may_draw(position):
        yield Action("draw")


def draw(position: Position, action: Action, chance: Chance) -> None:
    """D1: the AP is spent for any card."""
    position.action_points -= 1
    take_card(position, chance)


def take_card(position: Position, chance: Chance) -> None:
    """D1, E2, Q9: one card goes to the hand, or is an event and may be replaced, or ends the game."""
    card = next_card(position, chance)
    if card in EVENTS:
        carry_out(position, card, chance)
        position.discard_pile[card] += 1
        ask_for_replacement(position)
    elif card == GAME_END:
        position.discard_pile[GAME_END] += 1
        finish(position)
    else:
        position.hands[position.player][card] += 1
        continue_turn(position)


def ask_for_replacement(position: Position) -> None:
    """D1, Q9: the same seat draws again or declines, even without AP."""
    assert may_draw(position), "D3: an event takes away no card of those that made the draw legal"
    position.phase = "redraw"


def redraw_choices(position: Position) -> Iterator[Action]:
    """Q9: a replacement at no cost, or none; a seat is not asked if no card can be drawn."""
    yield Action("draw")
    yield Action("done")


def redraw(position: Position, action: Action, chance: Chance) -> None:
    """D1: no AP is spent; events can chain."""
    take_card(position, chance)


def redraw_done(position: Position, action: Action, chance: Chance) -> None:
    """Q9: no replacement; an empty draw pile stays empty (D3)."""
    continue_turn(position)


def carry_out(position: Position, event: str, chance: Chance) -> None:
    """D4 city scoring and D5 unrest; both have no effect before the first king (D2)."""
    if position.king is None:
        return
    if event == "unrest":
        turn_up(position, PEOPLE_BY_UNREST, chance)
    else:
        for seat in position.seats:
            if seat != position.king:
                position.scores[seat] += position.cities(seat)


def card_choices(position: Position) -> Iterator[Action]:
    """D6, D7: incite at any time; a papal visit only if the own previous one has ended."""
    hand = position.hands[position.player]
    if position.action_points >= 1 and hand["incite"]:
        yield Action("incite")
    if position.action_points >= 1 and hand["papal_visit"] and not position.papal_visit[position.player]:
        yield Action("papal_visit")


def incite(position: Position, action: Action, chance: Chance) -> None:
    """D6: turn up 3 people cards."""
    position.action_points -= 1
    discard_from_hand(position, position.player, "incite")
    turn_up(position, PEOPLE_BY_INCITE, chance)
    continue_turn(position)


def papal_visit(position: Position, action: Action, chance: Chance) -> None:
    """D7: the card is open, in no pile, until the start of the player's next turn."""
    position.action_points -= 1
    position.hands[position.player]["papal_visit"] -= 1
    position.papal_visit[position.player] = True
    continue_turn(position)

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
    card, is_replacement = next_card(position, chance), position.phase == "redraw"
    position.note_if(is_replacement and position.king is None, "D2 replacement without a king")
    if card in EVENTS:
        position.note("D1 chain of events" if is_replacement else "D1 event drawn")
        carry_out(position, card, chance)
        position.discard_pile[card] += 1
        ask_for_replacement(position)
    elif card == GAME_END:
        position.note("E2 game end drawn")
        position.note_if(is_replacement, "E2 as a replacement")
        position.note_if(position.action_points, "E2 in mid-turn")
        position.discard_pile[GAME_END] += 1
        finish(position)
    else:
        position.note(f"D1 draws {card}")
        position.note_if(is_replacement, "D1 replacement at no cost")
        position.note_if(is_replacement and position.action_points == 0, "Q9 turn passes after a replacement")
        position.hands[position.player][card] += 1
        continue_turn(position)


def ask_for_replacement(position: Position) -> None:
    """D1, Q9: the same seat draws again or declines, even without AP; it is not asked if drawing is illegal."""
    if may_draw(position):
        position.note("Q9 redraw asked")
        position.note_if(position.action_points == 0, "Q9 redraw asked with no action point left")
        position.phase = "redraw"
    else:
        continue_turn(position)


def redraw_choices(position: Position) -> Iterator[Action]:
    """Q9: a replacement at no cost, or none; a seat is not asked if no card can be drawn."""
    yield Action("draw")
    yield Action("done")


def redraw(position: Position, action: Action, chance: Chance) -> None:
    """D1: no AP is spent; events can chain."""
    take_card(position, chance)


def redraw_done(position: Position, action: Action, chance: Chance) -> None:
    """Q9: no replacement; an empty draw pile stays empty (D3)."""
    position.note("D1 replacement declined")
    position.note_if(not position.draw_pile.total(), "D3 not before a card is needed")
    passes = position.action_points == 0
    continue_turn(position)
    if position.phase == "over":
        position.note("Q9 declined as the last act before the cap")
    else:
        position.note("Q9 turn passes without a replacement" if passes else "Q9 turn goes on without a replacement")


def carry_out(position: Position, event: str, chance: Chance) -> None:
    """D4 city scoring and D5 unrest; both have no effect before the first king (D2)."""
    if position.king is None:
        position.note("D2 event without a king")
    elif event == "unrest":
        position.note("D5 unrest")
        turn_up(position, PEOPLE_BY_UNREST, chance)
    else:
        position.note("D4 city scoring")
        position.note_if(position.cities(position.king), "D4 not for the king")
        for seat in position.seats:
            if seat != position.king:
                position.note_if(position.cities(seat), "D4 VP for a city")
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
    position.note("D6 incite")
    position.note_if(position.king is None, "D6 without a king")
    position.action_points -= 1
    discard_from_hand(position, position.player, "incite")
    turn_up(position, PEOPLE_BY_INCITE, chance)
    continue_turn(position)


def papal_visit(position: Position, action: Action, chance: Chance) -> None:
    """D7: the card is open, in no pile, until the start of the player's next turn."""
    position.note("D7 papal visit")
    position.action_points -= 1
    position.hands[position.player]["papal_visit"] -= 1
    position.papal_visit[position.player] = True
    continue_turn(position)

"""Drawing and playing cards: draw, events, incite, papal visit (chapter 5)."""

from collections.abc import Iterator

from tests.referee.actions import Action

from .cards import ACTION_CARDS, EVENTS, GAME_END
from .chance import Chance
from .land import discard_from_hand
from .people import turn_up
from .piles import next_card
from .position import Position
from .turn import finish, go_on

PEOPLE_BY_UNREST = 2  # D5
PEOPLE_BY_INCITE = 3  # D6


def may_draw(position: Position) -> bool:
    """D3: while a pile holds a card that ends every chain."""
    piles = position.draw_pile + position.discard_pile
    return bool(piles.keys() & {*ACTION_CARDS, GAME_END})


def draw_choices(position: Position) -> Iterator[Action]:
    """D1, D3: for 1 AP."""
    if position.action_points >= 1 and may_draw(position):
        yield Action("draw")


def draw(position: Position, action: Action, chance: Chance) -> None:
    """D1: the AP is spent whatever comes."""
    position.cite("D1")
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
        position.cite("E2")
        position.discard_pile[GAME_END] += 1
        finish(position)
    else:
        position.hands[position.player][card] += 1
        go_on(position)


def ask_for_replacement(position: Position) -> None:
    """D1, Q9: the same seat draws again or goes without, also with no AP left; not asked if drawing is illegal."""
    position.cite("Q9")
    if may_draw(position):
        position.phase = "redraw"
    else:
        go_on(position)


def redraw_choices(position: Position) -> Iterator[Action]:
    """Q9: a replacement at no cost, or none; nobody is asked where there is nothing to draw."""
    yield Action("draw")
    yield Action("done")


def redraw(position: Position, action: Action, chance: Chance) -> None:
    """D1: no AP is spent; events can chain."""
    position.cite("D1", "Q9")
    take_card(position, chance)


def redraw_done(position: Position, action: Action, chance: Chance) -> None:
    """Q9: without a replacement; an empty draw pile stays empty (D3)."""
    position.cite("Q9")
    go_on(position)


def carry_out(position: Position, event: str, chance: Chance) -> None:
    """D4 city scoring and D5 unrest; neither does anything before there is a king (D2)."""
    if position.king is None:
        position.cite("D2")
    elif event == "unrest":
        position.cite("D5")
        turn_up(position, PEOPLE_BY_UNREST, chance)
    else:
        position.cite("D4")
        for seat in position.seats:
            if seat != position.king:
                position.scores[seat] += position.cities(seat)


def card_choices(position: Position) -> Iterator[Action]:
    """D6, D7: incite at any time; a papal visit not while one's own still lies open."""
    hand = position.hands[position.player]
    if position.action_points >= 1 and hand["incite"]:
        yield Action("incite")
    if position.action_points >= 1 and hand["papal_visit"] and not position.papal_visit[position.player]:
        yield Action("papal_visit")


def incite(position: Position, action: Action, chance: Chance) -> None:
    """D6: turn up 3 people cards."""
    position.cite("D6")
    position.action_points -= 1
    discard_from_hand(position, position.player, "incite")
    turn_up(position, PEOPLE_BY_INCITE, chance)
    go_on(position)


def papal_visit(position: Position, action: Action, chance: Chance) -> None:
    """D7: the card lies open, in no pile, until the start of the player's next turn."""
    position.cite("D7")
    position.action_points -= 1
    position.hands[position.player]["papal_visit"] -= 1
    position.papal_visit[position.player] = True
    go_on(position)

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


def draw_choices(position: Position) -> Iterator[Action]:
    """D1, D3: while a pile holds a card that ends the chain."""
    piles = position.draw_pile + position.discard_pile
    if position.action_points >= 1 and piles.keys() & {*ACTION_CARDS, GAME_END}:
        yield Action("draw")


def draw(position: Position, action: Action, chance: Chance) -> None:
    """D1, Q9: events are carried out, discarded and replaced until another card comes."""
    position.cite("D1")
    position.action_points -= 1
    card = next_card(position, chance)
    while card in EVENTS:
        carry_out(position, card, chance)
        position.discard_pile[card] += 1
        card = next_card(position, chance)
    if card == GAME_END:
        position.cite("E2")
        position.discard_pile[GAME_END] += 1
        finish(position)
    else:
        position.hands[position.player][card] += 1
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

"""The draw and the discard pile: what is drawn next, and the two being shuffled together (D3, K2, E1)."""

from .cards import CARDS_BELOW_GAME_END, GAME_END
from .chance import Chance
from .position import Position


def shuffle_together(position: Position) -> None:
    """K2, D3, E1: the discard pile joins the draw pile."""
    position.draw_pile.update(position.discard_pile)
    position.discard_pile.clear()


def next_card(position: Position, chance: Chance) -> str:
    """D1, D3: the top card of the draw pile, made anew if it is empty."""
    if not position.draw_pile.total():
        position.cite("D3")
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
    """E1: `game_end` among the last 20 other cards of the shuffled pile, or among all if they are fewer."""
    shuffle_together(position)
    others = position.draw_pile.total()
    fewest_before = max(0, others - CARDS_BELOW_GAME_END)
    position.cards_before_game_end = chance.place_game_end(fewest_before, others)
    position.draw_pile[GAME_END] = 1

"""The setup (S4, M2), and the hand at the end of a turn (chapter 9)."""

from collections.abc import Iterator

from tests.referee.actions import Action
from tests.referee.politics_and_intrigue.events import harvest
from tests.referee.politics_and_intrigue.land import (
    ask,
    ask_action,
    count_working,
    finish,
    lose,
    stock,
    surplus,
    total_stock,
)
from tests.referee.politics_and_intrigue.piles import (
    Chance,
    bury,
    draw,
    enters_hand,
    look,
    open_to,
    open_with_cards,
    own_stacks,
    take,
)
from tests.referee.politics_and_intrigue.positions.position import (
    DONE,
    HAND_AT_START,
    RESOURCES,
    Cards,
    Json,
    Position,
    Stacked,
    each,
)

PRICE, PRICE_WITH_TOWN_HALL = 2, 1  # H4, F8


def setup_stack(p: Position, action: Action, chance: Chance) -> None:
    """Name a stack in the setup (S4, N3)."""
    look(p, p.player, action.stack)
    ask(p, "setup_take", p.player, {"stack": action.stack, "left": HAND_AT_START})


def setup_take(p: Position, action: Action, chance: Chance) -> None:
    """S4: three cards; then the other seat, then the first turn."""
    stack, left = p.pending["stack"], p.pending["left"] - 1
    take(p, p.player, stack, action.card)
    if left:
        ask(p, "setup_take", p.player, {"stack": stack, "left": left})
    elif p.player == p.start_player:
        ask(p, "setup_stack", 1 - p.player)
    else:
        ask(p, "roll", p.start_player)


# -- M2 -------------------------------------------------------------------------------------------------------


def deck_pick(p: Position, action: Action, chance: Chance) -> None:
    """M2: when both have taken, the rest is shuffled into stacks, without marks."""
    seat = p.player
    deck = p.stacks[own_stacks(p, seat)[0]]
    deck.remove(next(card for card in deck if card.card == action.card))
    enters_hand(p, seat, action.card)
    left = p.pending["left"] - 1
    if left:
        ask(p, "deck_pick", seat, {"left": left})
    elif seat == p.start_player:
        ask(p, "deck_pick", 1 - seat, {"left": HAND_AT_START})
    else:
        for side in (0, 1):
            shuffle(p, side, chance)
        ask(p, "roll", p.start_player)


def shuffle(p: Position, seat: int, chance: Chance) -> None:
    """Shuffle the decks into stacks (M2)."""
    own = own_stacks(p, seat)
    rest: Cards = Cards(card.card for card in p.stacks[own[0]])
    for stack, order in zip(own, chance.shuffled(p, seat, rest), strict=True):
        p.stacks[stack] = [Stacked(card, [False, False]) for card in order]


def end_turn(p: Position) -> None:
    """H1 to H3."""
    above = surplus(p, p.turn_player)
    if above > 0:
        ask(p, "trim", p.turn_player, {"resume": None})
    elif above < 0:
        refill(p, holy_used=False)
    else:
        ask(p, "exchange", p.turn_player)


def next_turn(p: Position) -> None:
    """T1; W2: a game that is truncated stays in its last turn."""
    cap = p.rules["max_rounds"]
    if cap is not None and p.turn + 1 == 2 * cap:
        p.truncated = True
        finish(p)
    else:
        p.turn += 1
        p.dice, p.mints_used = None, 0
        ask(p, "roll", p.turn_player)


# -- H1 -------------------------------------------------------------------------------------------------------


def trim(p: Position, action: Action, chance: Chance) -> None:
    """Name the stack for a surplus card (H1, Q8)."""
    ask(p, "trim_card", p.player, {"stack": action.stack, "resume": p.pending["resume"]})


def trim_card(p: Position, action: Action, chance: Chance) -> None:
    """H1: one by one until the limit is met; then the turn continues, or its player may exchange a card (H3)."""
    bury(p, p.player, p.pending["stack"], action.card)
    match p.pending["resume"]:
        case None:
            end_turn(p)
        case "yield":
            harvest(p)
        case _:
            ask_action(p)


# -- H2, H4 ---------------------------------------------------------------------------------------------------


def refill(p: Position, holy_used: bool) -> None:
    """H2: until the limit is met, or nothing is left."""
    if surplus(p, p.turn_player) >= 0 or not open_with_cards(p, p.turn_player):
        next_turn(p)
    else:
        ask(p, "refill", p.turn_player, {"holy_used": holy_used, "exchanging": False})


def turn_end(p: Position) -> Json:
    """Return the pending values at the end of a turn (Q7)."""
    return {key: p.pending[key] for key in ("holy_used", "exchanging")}


def price(p: Position) -> int:
    """Return the price of a search (H4, F8)."""
    return PRICE_WITH_TOWN_HALL if count_working(p, p.turn_player, "town_hall") else PRICE


def taking_choices(p: Position) -> Iterator[Action]:
    """H4: draw, or search if it is payable; in a tournament an exchange stays with its stack (M5)."""
    stacks = open_with_cards(p, p.player)
    if p.is_tournament and p.pending.get("stack") is not None:
        stacks = [stack for stack in stacks if stack == p.pending["stack"]]
    yield from each("draw", stacks)
    if total_stock(p.principalities[p.player]) >= price(p):
        yield from each("search", stacks)


def take_a_card(p: Position, action: Action, chance: Chance) -> None:
    """H4: `refill` and `exchange_draw`."""
    if action.kind == "draw":
        taken(p, draw(p, p.player, action.stack))
    else:
        ask(p, "search_pay", p.player, turn_end(p) | {"stack": action.stack, "left": price(p)})


def search_pay_choices(p: Position) -> Iterator[Action]:
    """H4: any resources."""
    land = p.principalities[p.player]
    yield from each("resource", (kind for kind in RESOURCES if stock(land, kind)))


def search_pay(p: Position, action: Action, chance: Chance) -> None:
    """H4; N3: the stack is looked through once all is paid."""
    lose(p.principalities[p.player], action.resource)
    stack, left = p.pending["stack"], p.pending["left"] - 1
    if left:
        ask(p, "search_pay", p.player, turn_end(p) | {"stack": stack, "left": left})
    else:
        look(p, p.player, stack)
        ask(p, "search_take", p.player, turn_end(p) | {"stack": stack})


def search_take(p: Position, action: Action, chance: Chance) -> None:
    """Take a card of the searched stack (H4, H5)."""
    take(p, p.player, p.pending["stack"], action.card)
    taken(p, action.card)


def taken(p: Position, card: str) -> None:
    """Q6: the holy place is asked after each card while it is unused in this turn."""
    state = turn_end(p)
    if count_working(p, p.player, "holy_place") and not state["holy_used"]:
        ask(p, "holy", p.player, state | {"card": card})
    else:
        go_on(p, state)


def go_on(p: Position, state: Json) -> None:
    """An exchange is one card only (H3)."""
    if state["exchanging"]:
        next_turn(p)
    else:
        refill(p, state["holy_used"])


# -- F15 ------------------------------------------------------------------------------------------------------


def holy_choices(p: Position) -> Iterator[Action]:
    """Yield the stacks for the card just taken, and none (F15)."""
    yield from each("stack", open_to(p, p.player))
    yield DONE


def holy(p: Position, action: Action, chance: Chance) -> None:
    """F15: the card goes under the stack, and another is owed, from any stack."""
    state = turn_end(p)
    if action == DONE:
        go_on(p, state)
        return
    bury(p, p.player, action.stack, p.pending["card"])
    if state["exchanging"]:
        ask(p, "exchange_draw", p.player, {"holy_used": True, "exchanging": True, "stack": None})
    else:
        refill(p, holy_used=True)


# -- H3 -------------------------------------------------------------------------------------------------------


def exchange_choices(p: Position) -> Iterator[Action]:
    """Yield the stacks for an exchange, and none (H3)."""
    yield from each("stack", open_to(p, p.player))
    yield DONE


def exchange(p: Position, action: Action, chance: Chance) -> None:
    """Name the stack of an exchange, or end the turn (H3)."""
    if action == DONE:
        next_turn(p)
    else:
        ask(p, "exchange_card", p.player, {"stack": action.stack})


def exchange_card(p: Position, action: Action, chance: Chance) -> None:
    """Put a card under the stack of the exchange (H3)."""
    stack = p.pending["stack"]
    bury(p, p.player, stack, action.card)
    ask(p, "exchange_draw", p.player, {"holy_used": False, "exchanging": True, "stack": stack})

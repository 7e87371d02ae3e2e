"""Playing action cards (A1 to A4, A13), and what they do to stacks and hands (A12, A14, A16, A17, A19)."""

from collections.abc import Callable, Iterator

from tests.referee.actions import Action
from tests.referee.politics_and_intrigue import effects
from tests.referee.politics_and_intrigue.effects import COULD, COUNCIL, bribable, brothel_to_burn, knight_at, vulnerable
from tests.referee.politics_and_intrigue.land import ask, ask_action, meets_requirement, pay
from tests.referee.politics_and_intrigue.piles import (
    Chance,
    bury,
    discard_pile,
    draw,
    enters_hand,
    goes_back,
    holds,
    lay_down,
    look,
    remove,
    take,
)
from tests.referee.politics_and_intrigue.positions.position import (
    ACTIONS,
    ATTACKS,
    BRIBE,
    BURN_BROTHEL,
    PASS,
    Cards,
    Json,
    Position,
    each,
    of,
)

ARCHIVIST = 6  # A12
CHANCELLOR = 3  # A16
DICED = {"black_knight": "A3", "arsonist": "A4"}  # attacks for which a die is rolled


# -- A12 ------------------------------------------------------------------------------------------------------


def look_up(p: Position, action: Action, chance: Chance) -> None:
    """A12, N3: the enemy's marks are lost if there are two cards or more."""
    top = p.stacks[action.stack][:ARCHIVIST]
    for card in top:
        card.seen[p.player] = True
        card.seen[1 - p.player] &= len(top) == 1
    ask_archive_sort(p, {"stack": action.stack, "sorted": 0})


def ask_archive_sort(p: Position, pending: Json) -> None:
    """Q4: the last one goes by itself."""
    if len(unsorted(p, pending)) > 1:
        ask(p, "archive_sort", p.turn_player, pending)
    else:
        ask_action(p)


def unsorted(p: Position, pending: Json) -> list[str]:
    """Q8: below the sorted ones, in their old order."""
    looked_at = p.stacks[pending["stack"]][:ARCHIVIST]
    return [card.card for card in looked_at[pending["sorted"] :]]


def sort(p: Position, action: Action, chance: Chance) -> None:
    """A12, H5: top first; of several copies the topmost."""
    stack, laid = p.stacks[p.pending["stack"]], p.pending["sorted"]
    at = unsorted(p, p.pending).index(action.card)
    stack.insert(laid, stack.pop(laid + at))
    ask_archive_sort(p, {"stack": p.pending["stack"], "sorted": laid + 1})


# -- A14, A16, A17 --------------------------------------------------------------------------------------------


def fetch(p: Position, action: Action, chance: Chance) -> None:
    """Take a card from the discard pile (A14, N4)."""
    p.discards[discard_pile(p, p.player)] -= Cards([action.card])
    enters_hand(p, p.player, action.card, openly=True)
    ask_action(p)


def take_top(p: Position, action: Action, chance: Chance) -> None:
    """Take the top three cards of a stack (A16, N4)."""
    number = min(CHANCELLOR, len(p.stacks[action.stack]))
    for _ in range(number):
        draw(p, p.player, action.stack)
    ask_action(p)


def ban(p: Position, action: Action, chance: Chance) -> None:
    """Lay the ban on a pile (A17)."""
    p.bans[action.pile] = p.player
    ask_action(p)


# -- A19 ------------------------------------------------------------------------------------------------------


def convene(p: Position, action: Action, chance: Chance) -> None:
    """Name the stack of a council (A19)."""
    ask(p, "council_bury", p.player, {"stack": action.stack, "left": COUNCIL})


def council_buries(p: Position, action: Action, chance: Chance) -> None:
    """Put a card under the stack of the council (A19)."""
    stack, left = p.pending["stack"], p.pending["left"] - 1
    bury(p, p.player, stack, action.card)
    if left:
        ask(p, "council_bury", p.player, {"stack": stack, "left": left})
    else:
        ask(p, "council_search", p.player)


def council_searches(p: Position, action: Action, chance: Chance) -> None:
    """A19, N3: all cards, if fewer."""
    left = min(COUNCIL, len(p.stacks[action.stack]))
    look(p, p.player, action.stack)
    ask(p, "council_take", p.player, {"stack": action.stack, "left": left})


def council_takes(p: Position, action: Action, chance: Chance) -> None:
    """Take a card for the council (A19)."""
    stack, left = p.pending["stack"], p.pending["left"] - 1
    take(p, p.player, stack, action.card)
    if left:
        ask(p, "council_take", p.player, {"stack": stack, "left": left})
    else:
        ask_action(p)


BEGIN: dict[str, Callable[[Position], None]] = effects.BEGIN | {
    "archivist": lambda p: ask(p, "archive", p.turn_player),  # A12
    "diplomat": lambda p: ask(p, "diplomat", p.turn_player),  # A14
    "chancellor": lambda p: ask(p, "chancellor", p.turn_player),  # A16
    "church_ban": lambda p: ask(
        p, "ban", p.turn_player, {"card": "church_ban"}
    ),  # A17: until it is laid it belongs to no pile
    "council": lambda p: ask(p, "council", p.turn_player),  # A19
}


def play_choices(p: Position) -> Iterator[Action]:
    """Yield the action cards that can be played (A1, B5, B12)."""
    seat = p.turn_player
    for card in ACTIONS:
        if card in COULD and holds(p, seat, card) and meets_requirement(p, seat, card) and COULD[card](p):
            yield of("play", card)


# -- playing --------------------------------------------------------------------------------------------------


def play(p: Position, card: str) -> None:
    """A1, A2: an attack may be answered, everything else begins at once."""
    lay_down(p, p.turn_player, card)
    if card in ATTACKS:
        ask(p, "react", p.enemy, {"card": card})
    else:
        BEGIN[card](p)


def react_choices(p: Position) -> Iterator[Action]:
    """A2, A11: asked with or without a bishop."""
    if holds(p, p.player, "bishop"):
        yield of("play", "bishop")
    yield PASS


def react(p: Position, action: Action, chance: Chance) -> None:
    """A11: no effect; A2: what has become impossible meanwhile does not happen."""
    card = p.pending["card"]
    if action != PASS:
        lay_down(p, p.player, "bishop")
    if action != PASS or not COULD[card](p):
        ask_action(p)
    elif card in DICED:
        roll_for_target(p, card, chance.backfires())
    elif card == "bribery":
        ask(p, "target", p.turn_player, {"card": card, "backfire": False})
    else:
        BEGIN[card](p)


# -- A3, A4, A13 ----------------------------------------------------------------------------------------------


def roll_for_target(p: Position, card: str, is_backfire: bool) -> None:
    """A3, A4, T3: on a 6 one's own cards are in danger, if there are any."""
    if is_backfire and not vulnerable(p, card, p.turn_player):
        ask_action(p)
    else:
        ask(p, "target", p.turn_player, {"card": card, "backfire": is_backfire})


def target_choices(p: Position) -> Iterator[Action]:
    """Yield the slots that the attack can hit (A3, A4, A13)."""
    card, is_backfire = p.pending["card"], p.pending["backfire"]
    if card == "bribery":
        yield from each("pick", bribable(p))
        return
    yield from each("pick", vulnerable(p, card, p.turn_player if is_backfire else p.enemy))
    if card == "arsonist" and not is_backfire and brothel_to_burn(p):
        yield BURN_BROTHEL


def hit(p: Position, action: Action, chance: Chance) -> None:
    """A3, A4: what is hit goes back to its owner; A13: 3 gold, and the knight is placed."""
    card = p.pending["card"]
    if card == "bribery":
        pay(p.principalities[p.player], Cards({"gold": BRIBE}))
        ask(p, "place", p.player, {"card": knight_at(p, action.slot), "from": action.slot})
        return
    if action == BURN_BROTHEL:
        goes_back(p, p.enemy, remove(p, p.player, brothel_to_burn(p)[0]))
    else:
        owner = p.player if p.pending["backfire"] else p.enemy
        gone = remove(p, owner, action.slot)
        goes_back(p, owner, gone)
    ask_action(p)

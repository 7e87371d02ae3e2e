"""What cards do to stacks, hands and piles, phase by phase (A12, A14, A16, A17, A19; Q4)."""

from collections.abc import Callable, Iterator

from tests.referee.actions import Action

from .cards import Cards
from .chance import Chance
from .could import COUNCIL, fetchable
from .moves import each
from .piles import ban_targets, bury, discard_pile, draw, enters_hand, kinds_in, look, open_to, open_with_cards, take
from .position import Json, Position
from .standing import ask, ask_action

ARCHIVIST = 6  # A12
CHANCELLOR = 3  # A16


# -- A12 ------------------------------------------------------------------------------------------------------


def archivist(p: Position) -> None:
    """A12."""
    ask(p, "archive", p.turn_player)


def archive_choices(p: Position) -> Iterator[Action]:
    """A12."""
    yield from each("stack", open_with_cards(p, p.player))


def look_up(p: Position, action: Action, chance: Chance) -> None:
    """A12, N3: the enemy's marks are lost if there are two cards or more."""
    top = p.stacks[action.stack][:ARCHIVIST]
    p.note("A12 six cards" if len(top) == ARCHIVIST else "A12 all of fewer")
    for card in top:
        p.note_if(card.seen[1 - p.player] and len(top) > 1, "N3 the archivist undoes marks")
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


def archive_sort_choices(p: Position) -> Iterator[Action]:
    """A12."""
    yield from each("take", set(unsorted(p, p.pending)))


def sort(p: Position, action: Action, chance: Chance) -> None:
    """A12, H5: top first; of several copies the topmost."""
    stack, laid = p.stacks[p.pending["stack"]], p.pending["sorted"]
    at = unsorted(p, p.pending).index(action.card)
    p.note("A12 laid back as it was" if at == 0 else "A12 laid back in another order")
    stack.insert(laid, stack.pop(laid + at))
    ask_archive_sort(p, {"stack": p.pending["stack"], "sorted": laid + 1})


# -- A14, A16, A17 --------------------------------------------------------------------------------------------


def diplomat(p: Position) -> None:
    """A14."""
    ask(p, "diplomat", p.turn_player)


def diplomat_choices(p: Position) -> Iterator[Action]:
    """A14."""
    yield from each("take", fetchable(p))


def fetch(p: Position, action: Action, chance: Chance) -> None:
    """A14, N4."""
    p.note("A14 fetched")
    p.discards[discard_pile(p, p.player)] -= Cards([action.card])
    enters_hand(p, p.player, action.card, openly=True)
    ask_action(p)


def chancellor(p: Position) -> None:
    """A16."""
    ask(p, "chancellor", p.turn_player)


def chancellor_choices(p: Position) -> Iterator[Action]:
    """A16."""
    yield from each("stack", open_with_cards(p, p.player))


def take_top(p: Position, action: Action, chance: Chance) -> None:
    """A16, N4."""
    number = min(CHANCELLOR, len(p.stacks[action.stack]))
    p.note("A16 three cards" if number == CHANCELLOR else "A16 all of fewer")
    for _ in range(number):
        draw(p, p.player, action.stack)
    ask_action(p)


def church_ban(p: Position) -> None:
    """A17: until it is laid it belongs to no pile."""
    ask(p, "ban", p.turn_player, {"card": "church_ban"})


def ban_choices(p: Position) -> Iterator[Action]:
    """A17."""
    yield from each("ban", ban_targets(p, p.player))


def ban(p: Position, action: Action, chance: Chance) -> None:
    """A17."""
    p.note("A17 on a stack" if action.pile < len(p.stacks) else "A17 on the discard pile")
    p.bans[action.pile] = p.player
    ask_action(p)


# -- A19 ------------------------------------------------------------------------------------------------------


def council(p: Position) -> None:
    """A19."""
    ask(p, "council", p.turn_player)


def council_choices(p: Position) -> Iterator[Action]:
    """A19."""
    yield from each("stack", open_to(p, p.player))


def convene(p: Position, action: Action, chance: Chance) -> None:
    """A19."""
    ask(p, "council_bury", p.player, {"stack": action.stack, "left": COUNCIL})


def council_bury_choices(p: Position) -> Iterator[Action]:
    """A19: any card in hand."""
    yield from each("bury", +p.hands[p.player])


def council_buries(p: Position, action: Action, chance: Chance) -> None:
    """A19."""
    stack, left = p.pending["stack"], p.pending["left"] - 1
    bury(p, p.player, stack, action.card)
    if left:
        ask(p, "council_bury", p.player, {"stack": stack, "left": left})
    else:
        ask(p, "council_search", p.player)


def council_search_choices(p: Position) -> Iterator[Action]:
    """A19: no price."""
    yield from each("search", open_with_cards(p, p.player))


def council_searches(p: Position, action: Action, chance: Chance) -> None:
    """A19, N3: all cards, if fewer."""
    left = min(COUNCIL, len(p.stacks[action.stack]))
    p.note("A19 two for two" if left == COUNCIL else "A19 one card was all")
    look(p, p.player, action.stack)
    ask(p, "council_take", p.player, {"stack": action.stack, "left": left})


def council_take_choices(p: Position) -> Iterator[Action]:
    """A19."""
    yield from each("take", kinds_in(p, p.pending["stack"]))


def council_takes(p: Position, action: Action, chance: Chance) -> None:
    """A19."""
    stack, left = p.pending["stack"], p.pending["left"] - 1
    take(p, p.player, stack, action.card)
    if left:
        ask(p, "council_take", p.player, {"stack": stack, "left": left})
    else:
        ask_action(p)


BEGIN: dict[str, Callable[[Position], None]] = {
    "archivist": archivist,
    "diplomat": diplomat,
    "chancellor": chancellor,
    "church_ban": church_ban,
    "council": council,
}

"""Checks of the phases of what the turn player does: building, action cards, exchanging a card (Q3 to Q8)."""

from collections.abc import Iterator, Mapping

from kschwert_env.engine.jit.plain import PlainRecord, plain
from kschwert_env.politics_and_intrigue.kernel import card_types, derived_state
from kschwert_env.politics_and_intrigue.kernel.chapters import action_cards, attacks, building, building_effects
from kschwert_env.politics_and_intrigue.kernel.components import CARD_NAMES, NOBODY, NUM_NUMBERS, Card, Phase
from kschwert_env.politics_and_intrigue.kernel.zones import principality, resources
from kschwert_env.politics_and_intrigue.positions.marks import marks_in
from kschwert_env.politics_and_intrigue.positions.soundness_hand import Check

TARGETING = (Card.BLACK_KNIGHT, Card.ARSONIST, Card.BRIBERY)  # attacks that ask for a target


def _discount(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    if not plain(building.is_cheaper)(state, board, state.player, state.card):
        yield "pending.card: a holy building that costs something, and for which a mission works (F16)"
    yield from _site(state, board)


def _place(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check the card that is being placed (Q5)."""
    card, source = state.card, state.source
    if source == NOBODY:
        if plain(card_types.is_action)(card):
            yield f"pending.card: {CARD_NAMES[card]} is not placed (B3)"
        else:
            yield from _site(state, board)
        return
    if not plain(card_types.is_knight)(card) or state.slots[1 - state.player, source] != card:
        yield "pending.from: there lies the enemy's knight who is bribed (A13)"
    elif not plain(building_effects.bribable)(state, board, 1 - state.player) >> source & 1:
        yield "pending.from: an order castle protects this knight (F17)"
    if not plain(principality.free_unit_slots)(state, state.player):
        yield "pending.card: there is a free slot for the knight (A13)"


def _site(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check that a card that is being built may be built, and has a free slot (B3, B5, B7, M4)."""
    seat, card = state.turn_player, state.card
    if not plain(card_types.is_action)(card):
        if not plain(building.is_allowed)(state, board, seat, card):
            yield f"pending.card: {CARD_NAMES[card]} lacks what it requires, or is excluded (B5, B7, M4)"
        if not plain(building.sites)(state, seat, card):
            yield f"pending.card: there is no free slot for {CARD_NAMES[card]} (B3)"


def _brewery(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    if not plain(derived_state.stands)(state, state.player, Card.BREWERY):
        yield "phase: a brewery has been built (F22)"


def _attack(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check that an attack that is answered, or asks for a target, can do something (A1, A2)."""
    card = state.card
    fits = plain(card_types.is_attack)(card) if state.phase == Phase.REACT else card in TARGETING
    if not fits:
        yield f"pending.card: {CARD_NAMES[card]} can't be it (A2)"
        return
    if not plain(attacks.can_play)(state, board, card):
        yield f"pending.card: {CARD_NAMES[card]} could do nothing (A1)"
    numbers = int(board.backfires).bit_count()
    if state.backfire and (card == Card.BRIBERY or not numbers):
        yield "pending.backfire: this attack never goes wrong (A3, A4)"
    if state.phase == Phase.TARGET and not state.backfire and card != Card.BRIBERY and numbers == NUM_NUMBERS:
        yield "pending.backfire: this attack always goes wrong (A3, A4)"


def _merchant(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    if not plain(resources.anything_moves)(state, 1 - state.player, state.player):
        yield "phase: who can take nothing from the enemy is not asked (T3)"


def _highwaymen(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    if state.knight != state.turn_player:
        yield "knight: highwaymen need the knight figure (A10)"


def _spy(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check that the spy sees a hand that is not empty (A5, N4)."""
    enemy = 1 - state.turn_player
    if (state.known[enemy] != state.hands[enemy]).any() or not state.hand_counts[enemy]:
        yield "known: a spy sees the enemy's hand, which is not empty (A5, N4)"


def _council(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    if state.hand_counts[state.player] < action_cards.COUNCIL:
        yield "hands: a council needs two more cards (A19)"


def _diplomat(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    if not plain(action_cards.can_negotiate)(state, board):
        yield "bans: a diplomat takes a card from a pile without an enemy ban (A14)"


def _scout(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check that a settlement can be built, and that two regions are there (A9)."""
    named = [region for region in state.chosen.tolist() if region != NOBODY]
    if not plain(building.can_settle)(state, board) or int(state.regions_left).bit_count() < 2:
        yield "phase: a scout needs an open road, the cost of a settlement and two regions (A9)"
    if any(not state.regions_left >> region & 1 for region in named):
        yield "pending.regions: they lie in the region stack (A9)"
    if (len(named) == 2) != (state.phase == Phase.SCOUT_SETTLE):
        yield "pending.regions: two are named, then the settlement is built (A9)"


def _sort(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check the cards that an archivist sorts (A12, N3)."""
    marks = marks_in(state, state.stack)[: action_cards.SORTED]
    if state.sorted > len(marks) - 2:
        yield "pending.sorted: at least two cards are still to be sorted (A12)"
    if not (marks == 1 << state.player).all():
        yield "stacks: the cards that are sorted are seen by the archivist's owner, and by him alone (N3)"


def _ban(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    if state.card != Card.CHURCH_BAN:
        yield "pending.card: a church ban (A17)"


def _exchanged(state: PlainRecord, board: PlainRecord) -> Iterator[str]:
    """Check that the card put back lies under its stack, seen by the seat that exchanges it (H3, N3)."""
    if state.stack != NOBODY and not (marks_in(state, state.stack)[-1:] >> state.player & 1).any():
        yield f"stacks[{state.stack}]: seat {state.player} has put a card under it, which it has seen (H3, N3)"


BY_PHASE: Mapping[Phase, tuple[Check, ...]] = {
    Phase.DISCOUNT: (_discount,),
    Phase.PLACE: (_place,),
    Phase.BREWERY_SIDE: (_brewery,),
    **dict.fromkeys((Phase.REACT, Phase.TARGET), (_attack,)),
    **dict.fromkeys((Phase.SCOUT, Phase.SCOUT_SETTLE), (_scout,)),
    Phase.ARCHIVE_SORT: (_sort,),
    Phase.SPY: (_spy,),
    Phase.MERCHANT_TAKE: (_merchant,),
    Phase.HIGHWAYMEN: (_highwaymen,),
    Phase.COUNCIL: (_council,),
    Phase.DIPLOMAT: (_diplomat,),
    Phase.BAN: (_ban,),
    Phase.EXCHANGE_DRAW: (_exchanged,),
}
"""Checks of single phases."""

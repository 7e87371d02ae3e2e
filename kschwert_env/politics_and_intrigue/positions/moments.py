"""What no game can reach in a phase: who decides in it, and what is under way (Q4 to Q8)."""

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from kschwert_env.engine.contract import GameRules
from kschwert_env.politics_and_intrigue.kernel.components import (
    CARD_NAMES,
    CARD_TYPES,
    FIRST_METROPOLIS_SLOT,
    HAND,
    MOST_NAMED,
    NOBODY,
    NUM_PLAYERS,
    PHASE_NAMES,
    Card,
    CardType,
    Event,
    Face,
    Phase,
)
from kschwert_env.politics_and_intrigue.kernel.zones.stacks import OWN_STACKS
from kschwert_env.politics_and_intrigue.positions.pending import ARCHIVED

ATTACKS = (*(Card.BLACK_KNIGHT, Card.ARSONIST, Card.SPY, Card.MERCHANT, Card.HIGHWAYMEN, Card.BRIBERY, Card.WEDDING),)
TARGETING = (Card.BLACK_KNIGHT, Card.ARSONIST, Card.BRIBERY)
HOLY = (Card.CHURCH, Card.ABBEY, Card.ORDER_CASTLE, Card.BISHOPS_SEE, Card.CATHEDRAL)  # B6

PLAYED_IN: Mapping[Phase, Card] = {
    Phase.NUMBER: Card.ALCHEMIST,
    Phase.SPY: Card.SPY,
    Phase.MERCHANT_TAKE: Card.MERCHANT,
    Phase.MERCHANT_GIVE: Card.MERCHANT,
    Phase.HIGHWAYMEN: Card.HIGHWAYMEN,
    Phase.CARAVAN_PAY: Card.CARAVAN,
    Phase.CARAVAN_TAKE: Card.CARAVAN,
    Phase.SCOUT: Card.SCOUT,
    Phase.SCOUT_SETTLE: Card.SCOUT,
    Phase.ARCHIVE: Card.ARCHIVIST,
    Phase.ARCHIVE_SORT: Card.ARCHIVIST,
    Phase.CHANCELLOR: Card.CHANCELLOR,
    Phase.COUNCIL: Card.COUNCIL,
    Phase.COUNCIL_BURY: Card.COUNCIL,
    Phase.COUNCIL_SEARCH: Card.COUNCIL,
    Phase.COUNCIL_TAKE: Card.COUNCIL,
    Phase.DIPLOMAT: Card.DIPLOMAT,
}
"""The card that has been played, and lies in the discard pile, in phases that it leads to."""

EVENTS_IN: Mapping[Phase, tuple[Event, ...]] = {
    Phase.CIVIL_WAR: (Event.CIVIL_WAR,),
    Phase.PHYSICIAN: (Event.PLAGUE,),
    Phase.RAID_NAME: (Event.RAID,),
    Phase.RAID_LOSE: (Event.RAID,),
    Phase.BUILDER: (Event.MASTER_BUILDER,),
    Phase.BUILDER_TAKE: (Event.MASTER_BUILDER,),
    Phase.MENDICANT: (Event.MENDICANT,),
}
"""The events that are carried out, and are discarded, in phases that they lead to."""

SHARED = (
    *(Phase.SETUP_STACK, Phase.SETUP_TAKE, Phase.DECK_PICK, Phase.GAIN, Phase.CIVIL_WAR, Phase.PHYSICIAN),
    *(Phase.BUILDER, Phase.BUILDER_TAKE),
)  # phases in which either seat may be asked
LOOKING = (Phase.SETUP_TAKE, Phase.BUILDER_TAKE, Phase.COUNCIL_TAKE, Phase.SEARCH_TAKE)  # through a whole stack

Check = Callable[[GameRules, np.void], Iterator[str]]


def contradictions(rules: GameRules, state: np.void) -> Iterator[str]:
    """Whatever contradicts the phase, in words. Who has no business in it is not asked any further."""
    phase = Phase(state["phase"])
    if phase == Phase.OVER or state["player"] == NOBODY:
        return  # who decides is a matter of the turn
    wrong = [*_game(rules, phase), *_decider(state, phase)]
    yield from wrong
    if not wrong:
        yield from _cause(state, phase)
        for check in (_left, _stack, _hand, *_BY_PHASE.get(phase, ())):
            yield from check(rules, state)


def _game(rules: GameRules, phase: Phase) -> Iterator[str]:
    tournament = bool(rules.board["tournament_game"][0])
    if phase in (Phase.DECK_PICK, Phase.SETUP_STACK, Phase.SETUP_TAKE) and tournament != (phase == Phase.DECK_PICK):
        yield f"phase: the {'tournament' if tournament else 'extended'} game has no {PHASE_NAMES[phase]} (S4, M2)"


def _decider(state: np.void, phase: Phase) -> Iterator[str]:
    """Q4: the second column."""
    turn_player = int(state["turn_player"])
    owners = {
        Phase.TRADE_EVENT: int(state["windmill"]),
        Phase.MENDICANT: int(state["windmill"]),
        Phase.RAID_NAME: int(state["knight"]),
        Phase.RAID_LOSE: 1 - int(state["knight"]) if state["knight"] != NOBODY else NOBODY,
        Phase.BAILIFF: 1 - turn_player,
        Phase.REACT: 1 - turn_player,
    }
    if phase not in SHARED and state["player"] != owners.get(phase, turn_player):
        yield f"player: in phase {PHASE_NAMES[phase]} another seat decides (Q4)"


def _cause(state: np.void, phase: Phase) -> Iterator[str]:
    """T1, D1 to D5, A1: the face, the event or the card that leads to a phase."""
    discards = state["discards"].sum(axis=0)
    played = PLAYED_IN.get(phase)
    if played is not None and not discards[played]:
        yield f"discards: in phase {PHASE_NAMES[phase]} a {CARD_NAMES[played]} has been played (A1)"
    face = {Phase.TRADE_EVENT: Face.TRADE, Phase.BAILIFF: Face.EVENT}.get(phase)
    if face is not None and state["face"] != face:
        yield f"dice: another face leads to phase {PHASE_NAMES[phase]} (D2, D5)"
    events = EVENTS_IN.get(phase)
    if events and not (state["face"] == Face.EVENT and state["event_discard"][list(events)].any()):
        yield f"events: the event of phase {PHASE_NAMES[phase]} has been rolled, and is discarded (D5)"


# -- what is counted --------------------------------------------------------------------------------------------


def _left(rules: GameRules, state: np.void) -> Iterator[str]:
    """D2, H4: a second resource takes a counting house, and a town hall makes searching cheaper. Q8: none will lack."""
    seat = state["player"]
    there = _choices(state)
    if there is not None and state["left"] > there:
        yield f"pending.left: there are only {there} of them (Q8)"
    if state["phase"] == Phase.TRADE_EVENT and state["left"] > 1 and not _works(state, seat, Card.COUNTING_HOUSE):
        yield "pending.left: without a counting house there is one resource (F13)"
    if state["phase"] == Phase.SEARCH_PAY and state["left"] > 1 and _works(state, seat, Card.TOWN_HALL):
        yield "pending.left: with a town hall searching costs one resource (F8)"


def _choices(state: np.void) -> int | None:
    """How many of what is paid, taken or buried there are; None where fewer than are left may be asked for (Q4)."""
    seat = state["player"]
    match Phase(state["phase"]):
        case Phase.CARAVAN_PAY | Phase.SEARCH_PAY:
            return int(state["resources"][seat].sum())
        case Phase.CARAVAN_TAKE:
            return int(state["room"][seat].sum())
        case Phase.COUNCIL_BURY:
            return int(state["hand_counts"][seat])
        case Phase.COUNCIL_TAKE:
            return int(state["stack_sizes"][state["stack"]])
    return None


def _stack(rules: GameRules, state: np.void) -> Iterator[str]:
    """N3: what a seat looks through it has seen; chapter 9: it is open to it."""
    phase, stack, seat = state["phase"], int(state["stack"]), int(state["player"])
    if stack == NOBODY:
        return
    if state["bans"][stack] == 1 - seat or (rules.board["tournament_game"][0] and stack // OWN_STACKS != seat):
        yield f"pending.stack: stack {stack} is not open to seat {seat}"
    marks = marks_in(state, stack)
    if phase in LOOKING and not (marks >> seat & 1).all():
        yield f"stacks[{stack}]: seat {seat} looks through it, and has seen all of it (N3)"
    if phase == Phase.SEARCH_PAY and not len(marks):
        yield f"stacks[{stack}]: an empty one is not searched (H4)"


def marks_in(state: np.void, stack: int) -> np.ndarray:
    """Who has seen the cards of a stack (N3), from its top, as bits of seats."""
    first = int(state["stack_sizes"][:stack].sum())
    marks: np.ndarray = state["stack_marks"][first : first + int(state["stack_sizes"][stack])]
    return marks


def _hand(rules: GameRules, state: np.void) -> Iterator[str]:
    """S4, M2: hands in setup."""
    if state["phase"] not in (Phase.SETUP_STACK, Phase.SETUP_TAKE, Phase.DECK_PICK):
        return
    start, seat = int(state["start_player"]), int(state["player"])
    counts = state["hands"].sum(axis=1).astype(int)
    taken = 0 if state["phase"] == Phase.SETUP_STACK else HAND - int(state["left"])
    if counts[seat] != taken or counts[1 - seat] != (HAND if seat != start else 0):
        yield "hands: in setup the start player takes his cards first, and then the other seat (S4, M2)"


def _works(state: np.void, seat: int, card: Card) -> bool:
    """F0."""
    return bool(state["working"][seat] >> card & 1)


def _limit(state: np.void, seat: int) -> int:
    """F1, L2: the hand limit. An alliance works as its target (F23)."""
    cards = state["slots"][seat][:FIRST_METROPOLIS_SLOT].tolist()
    if state["alliance"][seat] != NOBODY:
        cards.append(int(state["slots"][1 - seat, state["alliance"][seat]]))
    more = {Card.ABBEY: 1, Card.LIBRARY: 1, Card.THEATER: 2}
    return HAND + sum(number * cards.count(card) for card, number in more.items() if _works(state, seat, card))


# -- what is under way, by phase --------------------------------------------------------------------------------


def _dealt(rules: GameRules, state: np.void) -> Iterator[str]:
    """S3, M2: how large stacks are before cards are taken, and who has seen them."""
    sizes = state["stack_sizes"].astype(int)
    if rules.board["tournament_game"][0]:
        wanted = [0] * len(sizes)
        for seat in range(NUM_PLAYERS):
            wanted[OWN_STACKS * seat] = int(rules.board["decks"][0, seat].sum() - state["hands"][seat].sum())
            yield from _deck(state, seat)
        if sizes.tolist() != wanted:
            yield "stacks: until it is shuffled a deck lies in one stack (M2)"
    elif state["phase"] == Phase.SETUP_STACK and state["player"] == state["start_player"]:
        totals = [int(rules.board[name].sum()) for name in ("base_cards", "set_cards")]
        if sizes.tolist()[:6] != [*_split(totals[0], 4), *_split(totals[1], 2)] or state["stack_marks"].any():
            yield "stacks: at the start they are as they were dealt, and nobody has seen them (S3)"


def _deck(state: np.void, seat: int) -> Iterator[str]:
    """M2: in table order, and seen by its owner alone."""
    first = int(state["stack_sizes"][: OWN_STACKS * seat].sum())
    cards = state["stack_cards"][first : first + int(state["stack_sizes"][OWN_STACKS * seat])].tolist()
    if cards != sorted(cards) or (marks_in(state, OWN_STACKS * seat) != 1 << seat).any():
        yield f"stacks[{OWN_STACKS * seat}]: a deck lies in table order, seen by its owner alone (M2)"


def _split(cards: int, stacks: int) -> list[int]:
    return [cards // stacks + (stack < cards % stacks) for stack in range(stacks)]


def _gain(rules: GameRules, state: np.void) -> Iterator[str]:
    """D3, D4, E4, E10, Q8: somebody is still owed something, and the deciding seat is."""
    face, discard = state["face"], state["event_discard"]
    is_event = face == Face.EVENT and (discard[Event.PROGRESS] or discard[Event.CHURCH_FEAST])
    if face not in (Face.TOURNAMENT, Face.SUN) and not is_event:
        yield "dice: nothing that brings resources has been rolled or drawn (D3 to D5)"
    if not state["gains"][state["player"]]:
        yield "pending.gains: the seat that decides is owed something (Q8)"
    if state["player"] != state["turn_player"] and state["gains"][state["turn_player"]]:
        yield "pending.gains: the turn player takes his first (T2)"


def _bailiff(rules: GameRules, state: np.void) -> Iterator[str]:
    if not (state["slots"][state["player"]] == Card.BAILIFF_HOUSE).any():
        yield "player: he has a bailiff's house, which he puts under a stack (F18)"


def _physician(rules: GameRules, state: np.void) -> Iterator[str]:
    if state["safe"][state["player"]]:
        yield "pending.safe: the seat that decides has not played its physician (A18)"
    if state["player"] == state["turn_player"] and state["safe"].any():
        yield "pending.safe: the turn player is asked first (T2)"


def _raid(rules: GameRules, state: np.void) -> Iterator[str]:
    """E5: what is named are buildings of the seat that does not own the knight figure."""
    loser = 1 - int(state["knight"])
    named = [slot for slot in state["named"].tolist() if slot != NOBODY]
    buildings = _buildings(state, loser)
    if named != sorted(named) or not set(named) <= set(buildings):
        yield "pending.slots: buildings of the seat without the knight figure, in order (E5)"
    all_named = len(named) == min(MOST_NAMED, len(buildings))
    if (state["phase"] == Phase.RAID_LOSE) != all_named or not buildings:
        yield "pending.slots: three are named, or all if there are fewer, and then one is lost (E5)"


def _buildings(state: np.void, seat: int) -> list[int]:
    """Slots with buildings of one's own."""
    cards = enumerate(state["slots"][seat].tolist())
    kinds = (CardType.GREEN, CardType.RED)
    return [s for s, card in cards if card not in (NOBODY, Card.BROTHEL) and CARD_TYPES[card] in kinds]


def _discount(rules: GameRules, state: np.void) -> Iterator[str]:
    card = state["card"]
    is_cheaper = card in HOLY and rules.board["cost"][0, card].any()
    if not is_cheaper or not _works(state, state["player"], Card.MISSION):
        yield "pending.card: a holy building that costs something, and for which a mission works (F16)"


def _place(rules: GameRules, state: np.void) -> Iterator[str]:
    """Q5."""
    card, source = int(state["card"]), int(state["source"])
    if source == NOBODY and CARD_TYPES[card] == CardType.ACTION:
        yield f"pending.card: {CARD_NAMES[card]} is not placed (B3)"
    if source != NOBODY:
        if CARD_TYPES[card] != CardType.KNIGHT or state["slots"][1 - state["player"], source] != card:
            yield "pending.from: there lies the enemy's knight who is bribed (A13)"
        if not state["discards"].sum(axis=0)[Card.BRIBERY]:
            yield "discards: a bribery has been played (A13)"


def _brewery(rules: GameRules, state: np.void) -> Iterator[str]:
    if not (state["slots"][state["player"]] == Card.BREWERY).any():
        yield "phase: a brewery has been built (F22)"


def _attack(rules: GameRules, state: np.void) -> Iterator[str]:
    """A2: the card that is answered, or that asks for a target."""
    card = int(state["card"])
    if card not in (ATTACKS if state["phase"] == Phase.REACT else TARGETING):
        yield f"pending.card: {CARD_NAMES[card]} can't be it (A2)"
    elif not state["discards"].sum(axis=0)[card]:
        yield f"discards: a {CARD_NAMES[card]} has been played (A1)"


def _scout(rules: GameRules, state: np.void) -> Iterator[str]:
    named = [region for region in state["chosen"].tolist() if region != NOBODY]
    if any(not state["regions_left"] >> region & 1 for region in named):
        yield "pending.regions: they lie in the region stack (A9)"
    if (len(named) == 2) != (state["phase"] == Phase.SCOUT_SETTLE):
        yield "pending.regions: two are named, then the settlement is built (A9)"


def _sort(rules: GameRules, state: np.void) -> Iterator[str]:
    """A12, N3."""
    marks, seat = marks_in(state, int(state["stack"]))[:ARCHIVED], int(state["player"])
    if state["sorted"] > len(marks) - 2:
        yield "pending.sorted: at least two cards are still to be sorted (A12)"
    if not (marks == 1 << seat).all():
        yield "stacks: the cards that are sorted are seen by the archivist's owner, and by him alone (N3)"


def _ban(rules: GameRules, state: np.void) -> Iterator[str]:
    if state["card"] != Card.CHURCH_BAN:
        yield "pending.card: a church ban (A17)"


def _owed(rules: GameRules, state: np.void) -> Iterator[str]:
    """H1 to H3: how many cards are missing in the hand."""
    seat, phase = int(state["player"]), Phase(state["phase"])
    missing = _limit(state, seat) - int(state["hand_counts"][seat])
    if phase in (Phase.TRIM, Phase.TRIM_CARD):
        fits = missing < 0
    elif phase in (Phase.EXCHANGE, Phase.EXCHANGE_CARD):
        fits = missing == 0
    elif phase == Phase.HOLY:  # the card that it may put back is in the hand
        fits = missing == 0 if state["exchanging"] else missing >= 0
    else:
        fits = missing == 1 if state["exchanging"] else missing >= 1
    if not fits:
        yield f"hands[{seat}]: with {missing} cards missing to the limit there is no {PHASE_NAMES[phase]} (H1 to H3)"


def _turn_end(rules: GameRules, state: np.void) -> Iterator[str]:
    """H3, F15."""
    phase, exchanging = state["phase"], bool(state["exchanging"])
    if state["holy_used"] and not _works(state, state["player"], Card.HOLY_PLACE):
        yield "pending.holy_used: true only where a holy place works (F15)"
    if (phase == Phase.REFILL and exchanging) or (phase == Phase.EXCHANGE_DRAW and not exchanging):
        yield "pending.exchanging: true once a card is exchanged, and only then (H3)"
    if phase == Phase.EXCHANGE_DRAW and state["stack"] == NOBODY and not state["holy_used"]:
        yield "pending.stack: that of the card put back, but for the holy place (Q7)"
    if phase == Phase.HOLY:
        if state["holy_used"] or not _works(state, state["player"], Card.HOLY_PLACE):
            yield "phase: a holy place works, and has not been used in this turn (F15)"
        if not state["hands"][state["player"], state["card"]]:
            yield "pending.card: the card taken is in the hand (F15)"


_BY_PHASE: Mapping[Phase, tuple[Check, ...]] = {
    Phase.SETUP_STACK: (_dealt,),
    Phase.DECK_PICK: (_dealt,),
    Phase.GAIN: (_gain,),
    Phase.BAILIFF: (_bailiff,),
    Phase.PHYSICIAN: (_physician,),
    Phase.RAID_NAME: (_raid,),
    Phase.RAID_LOSE: (_raid,),
    Phase.DISCOUNT: (_discount,),
    Phase.PLACE: (_place,),
    Phase.BREWERY_SIDE: (_brewery,),
    Phase.REACT: (_attack,),
    Phase.TARGET: (_attack,),
    Phase.SCOUT: (_scout,),
    Phase.SCOUT_SETTLE: (_scout,),
    Phase.ARCHIVE_SORT: (_sort,),
    Phase.BAN: (_ban,),
    **dict.fromkeys((Phase.TRIM, Phase.TRIM_CARD, Phase.EXCHANGE, Phase.EXCHANGE_CARD), (_owed,)),
    Phase.REFILL: (_owed, _turn_end),
    Phase.SEARCH_PAY: (_owed, _turn_end),
    Phase.SEARCH_TAKE: (_owed, _turn_end),
    Phase.HOLY: (_owed, _turn_end),
    Phase.EXCHANGE_DRAW: (_owed, _turn_end),
}

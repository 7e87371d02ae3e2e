"""The rules for a player, without the cards (`card_help`)."""

from kschwert_env.engine.contract.edition_rules import EditionRules
from kschwert_env.engine.text.phrases import card_list
from kschwert_env.politics_and_intrigue.editions.edition import LETTERS
from kschwert_env.politics_and_intrigue.kernel.chapters.end_of_turn import PRICE
from kschwert_env.politics_and_intrigue.kernel.chapters.event_die import MOST_GOODS, PEACEFUL_TURNS
from kschwert_env.politics_and_intrigue.kernel.chapters.trading import RANSOM, RATE
from kschwert_env.politics_and_intrigue.kernel.components import (
    GATE,
    GOAL,
    HAND,
    MOST_STOCK,
    NUM_PLAYERS,
    RESOURCE_NAMES,
)


def describe_rules(rules: EditionRules) -> str:
    """Return goal, turn, actions, end and secrets under these options, in the words of prompts."""
    parts = [_start(rules), _LAND, _TURN, _ACTIONS, _cards(rules), _HAND, _SECRETS, _PHASES, _end(rules)]
    return "\n\n".join([*parts, *_tournament(rules)])


def _start(rules: EditionRules) -> str:
    first = "its deck (phase deck_pick)" if _is_tournament(rules) else "a stack (phases setup_stack, setup_take)"
    return f"""\
Politics & Intrigue is a card game for two seats, 0 and 1. Each builds a principality. {GOAL} victory points (VP) \
win at once. In the setup each seat takes {HAND} chosen cards from {first}."""


_RESOURCES = ", ".join(f"{name} {letter}" for name, letter in zip(RESOURCE_NAMES, LETTERS, strict=True))

_LAND = f"""\
A principality is a row of places (settlements, cities, one metropolis) with roads between them. Left and right of \
each place lies a column of two regions. A region has a kind, a number and a stock of 0 to {MOST_STOCK} resources: \
{_RESOURCES}. A resource needs room in your regions of its kind; the rest is lost. A settlement has \
one slot above and one below, a city two each, near and far. A card in a slot is beside the two regions on its side. \
Row, regions and cards of both seats are public."""

_TURN = f"""\
A turn: roll both dice (phase roll; or play an alchemist before, and choose the number of the die, phase number). \
First the event die acts, the turn player first; then each region with the rolled number gets 1 resource; then come \
your actions.
- brigands: a seat with more than {MOST_GOODS} resources loses all ore and wool. Regions beside a garrison do not \
count and lose nothing. Not in the first {PEACEFUL_TURNS} turns.
- trade: the windmill's owner takes a resource from the enemy (phase trade_event).
- tournament: the seat with more tournament points (T) takes a resource (phase gain).
- sun: each seat takes a resource (phase gain).
- event: the top event card happens."""

_ACTIONS = f"""\
Actions, in any order and number (phase action):
- Build a road, settlement or city: pay, while the supply that both seats share lasts. A road lies \
at an end of the row, a settlement at an open road. A settlement brings two regions from the region stack, without \
stock.
- Build a card: pay, and place a building or unit from your hand in a free slot; near slots first. Church and town \
hall come from the open row, one of each per seat. Needed cards must stand only when you build.
- Play an action card. One that could do nothing cannot be played.
- Trade: {RATE} of a resource for 1 other; fleets and mint are better.
- Demolish an own card: it is discarded. Ally with an enemy building, by your secret alliance. The brewery shows \
trade or strength: turn it for 1 gold. Lift a ban of the enemy: pay {RANSOM} gold.
- End the turn.
Strength (S) is that of your knights. More S or trade points (M) than the enemy brings a figure at once. Gold pays \
only what a cost names as gold. Resources are paid from the fullest region and stored in the emptiest."""


def _cards(rules: EditionRules) -> str:
    backfires = ", ".join(map(str, rules.edition_data.backfires)) or "no number"
    return f"""\
Action cards other than the scout can be played after both seats have had {GATE} VP or more at the same time. The \
enemy may answer an attack with a bishop (react). Then black knight and arsonist roll a die: on {backfires} the \
attack goes wrong and hits your own card. Cards hit return to their owner's hand."""


_HAND = f"""\
Hand: the limit is {HAND} cards plus those of your buildings. After your turn you put cards above it under stacks \
(trim), or take cards up to it (refill). If you did not refill, you may exchange one card. To take a card, draw from \
a stack, or pay {PRICE} resources to look through a stack and take any card. Above its limit the enemy trims at \
once. Stacks are never refilled. A ban closes a pile to the other seat."""

_SECRETS = """\
Secret are hands, and cards in stacks that you have not seen. Who has seen which places of a stack is public."""

_PHASES = """\
Other phases, with the choice:
- a resource to take, give or pay: trade_event, gain, mendicant, merchant_take, merchant_give, highwaymen, \
caravan_pay, caravan_take, search_pay, and discount (a mission leaves it out).
- a stack: setup_stack, bailiff, archive, chancellor, council, trim, holy, \
exchange. To draw from or look through: builder, refill, exchange_draw, council_search.
- a card to take: setup_take, builder_take, search_take, council_take, spy, diplomat, deck_pick, archive_sort (the \
next card to lay back). A card to put under the stack: trim_card, exchange_card, council_bury.
- a slot: place (where the card lies; for a metropolis a place), target (what an attack hits; or \
burn the brothel), civil_war, raid_name, raid_lose.
- a region: scout, then scout_settle: where the settlement is built. A pile for the ban: ban. What the brewery shows: \
brewery_side. Play a card, or let it happen: physician, react.
In builder, spy, merchant_take, holy and exchange you may decline. In phase over the game has ended."""


def _end(rules: EditionRules) -> str:
    cap = rules.options()["max_rounds"]
    capped = "" if cap is None else f" After {cap} rounds the game stops, and more VP win; equal VP are a draw."
    return f"""\
VP come from places, cards and figures. If both seats have {GOAL}, the turn player wins.{capped} Below, costs are in \
letters of resources, and x2 is the number of copies."""


def _is_tournament(rules: EditionRules) -> bool:
    return bool(rules.options()["game"] == "tournament")


def _tournament(rules: EditionRules) -> list[str]:
    """Return the rules and decks of the tournament game; nothing for the extended game (chapter 15)."""
    if not _is_tournament(rules):
        return []
    decks = [f"Deck of seat {seat}: {card_list(rules.options()['decks'][seat])}." for seat in range(NUM_PLAYERS)]
    return ["\n".join([_TOURNAMENT, *decks])]


_TOURNAMENT = """\
Tournament: each seat has a deck and four stacks of its own, 0-3 and 4-7, and an own discard pile. You use only your \
own, and bans go onto those of the enemy. Church and town hall are built from the hand. A named knight cannot be \
built while it lies in either principality. An exchanged card comes from the stack under which the other went."""

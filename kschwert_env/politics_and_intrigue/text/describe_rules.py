"""The rules for a player, without the cards (`card_help`)."""

from kschwert_env.engine.contract.edition_rules import EditionRules
from kschwert_env.engine.text.phrases import card_list
from kschwert_env.politics_and_intrigue.kernel.chapters.trading import RANSOM
from kschwert_env.politics_and_intrigue.kernel.components import GOAL, HAND, MOST_STOCK, RESOURCE_NAMES
from kschwert_env.politics_and_intrigue.text import shared_rules as shared


def describe_rules(rules: EditionRules) -> str:
    """Return goal, turn, actions, end and secrets under these options, in the words of prompts."""
    parts = [_start(rules), _LAND, _TURN, _ACTIONS, _cards(rules), _HAND, _SECRETS, _PHASES, _end(rules)]
    return "\n\n".join([*parts, *_tournament(rules)])


def _start(rules: EditionRules) -> str:
    first = "its deck (phase deck_pick)" if _is_tournament(rules) else "a stack (phases setup_stack, setup_take)"
    return f"""\
Politics & Intrigue is a card game for two seats, 0 and 1. Each builds a principality. {GOAL} victory points (VP) \
win at once. In the setup each seat takes {HAND} chosen cards from {first}."""


_RESOURCES = ", ".join(RESOURCE_NAMES)

_LAND = f"""\
A principality is a row of places (settlements, cities, one metropolis) with roads between them. Left and right of \
each place lies a column of two regions. A region has a kind, a number and a stock of 0 to {MOST_STOCK} resources: \
{_RESOURCES}. A resource needs room in your regions of its kind; the rest is lost. A settlement has \
one slot above and one below, a city two each, near and far. A card in a slot is beside the two regions on its side. \
Row, regions and cards of both seats are public."""

_TURN = f"""\
A turn: roll both dice (phase roll; or play an alchemist before, and choose the number of the die, phase number). \
{shared.DICE}"""

_ACTIONS = f"""\
Actions, in any order and number (phase action):
- Build a road, settlement or city: pay, while the supply that both seats share lasts. {shared.BUILDING}
- Build a card: pay, and {shared.CARD} {shared.OPEN_ROW} Needed cards must stand only when you build.
- Play an action card.
- Trade: {shared.TRADING}
- Demolish an own card: it is discarded. Ally with an enemy building, by your secret alliance. The brewery shows \
trade or strength: turn it for 1 gold. Lift a ban of the enemy: pay {RANSOM} gold.
- End the turn.
Strength (S) is that of your knights. More S or trade points (M) than the enemy brings a figure at once. Gold pays \
only what a cost names as gold. Resources are paid from the fullest region and stored in the emptiest."""


def _cards(rules: EditionRules) -> str:
    return f"{shared.OPENING} {shared.ANSWER} {shared.backfires(rules)} {shared.HITS}"


_HAND = f"""\
Hand: the limit is {HAND} cards plus those of your buildings. After your turn you put cards above it under stacks \
(trim), or take cards up to it (refill). {shared.TAKING} Above its limit the enemy trims at \
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
VP come from places, cards and figures. If both seats have {GOAL}, the turn player wins.{capped} Below, x2 is the \
number of copies."""


def _is_tournament(rules: EditionRules) -> bool:
    return bool(rules.options()["game"] == "tournament")


def _tournament(rules: EditionRules) -> list[str]:
    """Return the rules and decks of the tournament game; nothing for the extended game (chapter 15)."""
    if not _is_tournament(rules):
        return []
    decks = [card_list(deck) for deck in rules.options()["decks"]]
    if len(set(decks)) == 1:
        return [f"{_TOURNAMENT}\nDeck of each seat: {decks[0]}."]
    return ["\n".join([_TOURNAMENT, *(f"Deck of seat {seat}: {deck}." for seat, deck in enumerate(decks))])]


_TOURNAMENT = """\
Tournament: each seat has a deck and four stacks of its own, 0-3 and 4-7, and an own discard pile. You use only your \
own, and bans go onto those of the enemy. Church and town hall are built from the hand. A named knight cannot be \
built while it lies in either principality. An exchanged card comes from the stack under which the other went."""

"""The table of phases (Q4): one row describes everything about a phase.

A new phase needs a member of `Phase`, a row here, and its functions in the module of its chapter. `legal_mask` and
`step` are generated from the table (`decisions.py`). Tests compare the table with the masks, `pending` and the texts
(`tests/politics_and_intrigue/states/test_phases.py`).
"""

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from kschwert_env.politics_and_intrigue.kernel import prompts
from kschwert_env.politics_and_intrigue.kernel.chapters import (
    action_cards,
    action_phase,
    attacks,
    building,
    end_of_turn,
    event_cards,
    event_die,
    setup,
    turn,
)
from kschwert_env.politics_and_intrigue.kernel.components import HAND, Card, Event, Phase


class Decider(Enum):
    """Seat that decides in a phase (Q4)."""

    TURN_PLAYER = 0
    ENEMY = 1  # of the turn player
    EITHER = 2  # one seat after the other (T2)
    WINDMILL = 3  # owner of the windmill
    KNIGHT = 4  # owner of the knight figure
    NO_KNIGHT = 5  # enemy of the owner of the knight figure
    NOBODY = 6


class PhaseRow(NamedTuple):
    """A row of the table.

    Attributes:
        phase: the phase.
        decides: the seat that decides.
        options: (state, board, mask): writes 1 for each legal action of the deciding seat; the mask is all 0 before.
        apply: (state, stream, board, action): carries out a legal action, and asks for the next decision.
        offers: kinds of actions that can be legal.
        pending: keys of `pending` that are in use, in the order of JSON.
        most_left: the largest value of `left` (Q8).
        answer: the action card that can be played in this phase only (A6, A11, A18).
        played: the action card that has been played and lies in a discard pile.
        event: the event card that is carried out and lies in the discard pile.
        asks: what the deciding seat does, in words that follow its name, and the id of the rule that asks.
    """

    phase: Phase
    decides: Decider
    options: Callable[..., None] | None
    apply: Callable[..., None] | None
    offers: tuple[str, ...]
    pending: tuple[str, ...] = ()
    most_left: int = 0
    answer: Card | None = None
    played: Card | None = None
    event: Event | None = None
    asks: tuple[str, str] = ("", "")


_TURN_END = ("holy_used", "exchanging")  # Q7
_ACTIONS = ("build", "play", "road", "settlement", "city", "trade", "demolish", "ally", "lift", "brewery", "end_turn")

# fmt: off
TABLE = (
    PhaseRow(Phase.SETUP_STACK, Decider.EITHER, prompts.filled_stack_options, setup.apply_setup_stack,
             offers=("stack",), asks=("names a stack for the first cards", "S4")),
    PhaseRow(Phase.SETUP_TAKE, Decider.EITHER, prompts.take_options, setup.apply_setup_take,
             offers=("take",), pending=("stack", "left"), most_left=HAND, asks=("takes a first card", "S4")),
    PhaseRow(Phase.ROLL, Decider.TURN_PLAYER, event_die.roll_options, event_die.apply_roll,
             offers=("play", "roll"), answer=Card.ALCHEMIST, asks=("rolls the dice", "T1")),
    PhaseRow(Phase.NUMBER, Decider.TURN_PLAYER, event_die.number_options, event_die.apply_number,
             offers=("number",), played=Card.ALCHEMIST, asks=("chooses the number of the die", "A6")),
    PhaseRow(Phase.TRADE_EVENT, Decider.WINDMILL, prompts.take_resource_options, event_die.apply_trade_event,
             offers=("resource",), pending=("left",), most_left=2, asks=("takes a resource from the enemy", "D2")),
    PhaseRow(Phase.GAIN, Decider.EITHER, prompts.room_options, turn.apply_gain,
             offers=("resource",), pending=("gains",), asks=("takes a resource", "D4")),
    PhaseRow(Phase.BAILIFF, Decider.ENEMY, prompts.stack_options, event_die.apply_bailiff,
             offers=("stack",), asks=("puts the bailiff's house under a stack", "F18")),
    PhaseRow(Phase.CIVIL_WAR, Decider.EITHER, event_cards.civil_war_options, event_cards.apply_civil_war,
             offers=("pick",), event=Event.CIVIL_WAR, asks=("sends an enemy unit home", "E1")),
    PhaseRow(Phase.PHYSICIAN, Decider.EITHER, event_cards.physician_options, event_cards.apply_physician,
             offers=("play", "pass"), pending=("safe",), answer=Card.PHYSICIAN, event=Event.PLAGUE,
             asks=("may call a physician", "A18")),
    PhaseRow(Phase.RAID_NAME, Decider.KNIGHT, event_cards.raid_name_options, event_cards.apply_raid_name,
             offers=("pick",), pending=("slots",), event=Event.RAID, asks=("names an enemy building", "E5")),
    PhaseRow(Phase.RAID_LOSE, Decider.NO_KNIGHT, event_cards.raid_lose_options, event_cards.apply_raid_lose,
             offers=("pick",), pending=("slots",), event=Event.RAID, asks=("takes back a named building", "E5")),
    PhaseRow(Phase.BUILDER, Decider.EITHER, event_cards.builder_options, event_cards.apply_builder,
             offers=("search", "done"), event=Event.MASTER_BUILDER, asks=("may look through a stack", "E6")),
    PhaseRow(Phase.BUILDER_TAKE, Decider.EITHER, prompts.take_options, event_cards.apply_builder_take,
             offers=("take",), pending=("stack",), event=Event.MASTER_BUILDER,
             asks=("takes a card of the stack", "E6")),
    PhaseRow(Phase.MENDICANT, Decider.WINDMILL, prompts.give_resource_options, event_cards.apply_mendicant,
             offers=("resource",), pending=("left",), most_left=event_cards.ALMS, event=Event.MENDICANT,
             asks=("gives a resource to the enemy", "E8")),
    PhaseRow(Phase.ACTION, Decider.TURN_PLAYER, action_phase.action_options, action_phase.apply_action,
             offers=_ACTIONS, asks=("takes an action", "Q3")),
    PhaseRow(Phase.DISCOUNT, Decider.TURN_PLAYER, building.discount_options, building.apply_discount,
             offers=("resource",), pending=("card",), asks=("leaves out a resource of the cost", "F16")),
    PhaseRow(Phase.PLACE, Decider.TURN_PLAYER, building.place_options, building.apply_place,
             offers=("city", "pick"), pending=("card", "from"), asks=("chooses where the card lies", "B3")),
    PhaseRow(Phase.BREWERY_SIDE, Decider.TURN_PLAYER, building.brewery_side_options, building.apply_brewery_side,
             offers=("brewery",), asks=("chooses what the brewery shows", "F22")),
    PhaseRow(Phase.REACT, Decider.ENEMY, attacks.react_options, attacks.apply_react,
             offers=("play", "pass"), pending=("card",), answer=Card.BISHOP, asks=("may answer the attack", "A2")),
    PhaseRow(Phase.TARGET, Decider.TURN_PLAYER, attacks.target_options, attacks.apply_target,
             offers=("pick", "burn_brothel"), pending=("card", "backfire"), asks=("chooses what is hit", "A2")),
    PhaseRow(Phase.SPY, Decider.TURN_PLAYER, attacks.spy_options, attacks.apply_spy,
             offers=("take", "done"), played=Card.SPY, asks=("may take a card of the enemy's hand", "A5")),
    PhaseRow(Phase.MERCHANT_TAKE, Decider.TURN_PLAYER, attacks.merchant_take_options, attacks.apply_merchant_take,
             offers=("resource", "done"), pending=("left",), most_left=attacks.TAKEN, played=Card.MERCHANT,
             asks=("takes a resource from the enemy", "A7")),
    PhaseRow(Phase.MERCHANT_GIVE, Decider.TURN_PLAYER, prompts.give_resource_options, attacks.apply_merchant_give,
             offers=("resource",), played=Card.MERCHANT, asks=("gives a resource to the enemy", "A7")),
    PhaseRow(Phase.HIGHWAYMEN, Decider.TURN_PLAYER, prompts.take_resource_options, attacks.apply_highwaymen,
             offers=("resource",), played=Card.HIGHWAYMEN, asks=("names what the highwaymen take", "A10")),
    PhaseRow(Phase.CARAVAN_PAY, Decider.TURN_PLAYER, prompts.owned_options, action_cards.apply_caravan_pay,
             offers=("resource",), pending=("left",), most_left=action_cards.CARAVAN, played=Card.CARAVAN,
             asks=("pays a resource for the caravan", "A8")),
    PhaseRow(Phase.CARAVAN_TAKE, Decider.TURN_PLAYER, prompts.room_options, action_cards.apply_caravan_take,
             offers=("resource",), pending=("left",), most_left=action_cards.CARAVAN, played=Card.CARAVAN,
             asks=("takes a resource from the caravan", "A8")),
    PhaseRow(Phase.SCOUT, Decider.TURN_PLAYER, action_cards.scout_options, action_cards.apply_scout,
             offers=("region",), pending=("regions",), played=Card.SCOUT, asks=("chooses a region", "A9")),
    PhaseRow(Phase.SCOUT_SETTLE, Decider.TURN_PLAYER, building.settlement_options, action_cards.apply_scout_settle,
             offers=("settlement",), pending=("regions",), played=Card.SCOUT, asks=("founds the settlement", "A9")),
    PhaseRow(Phase.ARCHIVE, Decider.TURN_PLAYER, prompts.filled_stack_options, action_cards.apply_archive,
             offers=("stack",), played=Card.ARCHIVIST, asks=("names a stack for the archivist", "A12")),
    PhaseRow(Phase.ARCHIVE_SORT, Decider.TURN_PLAYER, action_cards.archive_sort_options,
             action_cards.apply_archive_sort, offers=("take",), pending=("stack", "sorted"), played=Card.ARCHIVIST,
             asks=("lays back the next card", "A12")),
    PhaseRow(Phase.CHANCELLOR, Decider.TURN_PLAYER, prompts.filled_stack_options, action_cards.apply_chancellor,
             offers=("stack",), played=Card.CHANCELLOR, asks=("names a stack for the chancellor", "A16")),
    PhaseRow(Phase.COUNCIL, Decider.TURN_PLAYER, prompts.stack_options, action_cards.apply_council,
             offers=("stack",), played=Card.COUNCIL, asks=("names a stack for the council", "A19")),
    PhaseRow(Phase.COUNCIL_BURY, Decider.TURN_PLAYER, prompts.bury_options, action_cards.apply_council_bury,
             offers=("bury",), pending=("stack", "left"), most_left=action_cards.COUNCIL, played=Card.COUNCIL,
             asks=("puts a card under the stack", "A19")),
    PhaseRow(Phase.COUNCIL_SEARCH, Decider.TURN_PLAYER, prompts.free_search_options, action_cards.apply_council_search,
             offers=("search",), played=Card.COUNCIL, asks=("names a stack to look through", "A19")),
    PhaseRow(Phase.COUNCIL_TAKE, Decider.TURN_PLAYER, prompts.take_options, action_cards.apply_council_take,
             offers=("take",), pending=("stack", "left"), most_left=action_cards.COUNCIL, played=Card.COUNCIL,
             asks=("takes a card of the stack", "A19")),
    PhaseRow(Phase.DIPLOMAT, Decider.TURN_PLAYER, action_cards.diplomat_options, action_cards.apply_diplomat,
             offers=("take",), played=Card.DIPLOMAT, asks=("takes a discarded card", "A14")),
    PhaseRow(Phase.BAN, Decider.TURN_PLAYER, action_cards.ban_options, action_cards.apply_ban,
             offers=("ban",), pending=("card",), asks=("lays the church ban", "A17")),
    PhaseRow(Phase.TRIM, Decider.EITHER, prompts.stack_options, end_of_turn.apply_trim,
             offers=("stack",), pending=("resume",), asks=("holds too many cards, names a stack", "H1")),
    PhaseRow(Phase.TRIM_CARD, Decider.EITHER, prompts.bury_options, end_of_turn.apply_trim_card,
             offers=("bury",), pending=("stack", "resume"), asks=("puts a card under the stack", "H1")),
    PhaseRow(Phase.REFILL, Decider.TURN_PLAYER, end_of_turn.draw_or_search_options, end_of_turn.apply_draw_or_search,
             offers=("draw", "search"), pending=_TURN_END, asks=("takes a card", "H2")),
    PhaseRow(Phase.SEARCH_PAY, Decider.TURN_PLAYER, prompts.owned_options, end_of_turn.apply_search_pay,
             offers=("resource",), pending=(*_TURN_END, "stack", "left"), most_left=end_of_turn.PRICE,
             asks=("pays for looking through a stack", "H4")),
    PhaseRow(Phase.SEARCH_TAKE, Decider.TURN_PLAYER, prompts.take_options, end_of_turn.apply_search_take,
             offers=("take",), pending=(*_TURN_END, "stack"), asks=("takes a card of the stack", "H4")),
    PhaseRow(Phase.HOLY, Decider.TURN_PLAYER, end_of_turn.stack_or_done_options, end_of_turn.apply_holy,
             offers=("stack", "done"), pending=(*_TURN_END, "card"),
             asks=("may put the card taken under a stack", "F15")),
    PhaseRow(Phase.EXCHANGE, Decider.TURN_PLAYER, end_of_turn.stack_or_done_options, end_of_turn.apply_exchange,
             offers=("stack", "done"), asks=("may exchange a card", "H3")),
    PhaseRow(Phase.EXCHANGE_CARD, Decider.TURN_PLAYER, prompts.bury_options, end_of_turn.apply_exchange_card,
             offers=("bury",), pending=("stack",), asks=("puts a card under the stack", "H3")),
    PhaseRow(Phase.EXCHANGE_DRAW, Decider.TURN_PLAYER, end_of_turn.draw_or_search_options,
             end_of_turn.apply_draw_or_search, offers=("draw", "search"), pending=(*_TURN_END, "stack"),
             asks=("takes a card in exchange", "H3")),
    PhaseRow(Phase.DECK_PICK, Decider.EITHER, setup.deck_pick_options, setup.apply_deck_pick,
             offers=("take",), pending=("left",), most_left=HAND, asks=("picks a card of its deck", "M2")),
    PhaseRow(Phase.OVER, Decider.NOBODY, None, None, offers=()),
)
# fmt: on
"""A row for each phase, in the order of `Phase`."""

"""What is legal in a phase, and what an action does there (Q4)."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.referee.actions import Action

from . import acting, building, cardplay, dice, effects, events, gains, hand, schemes, setup
from .chance import Chance
from .form import read_position
from .position import Json, Position


class Phase(NamedTuple):
    """One row of Q4."""

    choices: Callable[[Position], Iterator[Action]]
    step: Callable[[Position, Action, Chance], None]


def _nothing(position: Position, action: Action, chance: Chance) -> None:
    raise AssertionError("nobody decides when the game is over")


PHASES = {
    "setup_stack": Phase(setup.setup_stack_choices, setup.setup_stack),
    "setup_take": Phase(setup.setup_take_choices, setup.setup_take),
    "roll": Phase(dice.roll_choices, dice.roll),
    "number": Phase(dice.number_choices, dice.choose_number),
    "trade_event": Phase(dice.trade_event_choices, dice.take_from_enemy),
    "gain": Phase(gains.gain_choices, gains.choose_gain),
    "bailiff": Phase(dice.bailiff_choices, dice.bury_bailiff),
    "civil_war": Phase(events.civil_war_choices, events.name_unit),
    "physician": Phase(events.physician_choices, events.answer_plague),
    "raid_name": Phase(events.raid_name_choices, events.name_building),
    "raid_lose": Phase(events.raid_lose_choices, events.lose_building),
    "builder": Phase(events.builder_choices, events.choose_stack_of_builder),
    "builder_take": Phase(events.builder_take_choices, events.builder_take),
    "mendicant": Phase(events.mendicant_choices, events.give_to_enemy),
    "action": Phase(acting.action_choices, acting.act),
    "discount": Phase(building.discount_choices, building.leave_out),
    "place": Phase(building.place_choices, building.place),
    "brewery_side": Phase(building.brewery_side_choices, building.choose_brewery_side),
    "react": Phase(cardplay.react_choices, cardplay.react),
    "target": Phase(cardplay.target_choices, cardplay.hit),
    "spy": Phase(effects.spy_choices, effects.spy_takes),
    "merchant_take": Phase(effects.merchant_take_choices, effects.merchant_takes),
    "merchant_give": Phase(effects.merchant_give_choices, effects.merchant_gives),
    "highwaymen": Phase(effects.highwaymen_choices, effects.rob),
    "caravan_pay": Phase(effects.caravan_pay_choices, effects.caravan_pays),
    "caravan_take": Phase(effects.caravan_take_choices, effects.caravan_takes),
    "scout": Phase(effects.scout_choices, effects.scouts),
    "scout_settle": Phase(effects.scout_settle_choices, effects.scout_settles),
    "archive": Phase(schemes.archive_choices, schemes.look_up),
    "archive_sort": Phase(schemes.archive_sort_choices, schemes.sort),
    "chancellor": Phase(schemes.chancellor_choices, schemes.take_top),
    "council": Phase(schemes.council_choices, schemes.convene),
    "council_bury": Phase(schemes.council_bury_choices, schemes.council_buries),
    "council_search": Phase(schemes.council_search_choices, schemes.council_searches),
    "council_take": Phase(schemes.council_take_choices, schemes.council_takes),
    "diplomat": Phase(schemes.diplomat_choices, schemes.fetch),
    "ban": Phase(schemes.ban_choices, schemes.ban),
    "trim": Phase(hand.stack_choices, hand.trim),
    "trim_card": Phase(hand.bury_choices, hand.trim_card),
    "refill": Phase(hand.taking_choices, hand.take_a_card),
    "search_pay": Phase(hand.search_pay_choices, hand.search_pay),
    "search_take": Phase(hand.search_take_choices, hand.search_take),
    "holy": Phase(hand.holy_choices, hand.holy),
    "exchange": Phase(hand.exchange_choices, hand.exchange),
    "exchange_card": Phase(hand.bury_choices, hand.exchange_card),
    "exchange_draw": Phase(hand.taking_choices, hand.take_a_card),
    "deck_pick": Phase(setup.deck_pick_choices, setup.deck_pick),
    "over": Phase(lambda position: iter(()), _nothing),
}


def legal_actions(data: Json) -> set[Action]:
    """Every legal action of the seat that decides; none when the game is over."""
    return set(PHASES[data["phase"]].choices(read_position(data)))


def apply(position: Position, action: Action, chance: Chance) -> None:
    """Carry out a legal action and all that follows by itself."""
    PHASES[position.phase].step(position, action, chance)

"""The kernel as ordinary Python, for soundness checks and reasons why an action is illegal (`engine.plain`).

Its functions take a state and a board as `engine.plain.fields`. Those that write to a state are not for use here.
"""

from kschwert_env.engine.plain import plain
from kschwert_env.politics_and_intrigue.kernel import card_types as _card_types
from kschwert_env.politics_and_intrigue.kernel import derived_state as _derived_state
from kschwert_env.politics_and_intrigue.kernel.chapters import action_cards as _action_cards
from kschwert_env.politics_and_intrigue.kernel.chapters import attacks as _attacks
from kschwert_env.politics_and_intrigue.kernel.chapters import building as _building
from kschwert_env.politics_and_intrigue.kernel.chapters import building_effects as _building_effects
from kschwert_env.politics_and_intrigue.kernel.chapters import end_of_turn as _end_of_turn
from kschwert_env.politics_and_intrigue.kernel.chapters import event_cards as _event_cards
from kschwert_env.politics_and_intrigue.kernel.chapters import trading as _trading
from kschwert_env.politics_and_intrigue.kernel.zones import hands as _hands
from kschwert_env.politics_and_intrigue.kernel.zones import principality as _principality
from kschwert_env.politics_and_intrigue.kernel.zones import resources as _resources
from kschwert_env.politics_and_intrigue.kernel.zones import stacks as _stacks

card_types, derived_state = plain(_card_types), plain(_derived_state)
action_cards, attacks, building = plain(_action_cards), plain(_attacks), plain(_building)
building_effects, end_of_turn, event_cards = plain(_building_effects), plain(_end_of_turn), plain(_event_cards)
trading, hands, principality = plain(_trading), plain(_hands), plain(_principality)
resources, stacks = plain(_resources), plain(_stacks)

"""Which decision belongs to which chapter: what is legal in a phase, and what an action does there."""

from collections.abc import Callable, Iterator

from tests.referee.actions import Action

from . import attack, build, cardplay, land, people, revolt, turn
from .chance import Chance
from .position import Json, Position, read_position

Choices = Callable[[Position], Iterator[Action]]
Step = Callable[[Position, Action, Chance], None]

CHOICES: dict[str, tuple[Choices, ...]] = {
    "setup": (land.setup_choices,),
    "resettle": (land.resettle_choices,),
    "tax": (people.tax_choices,),
    "action": (
        build.build_choices,
        cardplay.card_choices,
        cardplay.draw_choices,
        land.expand_choices,
        land.occupy_choices,
        attack.attack_choices,
        revolt.revolt_choices,
        turn.end_turn_choice,
    ),
    "redraw": (cardplay.redraw_choices,),
    "expand": (land.expand_claim_choices,),
    "attack_lay": (attack.attack_lay_choices,),
    "attack_react": (attack.react_choices,),
    "revolt_vote": (revolt.vote_choices,),
    "revolt_lay": (revolt.revolt_lay_choices,),
    "over": (),
}

STEPS: dict[tuple[str, str], Step] = {
    ("setup", "claim"): land.setup_claim,
    ("resettle", "claim"): land.resettle_claim,
    ("resettle", "done"): land.resettle_done,
    ("tax", "tax"): people.tax,
    ("action", "castle"): build.build,
    ("action", "small_city"): build.build,
    ("action", "large_city"): build.build,
    ("action", "cathedral"): build.build,
    ("action", "incite"): cardplay.incite,
    ("action", "papal_visit"): cardplay.papal_visit,
    ("action", "draw"): cardplay.draw,
    ("action", "expand"): land.expand,
    ("action", "claim"): land.occupy,
    ("action", "attack"): attack.attack,
    ("action", "revolt"): revolt.declare,
    ("action", "end_turn"): turn.end_turn,
    ("redraw", "draw"): cardplay.redraw,
    ("redraw", "done"): cardplay.redraw_done,
    ("expand", "claim"): land.expand_claim,
    ("expand", "done"): land.expand_done,
    ("attack_lay", "lay"): attack.attack_lay,
    ("attack_lay", "done"): attack.attack_lay_done,
    ("attack_react", "react"): attack.react,
    ("revolt_vote", "vote"): revolt.vote,
    ("revolt_lay", "lay"): revolt.revolt_lay,
    ("revolt_lay", "done"): revolt.revolt_lay_done,
}


def legal_actions(data: Json) -> set[Action]:
    """Every legal action of the seat that decides; none when the game is over (chapter 13)."""
    position = read_position(data)
    return {action for choices in CHOICES[position.phase] for action in choices(position)}


def apply(position: Position, action: Action, chance: Chance) -> None:
    """Carry out a legal action and all that follows by itself."""
    STEPS[position.phase, action.kind](position, action, chance)

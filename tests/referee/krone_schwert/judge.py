"""The referee for Krone & Schwert: tables of its functions by phase, and the settings of a run."""

from collections.abc import Callable, Hashable, Iterator
from functools import cache, partial
from random import Random
from typing import Any

from kschwert_env.krone_schwert import Game, Rules
from tests.referee.actions import Action
from tests.referee.judge import Judge, Pace, alike
from tests.referee.krone_schwert import cards, fights, land, stages, start, turns, view
from tests.referee.krone_schwert.position import Json, Position, read_position, write_position
from tests.referee.krone_schwert.turns import Chance
from tests.referee.policies import Policy, uniform, weighted

BUILDER = {"castle": 60.0, "small_city": 30.0, "large_city": 80.0, "cathedral": 90.0, "expand": 8.0, "end_turn": 0.1}
FIGHTER = {"revolt": 40.0, "attack": 30.0, "incite": 8.0, "lay": 10.0, "ambush": 9.0, "truce": 5.0}

POLICIES: dict[str, Policy] = {
    "uniform": uniform,
    "by kind": weighted(end_turn=0.2),
    "builder": weighted(**BUILDER, draw=8.0, revolt=1.0, take=9.0),
    "rebel": weighted(**BUILDER, draw=8.0, revolt=60.0, sword=9.0, lay=16.0, take=1.0, none=1.0),
    "royalist": weighted(**BUILDER, draw=10.0, revolt=2.0, crown=9.0, lay=2.0, truce=0.5),
    "fighter": weighted(**FIGHTER, end_turn=0.1, draw=8.0),
    "generous": weighted(lay=40.0, revolt=6.0, attack=12.0, draw=12.0, end_turn=0.5),
    "thrifty": weighted(lay=0.5, draw=30.0, revolt=12.0, castle=30.0, small_city=30.0, large_city=40.0, expand=2.0),
    "warmonger": weighted(**BUILDER, revolt=1000.0, draw=6.0, lay=6.0, take=1.0),
    "drawer": weighted(draw=80.0, end_turn=0.1),
    "content": weighted(draw=60.0, done=60.0, end_turn=0.1),
    "settler": weighted(claim=60.0, expand=60.0, draw=8.0, end_turn=0.1, done=1.0),
    "idler": weighted(end_turn=30.0),
}


Choices = Callable[[Position], Iterator[Action]]
Step = Callable[[Position, Action, Chance], None]

CHOICES: dict[str, tuple[Choices, ...]] = {
    "setup": (land.setup_choices,),
    "resettle": (land.resettle_choices,),
    "tax": (turns.tax_choices,),
    "action": (
        land.build_choices,
        cards.card_choices,
        cards.draw_choices,
        land.expand_choices,
        land.occupy_choices,
        fights.attack_choices,
        fights.revolt_choices,
        turns.end_turn_choice,
    ),
    "redraw": (cards.redraw_choices,),
    "expand": (land.expand_claim_choices,),
    "attack_lay": (fights.attack_lay_choices,),
    "attack_react": (fights.react_choices,),
    "revolt_vote": (fights.vote_choices,),
    "revolt_lay": (fights.revolt_lay_choices,),
    "over": (),
}

STEPS: dict[tuple[str, str], Step] = {
    ("setup", "claim"): land.setup_claim,
    ("resettle", "claim"): land.resettle_claim,
    ("resettle", "done"): land.resettle_done,
    ("tax", "tax"): turns.tax,
    **{("action", kind): land.build for kind in land.CARD_FOR},
    ("action", "incite"): cards.incite,
    ("action", "papal_visit"): cards.papal_visit,
    ("action", "draw"): cards.draw,
    ("action", "expand"): land.expand,
    ("action", "claim"): land.occupy,
    ("action", "attack"): fights.attack,
    ("action", "revolt"): fights.declare,
    ("action", "end_turn"): turns.end_turn,
    ("redraw", "draw"): cards.redraw,
    ("redraw", "done"): cards.redraw_done,
    ("expand", "claim"): land.expand_claim,
    ("expand", "done"): land.expand_done,
    ("attack_lay", "lay"): fights.attack_lay,
    ("attack_lay", "done"): fights.attack_lay_done,
    ("attack_react", "react"): fights.react,
    ("revolt_vote", "vote"): fights.vote,
    ("revolt_lay", "lay"): fights.revolt_lay,
    ("revolt_lay", "done"): fights.revolt_lay_done,
}


def choices(position: Position) -> Iterator[Action]:
    """Yield every legal action of the deciding seat; none when the game is over (chapter 13)."""
    for group in CHOICES[position.phase]:
        yield from group(position)


def apply(position: Position, action: Action, after: Json) -> None:
    """Carry out a legal action and its automatic effects, with the successor's outcomes of chance."""
    STEPS[position.phase, action.kind](position, action, Chance(after, settles_revolt=position.revolt is not None))


def same(key: str, expected: Any, found: Any) -> bool:
    """Compare values; buildings and their fields may be in any order."""
    if key == "fields":
        return bool(expected == found)  # faster, and constant
    if key == "buildings":
        expected, found = (
            sorted((building | {"fields": sorted(building["fields"])} for building in some), key=str)
            for some in (expected, found)
        )
    return alike(expected, found)


rules_of = cache(Rules)


def draw_rules(random: Random, players: int, fewer_parts: bool) -> Rules:
    """Draw options, including short caps and no cap."""
    return rules_of(
        players,
        fewer_parts=fewer_parts,
        start_player=random.choice([0, "random"]),
        shuffle_parts=random.random() < 0.8,
        max_rounds=random.choice([1, 3, 8, 15, 25, 25, 40, 60, 100, None]),
        visible_scores=random.random() < 0.7,
        reward=random.choice(["win", "placement", "score"]),
    )


def expected_pieces(public_view: Json, whole: bool) -> dict[str, list[int]]:
    """Return the pieces of an observation; the long piece of the fields only if `whole`."""
    return view.expected_pieces(public_view) | ({"fields": view.expected_fields(public_view)} if whole else {})


def action_group(position: Json, action: Action) -> Hashable:
    """Group actions: every resettling claim is a group; otherwise kind, card and choice define it."""
    return action.field if position["phase"] == "resettle" else action.kind, action.card, action.choice


def krone_schwert(players: int, fewer_parts: bool = False) -> Judge:
    """Return the referee for this number of players with the edition `standard`."""
    return Judge(
        game_type=Game,
        arguments=f"--players {players}{' --fewer-parts' * fewer_parts}",
        pace=Pace(games=10, tries=2, decisions=14),
        rules=(cards, fights, land, turns),
        policies=POLICIES,
        draw_rules=partial(draw_rules, players=players, fewer_parts=fewer_parts),
        check_start=start.check_start,
        read=read_position,
        write=write_position,
        choices=choices,
        apply=apply,
        public_view=view.public_view,
        expected_pieces=expected_pieces,
        returns=turns.returns,
        stages=partial(stages.stages, players, fewer_parts),
        alike=action_group,
        same=same,
    )

"""The judge for Politics & Intrigue: the settings of a run."""

from collections import Counter
from collections.abc import Hashable
from functools import partial
from random import Random

from kschwert_env.politics_and_intrigue import Game, Rules
from tests.referee.actions import Action
from tests.referee.judge import Judge, Pace
from tests.referee.politics_and_intrigue import building, cardplay, dice, effects, events, hand, land, phases, piles
from tests.referee.politics_and_intrigue.positions import form, view
from tests.referee.politics_and_intrigue.positions.form import read_position, write_position
from tests.referee.politics_and_intrigue.positions.position import (
    COMMON_EVENTS,
    DECK_SIZE,
    EVENTS,
    KINDS,
    SEATS,
    WIN,
    Json,
)
from tests.referee.politics_and_intrigue.positions.refusals import refusals
from tests.referee.politics_and_intrigue.stages import POLICIES, stages


def returns(position: Json) -> list[float]:
    """Return what each seat gets by the option `reward` (W1 to W3)."""
    mine, other = position["scores"]
    if position["rules"]["reward"] == "score":
        margin = (mine - other) / 20
    elif min(mine, other) >= WIN:
        margin = 1.0 if position["turn_player"] == 0 else -1.0  # B11
    else:
        margin = float((mine > other) - (mine < other))
    return [margin, -margin]


def draw_rules(random: Random, tournament: bool) -> Rules:
    """Draw options, short games among them; in a tournament any decks and events, the default ones among them."""
    options: Json = {
        "start_player": random.choice([0, "random"]),
        "max_rounds": random.choice([1, 2, 10, 40, 100, 100, 100, None]),
        "reward": random.choice(["win", "placement", "score"]),
    }
    if tournament:
        options["game"] = "tournament"
        if random.random() < 0.8:  # M1, M7
            cards = sorted(Counter({card: kind.copies for card, kind in KINDS.items()}).elements())
            events = sorted((Counter(EVENTS) - COMMON_EVENTS).elements())
            options["decks"] = [dict(Counter(random.sample(cards, DECK_SIZE))) for _ in SEATS]
            options["events"] = [dict(Counter(random.sample(events, 4))) for _ in SEATS]
    return Rules(**options)


def tried_once(position: Json, action: Action) -> Hashable:
    """In phase `action` one of a kind, but every card that is built or played; elsewhere every action but cards."""
    if position["phase"] == "action":
        return action.kind, action.card if action.kind in ("build", "play") else None
    return action.kind if action.kind in ("take", "bury") else action


def politics_and_intrigue(tournament: bool = False) -> Judge:
    """Return the judge for the extended game, or for the tournament (chapter 15), whose actions differ."""
    return Judge(
        game_type=Game,
        arguments="--game politics_and_intrigue" + " --tournament" * tournament,
        pace=Pace(games=6, tries=1, decisions=6),
        rules=(building, cardplay, dice, effects, events, hand, land, phases, piles),
        policies=POLICIES,
        draw_rules=partial(draw_rules, tournament=tournament),
        check_start=form.check_start,
        read=read_position,
        write=write_position,
        choices=phases.choices,
        apply=phases.apply,
        public_view=view.public_view,
        expected_pieces=lambda public_view, whole: view.expected_pieces(public_view),
        returns=returns,
        stages=partial(stages, tournament),
        alike=tried_once,
        refusals=refusals,
    )

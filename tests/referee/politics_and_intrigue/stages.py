"""Positions made for what play hardly ever reaches. From each, every kind of legal action is tried, and played on."""

from collections.abc import Callable, Iterator
from typing import Any

from tests.referee.policies import Policy, weighted

from . import stages_of_building as building
from . import stages_of_cards as cards
from . import stages_of_ends as ends
from . import stages_of_turns as turns
from .moves import END_TURN, ROLL
from .policies import BUILDER
from .position import Json
from .stage_kit import CALM, EAGER, TAKING, Made, rich
from .world import Scripted, land, scene, step

# -- the tournament game --------------------------------------------------------------------------------------


def tournament(own: Json | None = None, enemy: Json | None = None, **facts: Any) -> Json:
    """A scene of the tournament game."""
    return scene(own, enemy, game="tournament", **facts)


def tournaments() -> Iterator[Made]:
    """M1 to M7."""
    home = land(0, slots={0: "church", 2: "town_hall"}, stock=3)
    yield tournament(home, hands=("church_ban, 3 spy", "")), EAGER
    yield tournament(home, hands=("church_ban, diplomat, archivist", ""), bans={4: 0, 8: 1, 1: 1}), EAGER
    moved = [{"church_ban": 2}, {"church_ban": -2}]
    yield tournament(home, hands=("church_ban", ""), bans={4: 0, 5: 0, 6: 0}, moved=moved), EAGER
    mills = rich(0, slots={0: "lumber_mill", 1: "secret_alliance"}, stock=0, alliance=0)
    facts: Json = {"phase": "number", "dice": None, "discards": ("alchemist", "")}
    yield tournament(mills, land(1, slots={0: "lumber_mill"}), **facts), CALM
    yield (
        tournament(home, hands=("diplomat, chancellor, council, abbey", ""), discards=("abbey, spy", "knight_arno")),
        EAGER,
    )
    yield tournament(hands=("spy", "knight_arno, bishop, abbey")), EAGER
    enemy = rich(1, slots={0: "knight_konrad", 1: "church"})
    yield tournament(home, enemy, hands=("bribery, knight_konrad, black_knight, arsonist", "")), EAGER
    yield tournament(rich(0, slots={0: "brothel"}), rich(1, slots={0: "brothel"}), hands=("arsonist", "")), EAGER
    for hand in ("spy, abbey, bishop", "abbey", "abbey, spy, bishop, scout"):
        own = land(0, slots={0: "holy_place"}, stock=2)
        yield step(tournament(own, hands=(hand, "")), END_TURN), TAKING
        yield step(tournament(own, hands=(hand, ""), bans={0: 1}), END_TURN), weighted(done=0.3)
    raided = rich(1, slots={0: "church", 2: "town_hall"})
    before = tournament(land(0, slots={0: "knight_falk"}), raided, phase="roll", dice=None)
    yield step(before, ROLL, Scripted("event", 1, ["raid"])), CALM
    yield step(before, ROLL, Scripted("event", 1, ["master_builder"])), TAKING
    yield tournament(home, hands=("church, town_hall, cathedral", "")), BUILDER
    allied = rich(1, slots={0: "secret_alliance", 2: "abbey"})
    yield tournament(rich(0, slots={0: "secret_alliance"}), allied), EAGER


EXTENDED: tuple[Callable[[], Iterator[Made]], ...] = (
    *(building.builds, building.discounts, building.centres, building.metropolises, building.brothels),
    *(building.breweries, building.alliances, building.trades, building.rivals),
    *(cards.attacks, cards.fires, cards.sees, cards.robberies, cards.spies, cards.bribes, cards.scouts),
    *(cards.stackworks, cards.bans, cards.gates),
    *(turns.rolls, turns.numbers, turns.thefts, turns.bailiffs, turns.allied_bailiffs, turns.wars, turns.plagues),
    *(turns.raids, turns.builders, turns.gifts),
    *(ends.hands, ends.holy_places, ends.ends, ends.setups),
)


def made(is_tournament: bool = False) -> Iterator[tuple[str, Json, Policy]]:
    """All of them, each with a name."""
    for maker in (tournaments,) if is_tournament else EXTENDED:
        for number, (position, policy) in enumerate(maker()):
            yield f"{maker.__name__}[{number}]", position, policy

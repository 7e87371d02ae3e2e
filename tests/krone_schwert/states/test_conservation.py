"""Nothing is lost and nothing appears along random games: cards, people cards, markers, buildings."""

from pathlib import Path

import numpy as np
import pytest

from kschwert_env.krone_schwert import Batch, Rules
from kschwert_env.krone_schwert.kernel.components import (
    NOBODY,
    NUM_ACTION_CARDS,
    Building,
    Card,
    Phase,
    Result,
    Supply,
    Terrain,
    Vote,
)
from tests.helpers.conservation import steps, under_way
from tests.krone_schwert.editions import HAND_DRAWN, ISLANDS

pytestmark = pytest.mark.needs_jit

RULES = [
    Rules(2),
    Rules(3, max_rounds=20),
    Rules(4, fewer_parts=True),
    Rules(5, start_player="random"),
    Rules(3, edition=ISLANDS),
    Rules(2, edition=HAND_DRAWN),
]


@pytest.fixture(params=RULES, ids=lambda rules: f"{rules.num_players}-{rules.num_fields}-{Path(rules.edition).stem}")
def batch(request: pytest.FixtureRequest) -> Batch[Rules]:
    return under_way(request.param)


def check_cards(rules: Rules, states: np.ndarray) -> None:
    """C6, S1: 65 cards from the first deal on, and game_end as soon as the end has begun."""
    copies = rules.board["copies"][0]
    assert copies.sum() == 66
    cards = states["draw_pile"] + states["discard_pile"]
    cards[:, :NUM_ACTION_CARDS] += states["hands"].sum(axis=1) + states["laid"].sum(axis=1)
    cards[:, Card.PAPAL_VISIT] += states["papal_visit"].sum(axis=1)
    cards[:, Card.GAME_END] += 1 - states["end_begun"]
    assert (cards == copies).all()


def check_people_cards(rules: Rules, states: np.ndarray) -> None:
    """C7: 11 crowns and 11 swords."""
    assert (states["face_down"][:, 0] + states["crowns_aside"] == 11).all()
    assert (states["face_down"][:, 1] + states["open_swords"] == 11).all()


def check_derived_values(rules: Rules, states: np.ndarray) -> None:
    """C5, L3: numbers of markers, buildings and supplies agree with the board."""
    neighbours, octagons = rules.neighbours, np.arange(rules.num_fields) < rules.map.num_octagons
    owner, building = states["owner"], states["building"]
    land = (owner == NOBODY) & (states["terrain"] != Terrain.MOUNTAIN)
    assert (states["free_land"] == land.sum(axis=1)).all()
    for seat in range(rules.num_players):
        own = owner == seat
        assert (states["markers"][:, seat] == 28 - own.sum(axis=1)).all()
        beside = np.where(neighbours >= 0, own[:, neighbours], False).sum(axis=2)
        assert (states["own_neighbours"][:, seat] == beside).all()
        large = own & octagons & (building >= Building.LARGE_CITY)
        kinds = [own & (building == Building.CASTLE), own & (building == Building.SMALL_CITY), large]
        kinds.append(large & (building == Building.CATHEDRAL))
        assert (states["buildings"][:, seat] == np.stack([kind.sum(axis=1) for kind in kinds], axis=1)).all()
    supply = rules.board["supply"][0] - states["buildings"].sum(axis=1)
    assert (states["supply"] == supply).all()
    assert (states["supply"] >= 0).all()


def check_terrain_of_buildings(rules: Rules, states: np.ndarray) -> None:
    """B1: castles on mountains, cities on plains, nothing in forests, nothing on land without owner."""
    built = states["building"] > 0
    castle = states["building"] == Building.CASTLE
    assert (states["terrain"][castle] == Terrain.MOUNTAIN).all()
    assert (states["terrain"][built & ~castle] == Terrain.PLAIN).all()
    assert (states["owner"][built] != NOBODY).all()


def check_large_cities(rules: Rules, states: np.ndarray) -> None:
    """B1: an octagon and a square beside it, and nothing else points anywhere."""
    is_large = states["building"] >= Building.LARGE_CITY
    assert ((states["partner"] > 0) == is_large).all()
    games, fields = np.nonzero(is_large)
    others = rules.neighbours[fields, states["partner"][games, fields] - 1]
    assert (rules.neighbours[others, states["partner"][games, others] - 1] == fields).all()
    assert (states["building"][games, others] == states["building"][games, fields]).all()
    assert ((fields < rules.map.num_octagons) != (others < rules.map.num_octagons)).all()


def check_king(rules: Rules, states: np.ndarray) -> None:
    """K1: a king has castle and city; if a seat has both, there is a king."""
    castles = states["buildings"][:, :, Supply.CASTLES] > 0
    cities = states["buildings"][:, :, [Supply.SMALL_CITIES, Supply.LARGE_CITIES]].any(axis=2)
    qualified = castles & cities
    assert (qualified.any(axis=1) == (states["king"] != NOBODY)).all()
    crowned = states["king"] != NOBODY
    assert qualified[crowned, states["king"][crowned]].all()


def check_phase(rules: Rules, states: np.ndarray) -> None:
    """Q4, Q6, Q7: nothing stays behind when an expansion, an attack or a revolt is over."""
    phase = states["phase"]
    in_revolt = (phase == Phase.REVOLT_VOTE) | (phase == Phase.REVOLT_LAY)
    in_attack = (phase == Phase.ATTACK_LAY) | (phase == Phase.ATTACK_REACT)
    assert ((states["expansion_card"] != NOBODY) == (phase == Phase.EXPAND)).all()
    assert ((states["claims_left"] > 0) == (phase == Phase.EXPAND)).all()
    assert ((states["attacked"] != NOBODY) == in_attack).all()
    assert ((states["leader"] != NOBODY) == in_revolt).all()
    assert not states["laid"][~in_revolt & ~in_attack].any()
    assert (states["votes"][~in_revolt] == NOBODY).all()
    assert not states["decided"][~in_revolt].any()
    assert not states["area"].any()


def check_last_revolt(rules: Rules, states: np.ndarray) -> None:
    """P3, K5: never there while another one is under way; then nothing of it is left. Its winner is king still."""
    seats = np.arange(rules.num_players)
    kept = states["last_leader"] != NOBODY
    assert not (kept & (states["leader"] != NOBODY)).any()
    for name in ("last_king", "last_result"):
        assert ((states[name] != NOBODY) == kept).all()
    assert ((states["last_votes"] != NOBODY) == kept[:, None]).all()
    assert not states["last_laid"][~kept].any()
    assert not states["last_open_swords"][~kept].any()
    last = states[kept]
    assert (last["last_votes"][seats == last["last_leader"][:, None]] == Vote.SWORD).all()
    assert (last["last_votes"][seats == last["last_king"][:, None]] == Vote.CROWN).all()
    winner = np.where(last["last_result"] == Result.LEADER, last["last_leader"], last["last_king"])
    assert (last["king"] == winner).all()


def test_points_are_never_lost(batch: Batch[Rules]) -> None:
    """D4, K3, E4: scores never fall, during a game and in its final scoring."""
    before = batch.states["scores"].copy()
    for _ in range(250):
        _, terminated, truncated = batch.step(batch.random_actions())
        ended = (terminated | truncated)[:, None]
        assert (np.where(ended, batch.final_scores, batch.states["scores"]) >= before).all()
        before = batch.states["scores"].copy()


CHECKS = (
    *(check_cards, check_people_cards, check_derived_values, check_terrain_of_buildings, check_large_cities),
    *(check_king, check_phase, check_last_revolt),
)


def test_random_games_keep_what_the_rules_demand(batch: Batch[Rules]) -> None:
    """B1, C5, C6, C7, K1, K5, L3, P3, Q4, Q6, Q7, S1: in every state."""
    results, has_large_cities = set(), False
    for states in steps(batch):
        for check in CHECKS:
            check(batch.rules, states)
        results |= set(states["last_result"].tolist())
        has_large_cities |= bool((states["building"] >= Building.LARGE_CITY).any())
    assert results >= {Result.KING, Result.LEADER}  # otherwise the test would be vacuous
    assert has_large_cities

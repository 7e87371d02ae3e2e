"""Positions as JSON ("krone_schwert.position.v2"): the complete state, as a spectator sees it."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from kschwert_env.engine.contract.options import MAX_TURNS
from kschwert_env.engine.contract.rules import GameRules, Position
from kschwert_env.engine.io.reader import PositionReader, by_name, or_none
from kschwert_env.engine.text.phrases import names_of
from kschwert_env.krone_schwert.editions.board import Board
from kschwert_env.krone_schwert.kernel.components import (
    CARD_NAMES,
    NOBODY,
    NUM_ACTION_CARDS,
    PHASE_NAMES,
    Building,
    Phase,
    Result,
    Supply,
    Terrain,
    Vote,
)
from kschwert_env.krone_schwert.kernel.state import blank
from kschwert_env.krone_schwert.positions import soundness

FORMAT = "krone_schwert.position.v2"
ATTACK_PHASES = (Phase.ATTACK_LAY, Phase.ATTACK_REACT)
REVOLT_PHASES = (Phase.REVOLT_VOTE, Phase.REVOLT_LAY)
MOST_POINTS = 2**62  # largest number that a position can hold; `soundness` checks tighter bounds

_KEYS = (
    *("format", "rules", "parts", "fields", "phase", "turn", "turn_player", "player", "start_player"),
    *("action_points", "attack_spent", "owner", "buildings", "hands", "draw_pile", "discard_pile"),
    *("cards_before_game_end", "papal_visit", "people", "king", "scores", "announced", "end_begun", "truncated"),
    *("expansion", "attack", "last_revolt", "revolt"),
)
_BUILDING_NAMES = {
    "castle": Building.CASTLE,
    "small_city": Building.SMALL_CITY,
    "large_city": Building.LARGE_CITY,
}
_TERRAIN_NAMES = names_of(Terrain)
_VOTE_NAMES = names_of(Vote)
_RESULT_NAMES = names_of(Result)


# -- writing ----------------------------------------------------------------------------------------------------


def to_json(rules: GameRules, state: np.void) -> dict[str, Any]:
    """Return the complete state as a position, in JSON types."""
    in_setup = state["phase"] == Phase.SETUP
    return {
        "format": FORMAT,
        "rules": rules.options(),
        "parts": [rules.edition_data.parts[part].name for part in state["parts"] if part != NOBODY],
        "fields": fields_of(_map(rules), state["terrain"].tolist()),
        "phase": PHASE_NAMES[state["phase"]],
        "turn": None if in_setup else int(state["turn"]),
        "turn_player": int(state["turn_player"]),
        "player": or_none(state["player"]),
        "start_player": int(state["start_player"]),
        "action_points": int(state["action_points"]),
        "attack_spent": bool(state["attack_spent"]),
        "owner": [or_none(owner) for owner in state["owner"].tolist()],
        "buildings": _buildings(rules, state),
        "hands": [by_name(hand, CARD_NAMES) for hand in state["hands"]],
        "draw_pile": by_name(state["draw_pile"], CARD_NAMES),
        "discard_pile": by_name(state["discard_pile"], CARD_NAMES),
        "cards_before_game_end": or_none(state["cards_before_game_end"]),
        "papal_visit": [bool(open_) for open_ in state["papal_visit"]],
        "people": {
            "face_down": {name: int(count) for name, count in zip(_VOTE_NAMES, state["face_down"], strict=True)},
            "open_swords": int(state["open_swords"]),
            "crowns_aside": int(state["crowns_aside"]),
        },
        "king": or_none(state["king"]),
        "scores": state["scores"].tolist(),
        "announced": [or_none(points) for points in state["announced"]],
        "end_begun": bool(state["end_begun"]),
        "truncated": bool(state["truncated"]),
        "expansion": _expansion(state),
        "attack": _attack(state),
        "last_revolt": _last_revolt(state),
        "revolt": _revolt(state),
    }


def _map(rules: GameRules) -> Board:
    """Return the map for the rules' number of parts."""
    board: Board = rules.edition_data.boards[int(rules.board["map"][0])]
    return board


def fields_of(board: Board, terrain: Sequence[int]) -> list[dict[str, Any]]:
    """Return the entry `fields` of a position for a map with that terrain."""
    return [
        {
            "id": field,
            "shape": "octagon" if field < board.num_octagons else "square",
            "terrain": _TERRAIN_NAMES[terrain[field]],
            "row": row,
            "column": column,
            "neighbours": list(board.adjacent[field]),
        }
        for field, (row, column) in enumerate(board.coordinates)
    ]


def _buildings(rules: GameRules, state: np.void) -> list[dict[str, Any]]:
    buildings = []
    for field in map(int, np.flatnonzero(state["building"])):
        building, direction = Building(state["building"][field]), int(state["partner"][field])
        fields = [field]
        if direction:
            if field >= _map(rules).num_octagons:
                continue  # written at its octagon
            fields.append(int(rules.neighbours[field, direction - 1]))
        kind = Building.LARGE_CITY if building == Building.CATHEDRAL else building
        has_cathedral = building == Building.CATHEDRAL
        buildings.append({"kind": kind.name.lower(), "fields": fields, "cathedral": has_cathedral})
    return buildings


def _expansion(state: np.void) -> dict[str, Any] | None:
    if state["phase"] != Phase.EXPAND:
        return None
    return {"card": CARD_NAMES[state["expansion_card"]], "claims_left": int(state["claims_left"])}


def _attack(state: np.void) -> dict[str, Any] | None:
    if state["phase"] not in ATTACK_PHASES:
        return None
    return {"field": int(state["attacked"]), "cards": by_name(state["laid"][state["turn_player"]], CARD_NAMES)}


def _last_revolt(state: np.void) -> dict[str, Any] | None:
    if state["last_leader"] == NOBODY:
        return None
    return {
        "leader": int(state["last_leader"]),
        "king": int(state["last_king"]),
        "votes": [_VOTE_NAMES[vote] for vote in state["last_votes"]],
        "laid": [by_name(laid, CARD_NAMES) for laid in state["last_laid"]],
        "open_swords": int(state["last_open_swords"]),
        "result": _RESULT_NAMES[state["last_result"]],
    }


def _revolt(state: np.void) -> dict[str, Any] | None:
    if state["phase"] not in REVOLT_PHASES:
        return None
    return {
        "leader": int(state["leader"]),
        "votes": [None if vote == NOBODY else _VOTE_NAMES[vote] for vote in state["votes"]],
        "laid": [by_name(laid, CARD_NAMES) for laid in state["laid"]],
        "decided": [bool(decided) for decided in state["decided"]],
    }


# -- reading ----------------------------------------------------------------------------------------------------


def from_json(rules: GameRules, given: Position) -> np.ndarray:
    """Read a position, a dict of JSON types, into a state; return it as an array of length 1.

    Raises ValueError with every contradiction.
    """
    reader = PositionReader(given)
    states = np.zeros(1, rules.state_dtype)
    state = states[0]
    blank(rules.board[0], state)  # without the start of an edition
    state["terrain"] = rules.board["blank"]["terrain"][0]
    _read_turn(rules, reader, state)
    _read_map(rules, reader, state)
    _read_cards(rules, reader, state)
    _read_points(rules, reader, state)
    _read_running(rules, reader, state)
    _read_last_revolt(rules, reader, state)
    reader.only("", *_KEYS)
    reader.raise_if_wrong()
    derive(_map(rules), state)
    reader.wrong += soundness.contradictions(rules, state)
    reader.raise_if_wrong()
    return states


def _read_turn(rules: GameRules, reader: PositionReader, state: np.void) -> None:
    last_seat = rules.num_players - 1
    if reader.value("format") != FORMAT:
        reader.fail("format", repr(FORMAT))
    state["phase"] = reader.name("phase", PHASE_NAMES)
    state["turn"] = reader.integer("turn", 0, MAX_TURNS, optional=True)
    state["turn_player"] = reader.integer("turn_player", 0, last_seat)
    state["player"] = reader.integer("player", 0, last_seat, optional=True)
    state["start_player"] = reader.integer("start_player", 0, last_seat)
    state["action_points"] = reader.integer("action_points", 0, 3)
    state["attack_spent"] = reader.flag("attack_spent")
    state["truncated"] = reader.flag("truncated")


def _read_map(rules: GameRules, reader: PositionReader, state: np.void) -> None:
    board, parts = _map(rules), rules.edition_data.parts
    names = [part.name for part in parts]
    for slot in range(len(reader.listed("parts", len(board.slots)))):
        number = reader.name(f"parts[{slot}]", names)
        state["parts"][slot] = number
        if parts[number].size == board.slots[slot].size:
            state["terrain"][list(board.slot_fields[slot])] = parts[number].terrain
        else:
            rows, columns = board.slots[slot].size
            reader.fail(f"parts[{slot}]", f"a part of {rows} rows of {columns} octagons")
    expected = fields_of(board, state["terrain"].tolist())
    for field, entry in enumerate(reader.listed("fields", len(rules.neighbours))):
        if entry != expected[field]:
            reader.fail(f"fields[{field}]", f"{expected[field]}, as the edition says")
    for field in range(len(reader.listed("owner", len(rules.neighbours)))):
        state["owner"][field] = reader.integer(f"owner[{field}]", 0, rules.num_players - 1, optional=True)
    for i in range(len(reader.listed("buildings"))):
        _read_building(rules, reader, state, f"buildings[{i}]")


def _read_building(rules: GameRules, reader: PositionReader, state: np.void, key: str) -> None:
    """Read a building. Check that one seat owns its fields, and their terrain (B1, B2)."""
    kind = list(_BUILDING_NAMES.values())[reader.name(f"{key}.kind", tuple(_BUILDING_NAMES))]
    is_large = kind == Building.LARGE_CITY
    listed = reader.listed(f"{key}.fields", 2 if is_large else 1)
    fields = [reader.integer(f"{key}.fields[{i}]", 0, len(rules.neighbours) - 1) for i in range(len(listed))]
    fields.sort()  # sorts the octagon of a large city first
    if reader.flag(f"{key}.cathedral"):
        if not is_large:
            reader.fail(f"{key}.cathedral", "false: only a large city has a cathedral")
        kind = Building.CATHEDRAL
    reader.only(key, "kind", "fields", "cathedral")
    terrain = Terrain.MOUNTAIN if kind == Building.CASTLE else Terrain.PLAIN
    if any(state["terrain"][field] != terrain for field in fields):
        reader.fail(f"{key}.fields", f"on {terrain.name.lower()}")
    if any(state["building"][field] for field in fields):
        reader.fail(f"{key}.fields", "without another building")
    if len({int(state["owner"][field]) for field in fields} - {NOBODY}) != 1 or NOBODY in state["owner"][fields]:
        reader.fail(f"{key}.fields", "owned, by one seat")
    if is_large and len(fields) == 2:
        if tuple(fields) not in _map(rules).city_sites:
            reader.fail(f"{key}.fields", "an octagon and a square beside it")
        else:
            for field, other in (fields, fields[::-1]):
                state["partner"][field] = 1 + int(np.flatnonzero(rules.neighbours[field] == other)[0])
    state["building"][fields] = kind


def _read_cards(rules: GameRules, reader: PositionReader, state: np.void) -> None:
    for seat in range(len(reader.listed("hands", rules.num_players))):
        state["hands"][seat] = reader.counts(f"hands[{seat}]", CARD_NAMES[:NUM_ACTION_CARDS])
    state["draw_pile"] = reader.counts("draw_pile", CARD_NAMES)
    state["discard_pile"] = reader.counts("discard_pile", CARD_NAMES)
    most = int(rules.board["copies"][0].sum())
    state["cards_before_game_end"] = reader.integer("cards_before_game_end", 0, most, optional=True)
    for seat in range(len(reader.listed("papal_visit", rules.num_players))):
        state["papal_visit"][seat] = reader.flag(f"papal_visit[{seat}]")


def _read_points(rules: GameRules, reader: PositionReader, state: np.void) -> None:
    seats = range(rules.num_players)
    state["face_down"] = reader.counts("people.face_down", _VOTE_NAMES, complete=True)
    for name in ("open_swords", "crowns_aside"):
        state[name] = reader.integer(f"people.{name}", 0, int(rules.board["people"][0].sum()))
    reader.only("people", "face_down", "open_swords", "crowns_aside")
    state["king"] = reader.integer("king", 0, rules.num_players - 1, optional=True)
    state["end_begun"] = reader.flag("end_begun")
    for name in ("scores", "announced"):
        if len(reader.listed(name, rules.num_players)) == rules.num_players:
            optional = name == "announced"
            state[name] = [reader.integer(f"{name}[{s}]", 0, MOST_POINTS, optional) for s in seats]


def _read_running(rules: GameRules, reader: PositionReader, state: np.void) -> None:
    """Read expansion, attack and revolt. Each is present only in its own phases."""
    cards = CARD_NAMES[:NUM_ACTION_CARDS]
    running = {"expansion": (Phase.EXPAND,), "attack": ATTACK_PHASES, "revolt": REVOLT_PHASES}
    for name, phases in running.items():
        if (reader.value(name) is not None) != (state["phase"] in phases):
            reader.fail(name, "null, except in the phases " + ", ".join(PHASE_NAMES[phase] for phase in phases))
            return
    if state["phase"] == Phase.EXPAND:
        state["expansion_card"] = reader.name("expansion.card", cards)
        state["claims_left"] = reader.integer("expansion.claims_left", 1, 3)
        reader.only("expansion", "card", "claims_left")
    elif state["phase"] in ATTACK_PHASES:
        state["attacked"] = reader.integer("attack.field", 0, len(rules.neighbours) - 1)
        state["laid"][state["turn_player"]] = reader.counts("attack.cards", cards)
        reader.only("attack", "field", "cards")
    elif state["phase"] in REVOLT_PHASES:
        state["leader"] = reader.integer("revolt.leader", 0, rules.num_players - 1)
        for name in ("votes", "laid", "decided"):
            reader.listed(f"revolt.{name}", rules.num_players)
        for seat in range(rules.num_players):
            state["votes"][seat] = reader.name(f"revolt.votes[{seat}]", _VOTE_NAMES, optional=True)
            state["laid"][seat] = reader.counts(f"revolt.laid[{seat}]", cards)
            state["decided"][seat] = reader.flag(f"revolt.decided[{seat}]")
        reader.only("revolt", "leader", "votes", "laid", "decided")


def _read_last_revolt(rules: GameRules, reader: PositionReader, state: np.void) -> None:
    """Read the last revolt (P3)."""
    if reader.value("last_revolt") is None:
        return
    for name in ("leader", "king"):
        state[f"last_{name}"] = reader.integer(f"last_revolt.{name}", 0, rules.num_players - 1)
    for name in ("votes", "laid"):
        reader.listed(f"last_revolt.{name}", rules.num_players)
    for seat in range(rules.num_players):
        state["last_votes"][seat] = reader.name(f"last_revolt.votes[{seat}]", _VOTE_NAMES)
        state["last_laid"][seat] = reader.counts(f"last_revolt.laid[{seat}]", CARD_NAMES[:NUM_ACTION_CARDS])
    swords = int(rules.board["people"][0, Vote.SWORD])
    state["last_open_swords"] = reader.integer("last_revolt.open_swords", 0, swords)
    state["last_result"] = reader.name("last_revolt.result", _RESULT_NAMES)
    reader.only("last_revolt", "leader", "king", "votes", "laid", "open_swords", "result")


def derive(board: Board, state: np.void) -> None:
    """Write the state fields that are derived from owners and buildings."""
    neighbours = board.neighbours
    is_free_land = (state["owner"] == NOBODY) & (state["terrain"] != Terrain.MOUNTAIN)
    state["free_land"] = is_free_land.sum()
    octagons = np.arange(len(neighbours)) < board.num_octagons  # a large city is counted at its octagon
    for seat in range(len(state["scores"])):
        own = state["owner"] == seat
        beside = np.append(own, False)[neighbours]  # index -1 (no neighbour) reads the last entry
        state["own_neighbours"][seat] = beside.sum(axis=1)
        state["markers"][seat] -= own.sum()
        large = own & octagons & (state["building"] >= Building.LARGE_CITY)
        state["buildings"][seat, Supply.CASTLES] = (own & (state["building"] == Building.CASTLE)).sum()
        state["buildings"][seat, Supply.SMALL_CITIES] = (own & (state["building"] == Building.SMALL_CITY)).sum()
        state["buildings"][seat, Supply.LARGE_CITIES] = large.sum()
        state["buildings"][seat, Supply.CATHEDRALS] = (large & (state["building"] == Building.CATHEDRAL)).sum()
    state["supply"] -= state["buildings"].sum(axis=0)

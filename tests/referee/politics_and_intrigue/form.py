"""Positions as JSON (chapter 13), read into the model and written back."""

from collections import Counter
from typing import Any

from .cards import Cards
from .position import Events, Json, Position, Principality, Region, Stacked
from .standing import knight_owner, points, windmill_owner

FORMAT = "politics_and_intrigue.position.v1"


def read_position(data: Json) -> Position:
    """The model of a JSON position; it shares only the rules. Derived values are not looked at."""
    return Position(
        rules=data["rules"],
        phase=data["phase"],
        turn=data["turn"],
        start_player=data["start_player"],
        player=data["player"],
        gate_open=data["gate_open"],
        truncated=data["truncated"],
        dice=data["dice"] and dict(data["dice"]),
        mints_used=data["mints_used"],
        principalities=[_read_principality(land) for land in data["principalities"]],
        hands=[Counter(cards) for cards in data["hands"]],
        known=[Counter(cards) for cards in data["known"]],
        stacks=[[Stacked(card["card"], list(card["seen"])) for card in stack] for stack in data["stacks"]],
        discards=[Counter(cards) for cards in data["discards"]],
        bans={ban["pile"]: ban["owner"] for ban in data["bans"]},
        events=Events(Counter(data["events"]["stack"]), Counter(data["events"]["discard"])),
        pending=data["pending"] and {key: _copy(value) for key, value in data["pending"].items()},
        moved=data["moved"] and [Counter(cards) for cards in data["moved"]],
    )


def _read_principality(data: Json) -> Principality:
    return Principality(
        row=list(data["row"]),
        places=list(data["places"]),
        open_roads=list(data["open_roads"]),
        regions=[Region(**region) for region in data["regions"]],
        slots=list(data["slots"]),
        brewery=data["brewery"],
        alliance=data["alliance"],
    )


def write_position(position: Position) -> Json:
    """The JSON of a model, with every key of the format."""
    kept = {key: getattr(position, key) for key in ("rules", "phase", "turn", "start_player", "player", "gate_open")}
    stacks = [[{"card": card.card, "seen": list(card.seen)} for card in stack] for stack in position.stacks]
    return kept | {
        "format": FORMAT,
        "turn_player": position.turn_player,
        "truncated": position.truncated,
        "dice": position.dice and dict(position.dice),
        "mints_used": position.mints_used,
        "supply": position.supply,
        "regions_left": position.regions_left,
        "row_cards": position.row_cards,
        "principalities": [_write_principality(land) for land in position.principalities],
        "hands": [write_cards(cards) for cards in position.hands],
        "known": [write_cards(cards) for cards in position.known],
        "stacks": stacks,
        "discards": [write_cards(cards) for cards in position.discards],
        "bans": [{"pile": pile, "owner": owner} for pile, owner in sorted(position.bans.items())],
        "events": {"stack": write_cards(position.events.stack), "discard": write_cards(position.events.discard)},
        "pending": position.pending and {key: _copy(value) for key, value in position.pending.items()},
        "moved": position.moved and [write_cards(cards) for cards in position.moved],
        "scores": points(position),
        "knight": knight_owner(position),
        "windmill": windmill_owner(position),
    }


def _write_principality(land: Principality) -> Json:
    return {
        "row": list(land.row),
        "places": list(land.places),
        "open_roads": list(land.open_roads),
        "regions": [vars(region).copy() for region in land.regions],
        "slots": list(land.slots),
        "brewery": land.brewery,
        "alliance": land.alliance,
    }


def write_cards(cards: Cards) -> dict[str, int]:
    """Card id to count, zeros left out."""
    return {card: count for card, count in cards.items() if count}


def _copy(value: Any) -> Any:
    return list(value) if isinstance(value, list) else value

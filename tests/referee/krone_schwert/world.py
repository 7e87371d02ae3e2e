"""Invented boards, start positions and random games, played by the referee itself, for its own tests."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from tests.referee.actions import Action

from .cards import ACTION_CARDS, EVENTS, GAME_END, deck_without_game_end
from .chance import RandomChance
from .check import check_step
from .geometry import neighbours
from .position import FORMAT, Json, People, Position, read_position, write_position
from .start import TERRAIN_OF_PART, part_faults
from .steps import apply, legal_actions

SLOTS = [(0, 0), (0, 4), (3, 0), (3, 4), (1, 8)]  # the last one is shifted by two rows on purpose
BUILDINGS = {"castle", "small_city", "large_city", "cathedral"}


@cache
def invent_part(seed: int) -> tuple[tuple[Json, ...], str]:
    """A part that C4 allows, and its name."""
    random = Random(seed)
    terrain = [kind for kind, count in TERRAIN_OF_PART.items() for _ in range(count)]
    while True:
        random.shuffle(terrain)
        places = [(shape, r, c) for r in range(3) for c in range(4) for shape in ("octagon", "square")]
        part = [
            {"shape": shape, "row": row, "column": column, "terrain": kind}
            for (shape, row, column), kind in zip(places, terrain, strict=True)
        ]
        if not part_faults(part):
            return tuple(part), f"part {seed}"


def board(slots: int) -> tuple[list[Json], list[str]]:
    """The fields of that many parts, and the names of the parts."""
    fields: list[Json] = []
    for seed, (top, left) in enumerate(SLOTS[:slots]):
        for field in invent_part(seed)[0]:
            moved = {"row": field["row"] + top, "column": field["column"] + left}
            fields.append({"id": len(fields), **field, **moved, "neighbours": []})
    for field, beside in zip(fields, neighbours(fields), strict=True):
        field["neighbours"] = beside
    return fields, [invent_part(seed)[1] for seed in range(slots)]


def rules(players: int, **options: Any) -> Json:
    """The arguments of the rules, with their usual values."""
    usual = {
        "num_players": players,
        "edition": "standard",
        "fewer_parts": False,
        "start_player": 0,
        "shuffle_parts": True,
        "visible_scores": True,
        "max_rounds": 100,
        "reward": "win",
    }
    return usual | options


def empty_position(players: int, **options: Any) -> Json:
    """A start position whose hands are still empty."""
    chosen = rules(players, **options)
    fields, parts = board(players - chosen["fewer_parts"])
    start = 0 if chosen["start_player"] == "random" else chosen["start_player"]
    return {
        "format": FORMAT,
        "rules": chosen,
        "parts": parts,
        "fields": fields,
        "phase": "setup",
        "turn": None,
        "turn_player": start,
        "player": start,
        "start_player": start,
        "action_points": 0,
        "attack_spent": False,
        "owner": [None] * len(fields),
        "buildings": [],
        "hands": [{} for _ in range(players)],
        "draw_pile": dict(deck_without_game_end()),
        "discard_pile": {},
        "cards_before_game_end": None,
        "papal_visit": [False] * players,
        "people": {"face_down": {"crown": 11, "sword": 11}, "open_swords": 0, "crowns_aside": 0},
        "king": None,
        "scores": [0] * players,
        "announced": [None] * players,
        "end_begun": False,
        "truncated": False,
        "expansion": None,
        "attack": None,
        "last_revolt": None,
        "revolt": None,
    }


def new_game(random: Random, players: int, **options: Any) -> Json:
    """A fresh start position (S1)."""
    position = empty_position(players, **options)
    cards = list(deck_without_game_end().elements())
    random.shuffle(cards)
    events = [card for card in cards if card in EVENTS]
    actions = [card for card in cards if card in ACTION_CARDS]
    position["hands"] = [dict(Counter(actions[4 * seat : 4 * seat + 4])) for seat in range(players)]
    position["draw_pile"] = dict(Counter(events + actions[4 * players :]))
    return position


def follow(position: Json, action: Action, random: Random) -> Json:
    """The position after a legal action, with random chance."""
    model = read_position(position)
    apply(model, action, RandomChance(random))
    return write_position(model)


def choose(position: Json, random: Random) -> Action:
    """Buildings whenever they can be had, else any kind of action: so that games come far."""
    legal = sorted(legal_actions(position), key=str)
    kinds = {action.kind for action in legal}
    if len(kinds) > 1:
        kinds.discard("end_turn")
    if "revolt" in kinds and random.random() < 0.5:
        kinds.discard("revolt")
    kind = random.choice(sorted(kinds & BUILDINGS or kinds))
    return random.choice([action for action in legal if action.kind == kind])


def play(start: Json, random: Random) -> Iterator[tuple[Json, Action, Json]]:
    """Every step of a random game from this position to its end."""
    position = start
    while position["phase"] != "over":
        action = choose(position, random)
        after = follow(position, action, random)
        yield position, action, after
        position = after


def small_map() -> list[Json]:
    """Octagons 0 to 7 in one row; squares 8 to 11 touch 0 and 1, 2 and 3, 4 and 5, 6 and 7."""
    octagons = ["plain", "mountain", "plain", "mountain", "plain", "mountain", "plain", "forest"]
    squares = ["plain", "plain", "mountain", "plain"]
    places = [("octagon", column, kind) for column, kind in enumerate(octagons)]
    places += [("square", 2 * number, kind) for number, kind in enumerate(squares)]
    fields = [
        {"id": number, "shape": shape, "terrain": kind, "row": 0, "column": column, "neighbours": []}
        for number, (shape, column, kind) in enumerate(places)
    ]
    for field, beside in zip(fields, neighbours(fields), strict=True):
        field["neighbours"] = beside
    return fields


def scene(players: int, land: dict[int, list[int]], hands: dict[int, list[str]], **changes: Any) -> Json:
    """Seat 0 in its first turn with attacks, on the small map; all other cards are in the draw pile.

    `castles`, `towns` (small cities) and `large` (large cities with cathedral) name the fields built on.
    """
    options = {key: changes.pop(key) for key in rules(players) if key in changes}
    position = empty_position(players, **options)
    position["fields"] = small_map()
    owner_of = {place: seat for seat, places in land.items() for place in places}
    built = [("castle", [place]) for place in changes.pop("castles", ())]
    built += [("small_city", [place]) for place in changes.pop("towns", ())]
    built += [("large_city", pair) for pair in changes.pop("large", ())]
    position |= {
        "phase": "action",
        "turn": players,
        "turn_player": 0,
        "player": 0,
        "action_points": 3,
        "owner": [owner_of.get(place) for place in range(len(position["fields"]))],
        "hands": [dict(Counter(hands.get(seat, ()))) for seat in range(players)],
        "buildings": [
            {"kind": kind, "fields": list(fields), "cathedral": kind == "large_city"} for kind, fields in built
        ],
    }
    position |= changes
    if "draw_pile" not in changes:
        rest = deck_without_game_end() - cards_in_play(position | {"draw_pile": {}})
        position["draw_pile"] = dict(rest)
    return position


def cards_in_play(position: Json) -> Counter[str]:
    """All cards, wherever they lie."""
    piles = [*position["hands"], position["draw_pile"], position["discard_pile"]]
    piles += [{"papal_visit": sum(position["papal_visit"])}]
    if position["attack"]:
        piles.append(position["attack"]["cards"])
    if position["revolt"]:
        piles += position["revolt"]["laid"]
    return +sum((Counter(pile) for pile in piles), Counter())


def whole_deck(position: Json) -> Counter[str]:
    """C6: 66 cards once the end has begun, 65 before."""
    return deck_without_game_end() + Counter({GAME_END: int(position["end_begun"])})


class Scripted(RandomChance):
    """Draws these cards, turns up so many swords, hides `game_end` at such a place."""

    def __init__(self, cards: str = "", swords: list[int] | None = None, place: int = 0) -> None:
        super().__init__(Random(0))
        self.cards, self.swords, self.place = cards.split(), swords or [], place
        self.turned_up: list[int] = []

    def draw(self, position: Position) -> str:
        """The next card of the script."""
        return self.cards.pop(0)

    def turn_up(self, people: People, number: int) -> int:
        """The next number of swords of the script; notes how many cards were turned up."""
        self.turned_up.append(number)
        return self.swords.pop(0)

    def place_game_end(self, fewest: int, most: int) -> int:
        """The place of the script."""
        assert fewest <= self.place <= most
        return self.place


def step(position: Json, action: Action, chance: Scripted | None = None) -> Json:
    """The successor, lawful by the referee's own check."""
    assert action in legal_actions(position)
    model = read_position(position)
    apply(model, action, chance or Scripted())
    after = write_position(model)
    assert check_step(position, action, after) == []
    return after


def kinds(position: Json) -> set[str]:
    """The kinds of the legal actions."""
    return {action.kind for action in legal_actions(position)}

"""The public view of a seat (chapter 12), and the observation that follows from it."""

from tests.referee.krone_schwert.position import (
    ACTION_CARDS,
    EVENTS,
    GAME_END,
    MARKERS_PER_PLAYER,
    SUPPLY,
    Json,
    Position,
    read_position,
)

SECRET = (
    "hands",
    "draw_pile",
    "cards_before_game_end",
    "scores",
    "revolt",
)  # partly shown; all other keys are public (P1, P3, T4)
PHASES = (
    *("setup", "resettle", "tax", "action", "redraw", "expand", "attack_lay", "attack_react", "revolt_vote"),
    *("revolt_lay", "over"),
)
TERRAINS = ("plain", "mountain", "forest")
BUILDINGS = ("castle", "small_city", "large_city", "cathedral")
RESULTS = ("king", "leader", "truce")
MAX_SEATS = 5
# Row and column from a field to its neighbour in each of the eight directions, doubled; a square is half a step off.
DIRECTIONS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
ALL_CARDS = (*ACTION_CARDS, *EVENTS, GAME_END)
Piece = list[int]


def public_view(position: Json, seat: int) -> Json:
    """P1: all information of this seat; it can't distinguish positions with equal views.

    `hand` and, in a revolt, `vote` and `laid` are the seat's own; hidden values are None or omitted. The last revolt is
    completely open, including cards taken back after a truce (P3). The order of the piles, the position of `game_end`
    and the contents of the draw pile are secret, and decisions are not counted (P2).
    """
    view = {key: value for key, value in position.items() if key not in SECRET}
    return view | {
        "seat": seat,
        "buildings": sorted(position["buildings"], key=lambda building: building["fields"]),
        "hand": position["hands"][seat],
        "hand_counts": hand_counts(position),
        "draw_pile_size": sum(position["draw_pile"].values()),
        "scores": visible_scores(position, seat),
        "revolt": revolt_view(position["revolt"], seat),
    }


def hand_counts(position: Json) -> list[int]:
    """T4, P1: public; in a revolt the sum of hand and laid cards, so that the count reveals nothing."""
    counts = [sum(hand.values()) for hand in position["hands"]]
    if position["revolt"]:
        laid = [sum(cards.values()) for cards in position["revolt"]["laid"]]
        counts = [held + under_vote for held, under_vote in zip(counts, laid, strict=True)]
    return counts


def visible_scores(position: Json, seat: int) -> list[int | None]:
    """P1: all VP, or only the own VP by the option `visible_scores` (`announced` is always public)."""
    show_all = position["rules"]["visible_scores"]
    return [score if show_all or owner == seat else None for owner, score in enumerate(position["scores"])]


def revolt_view(revolt: Json | None, seat: int) -> Json | None:
    """R2, R3: leader, king and the seats already asked are known; of votes and cards laid only the own ones."""
    if revolt is None:
        return None
    return {
        "leader": revolt["leader"],
        "decided": revolt["decided"],
        "vote": revolt["votes"][seat],
        "laid": revolt["laid"][seat],
    }


def one_hot(size: int, place: int | None) -> Piece:
    """Return a vector with 1 at the index; zeros for None."""
    return [int(number == place) for number in range(size)]


def expected_pieces(view: Json) -> dict[str, Piece]:
    """Return every piece except `fields`, as a seat with this view must see it (P1)."""
    pieces = {**_pieces_of_seats(view), **_pieces_of_cards(view), **_public_pieces(view)}
    return pieces | _pieces_of_the_last_revolt(view)


def _pieces_of_seats(view: Json) -> dict[str, Piece]:
    """Return one value per seat, the observer's first."""
    seat, seats = view["seat"], len(view["hand_counts"])
    order = [(seat + number) % seats for number in range(seats)]
    revolt = view["revolt"]

    def is_seat(which: int | None) -> Piece:
        return [int(other == which) for other in order]

    table = _table(view)
    pieces: dict[str, Piece] = {name: is_seat(view[name]) for name in ("player", "turn_player", "start_player", "king")}
    pieces["leader"] = is_seat(revolt["leader"] if revolt else None)
    by_seat = {
        "decided": revolt["decided"] if revolt else [False] * seats,
        "papal_visit": view["papal_visit"],
        "scores": [-1 if score is None else score for score in view["scores"]],
        "announced": [-1 if score is None else score for score in view["announced"]],
        "hand_counts": view["hand_counts"],
        "markers": [MARKERS_PER_PLAYER - view["owner"].count(other) for other in range(seats)],
    }
    pieces |= {name: [int(values[other]) for other in order] for name, values in by_seat.items()}
    built = [_kinds_built(table, other) for other in range(seats)]
    pieces["buildings"] = [count for other in order for count in built[other]]
    pieces["supply"] = [left - sum(used) for left, used in zip(SUPPLY.values(), zip(*built, strict=True), strict=True)]
    return pieces


def _kinds_built(table: Position, seat: int) -> Piece:
    """Return the numbers of castles, small cities, large cities and cathedrals of a seat."""
    kinds = [building.kind for building in table.own_buildings(seat)]
    return [*(kinds.count(kind) for kind in BUILDINGS[:3]), table.cathedrals(seat)]


def _pieces_of_cards(view: Json) -> dict[str, Piece]:
    """Return own cards, cards laid openly or by the observer, and the piles."""
    revolt, attack = view["revolt"], view["attack"]
    laid = revolt["laid"] if revolt else attack["cards"] if attack else {}
    vote = revolt["vote"] if revolt else None
    return {
        "hand": [view["hand"].get(card, 0) for card in ACTION_CARDS],
        "laid": [laid.get(card, 0) for card in ACTION_CARDS],
        "vote": [int(vote == "crown"), int(vote == "sword")],
        "discard_pile": [view["discard_pile"].get(card, 0) for card in ALL_CARDS],
        "draw_pile": [view["draw_pile_size"]],
    }


def _public_pieces(view: Json) -> dict[str, Piece]:
    """Return the people cards, and the running events."""
    people, expansion = view["people"], view["expansion"]
    card = expansion["card"] if expansion else None
    return {
        "phase": one_hot(len(PHASES), PHASES.index(view["phase"])),
        "face_down": [people["face_down"]["crown"], people["face_down"]["sword"]],
        "open_swords": [people["open_swords"]],
        "crowns_aside": [people["crowns_aside"]],
        "expansion": [int(card == other) for other in ACTION_CARDS],
        "claims_left": [expansion["claims_left"] if expansion else 0],
        "action_points": [view["action_points"]],
        "attack_spent": [int(view["attack_spent"])],
        "end_begun": [int(view["end_begun"])],
        "truncated": [int(view["truncated"])],
        "round": [(view["turn"] or 0) // len(view["hand_counts"])],
    }


def _pieces_of_the_last_revolt(view: Json) -> dict[str, Piece]:
    """P3: all zeros without a last revolt."""
    seats = len(view["hand_counts"])
    order = [(view["seat"] + number) % seats for number in range(seats)]
    last: Json = view["last_revolt"] or {"votes": [None] * seats, "laid": [{}] * seats, "open_swords": 0}
    return {
        "last_leader": [int(other == last.get("leader")) for other in order],
        "last_king": [int(other == last.get("king")) for other in order],
        "last_votes": [int(last["votes"][other] == side) for other in order for side in ("crown", "sword")],
        "last_laid": [last["laid"][other].get(card, 0) for other in order for card in ACTION_CARDS],
        "last_open_swords": [last["open_swords"]],
        "last_result": [int(last.get("result") == result) for result in RESULTS],
    }


def expected_fields(view: Json) -> Piece:
    """Return 16 channels, each with an entry per field."""
    table, seat, seats = _table(view), view["seat"], len(view["hand_counts"])
    building_on = {place: building for building in table.buildings for place in building.fields}
    attacked = view["attack"]["field"] if view["attack"] else None
    columns: list[Piece] = []
    for place, field in enumerate(view["fields"]):
        owner, building = view["owner"][place], building_on.get(place)
        kinds = {building.kind, "cathedral" if building.cathedral else ""} if building else set()
        other = next((end for end in building.fields if end != place), None) if building else None
        block = [int(field["shape"] == "octagon")]
        block += [int(field["terrain"] == terrain) for terrain in TERRAINS]
        block += [int(kind in kinds) for kind in BUILDINGS]
        block += one_hot(MAX_SEATS, None if owner is None else (owner - seat) % seats)
        block.append(0 if other is None else _direction(view, place, other))
        block.append(int(place == attacked))
        block.append(sum(view["owner"][beside] == seat for beside in field["neighbours"]))
        columns.append(block)
    return [entry for channel in zip(*columns, strict=True) for entry in channel]


def _direction(view: Json, place: int, end: int) -> int:
    """Return the direction between the fields of a large city, 1 (north) to 8 (north-west); a diagonal on lattices."""
    half, field, other = {"octagon": 0, "square": 1}, view["fields"][place], view["fields"][end]
    down, right = (
        2 * (other[axis] - field[axis]) + half[other["shape"]] - half[field["shape"]] for axis in ("row", "column")
    )
    return 1 + DIRECTIONS.index((down, right))


def _table(view: Json) -> Position:
    """Return the view as a position, for queries about the board; hidden values are empty."""
    hidden: Json = {"hands": [], "draw_pile": {}, "cards_before_game_end": None, "revolt": None}
    known = {key: value for key, value in view.items() if key in Position.__annotations__}
    return read_position(known | hidden)

"""Tests of pictures: they show all cards, regions and stacks, but hide from a seat what it may not know."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from kschwert_env.engine.contract.rules import Position
from kschwert_env.politics_and_intrigue import Action, Game
from kschwert_env.politics_and_intrigue.kernel.components import RESOURCE_NAMES
from kschwert_env.politics_and_intrigue.svg import parts, side
from kschwert_env.politics_and_intrigue.svg.colours import KINDS
from kschwert_env.politics_and_intrigue.svg.grid import grid_of
from kschwert_env.politics_and_intrigue.svg.picture import SIZE
from kschwert_env.rendering.svg import size_of
from tests.helpers.pictures import SVG, data, panels, tree, words
from tests.politics_and_intrigue.lively import lively

GAMES: list[dict[str, Any]] = [{}, {"game": "tournament"}]
EVERY = 9  # decisions from one picture to the next


def drawn(position: Position, viewer: int | None = None, last: Action | None = None) -> str:
    """Return the picture of exactly this position, without resampling it."""
    return Game.from_position(position).rules.draw_svg(position, viewer, last)


def moments(options: dict[str, Any]) -> Iterator[tuple[Game, Position, Action]]:
    for number, (game, action) in enumerate(lively(2, 330, **options)):
        if number % EVERY == 0:
            yield game, game.position(), action


def cards(picture: str, place: str) -> Counter[str]:
    """Return the cards that lie face up in a group of the picture."""
    found = [element for element in tree(picture).iter() if element.get("data-place") == place]
    return Counter(str(element.get("data-card")) for element in found)


def slots(position: Position, seat: int) -> list[tuple[str, str]]:
    """Return the cards in slots, by the target that pictures give them."""
    own = position["principalities"][seat]["slots"]
    return [(f"slot {seat} {slot}", card) for slot, card in enumerate(own) if card]


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_a_spectator_sees_everything_where_it_is(options: dict[str, Any]) -> None:
    """P2, P3, N3."""
    for game, position, action in moments(options):
        picture = game.rules.draw_svg(position, None, action)
        assert list(size_of(picture)) == list(SIZE)
        assert data(picture, "back") == []
        for seat in (0, 1):
            assert cards(picture, f"hand {seat}") == Counter(position["hands"][seat])
            for place, card in slots(position, seat):
                assert cards(picture, place) == Counter([card])
        everywhere = [own for seat in position["principalities"] for own in seat["regions"]]
        assert sorted(data(picture, "region")) == sorted(f"{own['kind']} {own['number']}" for own in everywhere)
        assert sorted(map(int, data(picture, "stock"))) == sorted(own["stock"] for own in everywhere)
        settled = [place for seat in position["principalities"] for place in seat["places"]]
        assert Counter(data(picture, "settled")) == Counter(settled)
        roads = sum(len(own["row"]) - 1 + sum(own["open_roads"]) for own in position["principalities"])
        assert len(data(picture, "road")) == roads
        assert [int(words.replace("no", "0").split()[0]) for words in stack_sizes(picture)] == [
            len(stack) for stack in position["stacks"]
        ]
        marks = [
            f"{n} {s}" for n, stack in enumerate(position["stacks"]) for s in (0, 1) for c in stack if c["seen"][s]
        ]
        assert sorted(data(picture, "seen")) == sorted(marks)
        assert len(data(picture, "figure")) == 2
        dice = position["dice"]
        assert data(picture, "dice") == ([f"{dice['event']} {dice['number']}"] if dice else [])


def stack_sizes(picture: str) -> list[str]:
    return [element.text or "" for element in tree(picture).iter() if element.get("data-size")]


def test_a_seat_sees_backs_of_what_is_hidden() -> None:
    """N2: the enemy's hand, and the tops of stacks that it has not seen."""
    for game, position, action in moments({}):
        for viewer in (0, 1):
            picture = game.rules.draw_svg(position, viewer, action)
            enemy = 1 - viewer
            assert cards(picture, f"hand {viewer}") == Counter(position["hands"][viewer])
            assert cards(picture, f"hand {enemy}") == Counter()
            assert data(picture, "back").count(f"hand {enemy}") == sum(position["hands"][enemy].values())
            for number, stack in enumerate(position["stacks"]):
                seen = bool(stack) and stack[0]["seen"][viewer]
                assert sum(cards(picture, f"stack {number}").values()) == seen
                assert data(picture, "back").count(f"stack {number}") == (bool(stack) and not seen)


def test_the_last_action_hides_cards_taken_and_buried() -> None:
    """N2, N3: from both seats, since the position does not say who acted."""
    position = next(iter(lively(1, 1)))[0].position()
    for kind in ("take", "bury"):
        last = Action(kind, card="spy")
        assert f"Last action: {kind}(card=spy)" in words(drawn(position, None, last))
        for viewer in (0, 1):
            assert f"Last action: {kind}()" in words(drawn(position, viewer, last))
    assert "Last action: build(card=abbey)" in words(drawn(position, 0, Action("build", card="abbey")))


@pytest.mark.parametrize("stock", range(4))
@pytest.mark.parametrize("height", [38, 82])
def test_the_stock_of_a_region_fills_its_circles(stock: int, height: int) -> None:
    """C2: one circle for each resource that it can have."""
    drawn = tree(f"<svg>{parts.region('wool', 4, stock, parts.Size(80, height))}</svg>")
    circles = [element for element in drawn.iter("circle") if float(element.get("r", "")) > 4]
    filled = [circle.get("fill") == KINDS[RESOURCE_NAMES.index("wool")] for circle in circles]
    assert filled == [place < stock for place in range(3)]


def test_many_cards_find_room_in_a_hand() -> None:
    """L2: a hand of any size stays on the panel."""
    position = next(iter(lively(1, 1)))[0].position()
    position["hands"][0] = {"abbey": 40, "spy": 45}
    lefts = [float(part.split("translate(")[1].split()[0]) for part in side.hand(position, 0, 0, 224)]
    assert len(lefts) == 85
    width = float(next(tree(f"<svg>{next(side.hand(position, 0, 0, 224))}</svg>").iter("rect")).get("width", ""))
    assert max(lefts) + width < side.WIDTH


@pytest.mark.parametrize("count", [3, 10, 11, 15])
def test_cards_of_a_hand_do_not_overlap(count: int) -> None:
    """They become narrower."""
    position = next(iter(lively(1, 1)))[0].position()
    position["hands"][0] = {"weaving_mill": count}
    places = [tree(f"<svg>{part}</svg>")[0] for part in side.hand(position, 0, 0, 224)]
    lefts = [float(place.get("transform", "").split("(")[1].split()[0]) for place in places]
    widths = [float(next(place.iter("rect")).get("width", "")) for place in places]
    assert all(left + width <= right for left, width, right in zip(lefts, widths, lefts[1:], strict=False))
    assert lefts[-1] + widths[-1] <= side.WIDTH


def test_the_own_side_is_at_the_bottom() -> None:
    """A spectator sees seat 1 there."""
    position = next(iter(lively(1, 1)))[0].position()
    for viewer, order in ((0, ["1", "0"]), (1, ["0", "1"]), (None, ["0", "1"])):
        panels = [
            element for element in tree(drawn(position, viewer)) if element.find(f"{SVG}g[@data-seat]") is not None
        ]
        tops = {panel[0].get("data-seat"): int(panel.get("transform", "").split()[1].strip(")")) for panel in panels}
        assert sorted(tops, key=lambda seat: tops[seat]) == order


@pytest.mark.parametrize("number", range(1, 8))
@pytest.mark.parametrize("kind", ["settlement", "city"])
def test_a_principality_fills_its_room(number: int, kind: str) -> None:
    """Few places get large cells, and cells never leave the area."""
    own = {"row": list(range(number)), "places": [kind] * number}
    grid = grid_of({"principalities": [own]}, 0, 900, 220)
    assert 0.75 * 900 < grid.width <= 901 or number == 1
    assert grid.tops[-1] == pytest.approx(220, abs=1)
    assert min(grid.size(column, row).height for column in (0, 1) for row in (1, 2, 3)) > 27
    assert min(grid.size(column, 1).width for column in range(2 * number + 1)) >= 48


def test_panels_show_points_and_known_cards() -> None:
    """B9, N4."""
    position = next(iter(lively(1, 1)))[0].position()
    position["known"][1] = {"spy": 1}
    found = panels(drawn_as_it_is(position))
    assert found[0][0] == "Seat 0"
    assert "2 points" in found[0]
    assert "Hand: no cards; known to both: spy" in found[1]


def drawn_as_it_is(position: Position) -> str:
    """Return the picture of a position that no game needs to reach."""
    game = next(iter(lively(1, 1)))[0]
    return game.rules.draw_svg(position, None, None)


def test_the_end_is_shown() -> None:
    """W1, W2, B11: of two seats with 13 points the turn player has won."""
    position = next(iter(lively(1, 1)))[0].position()
    position.update(phase="over", player=None, pending=None, truncated=True, scores=[7, 9])
    told = words(drawn_as_it_is(position))
    assert "The game is over (stopped by the cap)" in " ".join(told)
    assert "Seat 1 wins: 7 and 9 points" in told
    position.update(truncated=False, scores=[13, 14], turn_player=0)
    assert "Seat 0 wins: 13 and 14 points" in words(drawn_as_it_is(position))
    position.update(truncated=True, scores=[8, 8])
    assert "Nobody wins: 8 and 8 points" in words(drawn_as_it_is(position))

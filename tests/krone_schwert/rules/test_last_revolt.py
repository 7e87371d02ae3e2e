"""P3: the last settled revolt is public until the next one is declared.

Unless a test says otherwise seat 0 leads against king 2, seat 1 votes in between, and all people cards face down are
swords.
"""

from collections.abc import Mapping, Sequence

import pytest

from kschwert_env.engine.contract.rules import Position
from kschwert_env.krone_schwert.svg.table import WIDTH, last_revolt, last_revolt_height
from tests.helpers.pictures import panels, tree, words
from tests.helpers.positions import changed, put
from tests.krone_schwert.play import COPIES, Play
from tests.krone_schwert.scenes import SWORDS, Scene

LEADER, VOTER, KING = 0, 1, 2
Laid = Mapping[int, Sequence[str]]

RESULTS = ("king", "leader", "truce")


def uprising(swords: int = 0) -> Scene:
    """Play a last revolt with these open swords and hands."""
    scene = Scene().king(KING).realm(LEADER).people(crowns=0, swords=SWORDS - swords)
    for seat in (LEADER, VOTER, KING):
        scene.hand(seat, leader_3=1, castle=2, ambush=1 if seat == VOTER else 0, truce=1 if seat == KING else 0)
    return scene


def settled(result: str) -> Play:
    """Return a game after a revolt with this result."""
    if result == "leader":  # 3 + 4 swords and 2 : 2
        return uprising(3).play().revolt({VOTER: "sword"}, {LEADER: ["castle"], VOTER: ["ambush"]})
    if result == "king":  # 5 + 2 swords and 3, which an ambush cancels : 4 and 3 and 2
        return (
            uprising(5).play().revolt({VOTER: "crown"}, {LEADER: ["leader_3"], VOTER: ["ambush"], KING: ["leader_3"]})
        )
    return (
        uprising(9).play().revolt({VOTER: "sword"}, {LEADER: ["castle"], VOTER: ["ambush"], KING: ["truce", "castle"]})
    )


# -- what is kept ---------------------------------------------------------------------------------------------


def test_there_is_no_last_revolt_before_the_first() -> None:
    """P3: also not while the first one is under way."""
    game = uprising().play()
    assert game.last_revolt is None
    assert game.do("revolt").last_revolt is None


def test_what_is_kept_of_a_revolt() -> None:
    """P3, R10, R9, R5."""
    # P3, R10: a revolt that the leader won; the leader is king, the former king is named; the swords that
    # counted have been shuffled in
    game = settled("leader")
    assert (game.king, game.open_swords + game.crowns_aside) == (LEADER, 1)
    assert game.last_revolt == {
        "leader": LEADER,
        "king": KING,
        "votes": ["sword", "sword", "crown"],
        "laid": [{"castle": 1}, {"ambush": 1}, {}],
        "open_swords": 7,
        "result": "leader",
    }
    # P3, R9: a revolt that the king won; all swords that counted, not the half of them that stayed
    game = settled("king")
    assert (game.king, game.open_swords) == (KING, 4)
    assert game.last_revolt == {
        "leader": LEADER,
        "king": KING,
        "votes": ["sword", "crown", "crown"],
        "laid": [{"leader_3": 1}, {"ambush": 1}, {"leader_3": 1}],
        "open_swords": 7,
        "result": "king",
    }
    # P3, R5: a revolt that a truce called off; cards taken back and the truce are public, too; no sword was
    # turned up
    game = settled("truce")
    assert game.position["hands"][VOTER] == {"leader_3": 1, "castle": 2, "ambush": 1}
    assert game.last_revolt == {
        "leader": LEADER,
        "king": KING,
        "votes": ["sword", "sword", "crown"],
        "laid": [{"castle": 1}, {"ambush": 1}, {"castle": 1, "truce": 1}],
        "open_swords": 9,
        "result": "truce",
    }


@pytest.mark.parametrize("players", [2, 5])
def test_every_seat_is_kept(players: int) -> None:
    """P3, X1: two have five people cards turned up, five have as many votes."""
    scene = Scene(players).king(1).realm(0).people(crowns=0, swords=SWORDS).hand(players - 1, castle=1)
    last = scene.play().revolt({2: "sword", 3: "crown", 4: "sword"}, {players - 1: ["castle"]}).last_revolt
    assert last is not None
    assert last["votes"] == ["sword", "crown", "sword", "crown", "sword"][:players]
    assert last["laid"] == [*[{}] * (players - 1), {"castle": 1}]
    assert last["open_swords"] == {2: 5, 5: 6}[players]


# -- for how long ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("result", RESULTS)
def test_the_last_revolt_stays_in_later_turns(result: str) -> None:
    """P3: after any action of any seat, to the end of the game."""
    game = settled(result)
    last = game.last_revolt
    game.do("draw")
    while game.phase == "redraw":
        game.do("done")
    while game.turns() < 96:
        game.do("tax", choice="leave") if game.phase == "tax" else game.do("end_turn")
        assert game.last_revolt == last


def test_the_last_revolt_stays_when_the_game_is_over() -> None:
    """P3, Q10: the revolt takes the last point of the last turn, and the cap stops the game as it is settled."""
    scene = Scene(max_rounds=31).king(0).realm(2).turn(2, round=30).action_points(1).people(crowns=11, swords=0)
    game = scene.play().revolt({1: "crown"})
    assert game.game.is_over
    assert game.last_revolt is not None
    assert game.last_revolt["result"] == "leader"
    assert game.view(0)["last_result"] == [0, 1, 0]


@pytest.mark.parametrize("result", ["king", "truce"])
def test_the_last_revolt_is_cleared_when_the_next_is_declared(result: str) -> None:
    """P3, R3: during the next revolt neither is shown; then the new one is."""
    game = settled(result).do("revolt")
    while game.phase.startswith("revolt"):
        assert game.last_revolt is None
        if game.phase == "revolt_vote":
            game.do("vote", choice="sword")
        else:
            game.lay(*({KING: ["castle"]}.get(game.player or 0, ())))
    assert game.last_revolt is not None
    assert game.last_revolt["votes"] == ["sword", "sword", "crown"]
    assert game.last_revolt["laid"] == [{}, {}, {"castle": 1}]


# -- text and picture -----------------------------------------------------------------------------------------

TOLD = {
    "king": [
        "Settled  the king won the last revolt; open swords: 7",
        "         seat 0 (leader) votes sword, laid leader 3",
        "         seat 1 votes crown, laid ambush",
        "         seat 2 (king) votes crown, laid leader 3",
    ],
    "leader": [
        "Settled  the leader won the last revolt; open swords: 7",
        "         seat 0 (leader) votes sword, laid castle",
        "         seat 1 votes sword, laid ambush",
        "         seat 2 (king) votes crown, laid nothing",
    ],
    "truce": [
        "Settled  a truce called the last revolt off; open swords: 9",
        "         seat 0 (leader) votes sword, laid castle",
        "         seat 1 votes sword, laid ambush",
        "         seat 2 (king) votes crown, laid castle, truce",
    ],
}


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
@pytest.mark.parametrize("result", RESULTS)
def test_the_text_shows_the_last_revolt(result: str, viewer: int | None) -> None:
    """P3: to a spectator and to every seat."""
    assert "\n".join(TOLD[result]) + "\n" in settled(result).game.text(viewer)


def test_the_text_without_a_last_revolt() -> None:
    """P3: before the first, and while the next is under way."""
    assert "Settled" not in uprising().play().game.text()
    assert "Settled" not in settled("king").do("revolt").game.text()


DRAWN = {
    "king": ["Last revolt: the king won", "7", "leader", "leader 3", "ambush", "king", "leader 3"],
    "leader": ["Last revolt: the leader won", "7", "leader", "castle", "ambush", "king", "no cards"],
    "truce": ["Last revolt: a truce", *("9", "leader", "castle", "ambush", "king", "castle", "truce")],
}


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
@pytest.mark.parametrize("result", RESULTS)
def test_the_picture_shows_the_last_revolt(result: str, viewer: int | None) -> None:
    """P3: to a spectator and to every seat, clockwise from the leader."""
    (panel,) = panels(settled(result).game.svg(viewer), "last-revolt")
    assert [line for line in panel if line] == DRAWN[result]


def lines(position: Position) -> list[int]:
    """Return the upper ends of the lines of the last revolt."""
    moves = [group.get("transform", "") for group in tree(last_revolt(position, WIDTH)).iter("g")]
    return [int(move.removeprefix("translate(0 ")[:-1]) for move in moves if move]


def test_a_picture_of_many_cards_fits() -> None:
    """P3: a line of cards moves lower lines down; where cards need more room than there is, they are listed."""
    position = uprising().play().revolt({VOTER: "sword"}, {}).position
    every = dict.fromkeys(list(COPIES)[:9], 1)
    four = dict.fromkeys(list(COPIES)[:4], 1)
    few, some, many = (changed(position, put("last_revolt.laid", [laid] * 3)) for laid in ({"castle": 1}, four, every))
    assert lines(few) == [28, 53, 78]
    assert lines(some) == [28, 73, 98]
    assert lines(many) == [28, 53, 78]
    assert lines(some)[-1] + 25 <= last_revolt_height(some)
    assert last_revolt_height(few) == last_revolt_height(many)


def test_the_picture_without_a_last_revolt() -> None:
    """P3: before the first, and while the next is under way."""
    assert "none yet" in words(uprising().play().game.svg())
    (panel,) = panels(settled("king").do("revolt").game.svg(), "last-revolt")
    assert panel == ["Last revolt", "one is under way"]

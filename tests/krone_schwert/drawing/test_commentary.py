"""The commentary describes every action, its effects, and the scoring."""

import re
from copy import deepcopy
from typing import Any

import pytest

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.text.voice import PLAIN
from kschwert_env.krone_schwert import Rules
from kschwert_env.krone_schwert import text as texts
from kschwert_env.krone_schwert.text import revolt_report
from kschwert_env.krone_schwert.text.commentary import EVENTS, drawn
from kschwert_env.krone_schwert.text.revolt_report import cards_of
from kschwert_env.krone_schwert.text.summary import area_points, final_scoring, points_gained
from tests.krone_schwert.played import PLAYERS, games, play, start
from tests.krone_schwert.scenes import Scene

pytestmark = pytest.mark.needs_jit


def tell(before: Position, action: Action, after: Position, scoring: bool = True) -> list[str]:
    """Return the commentary for a spectator, with seats by number."""
    return list(map(PLAIN.say, texts.tell(before, action, after, scoring=scoring)))


def report_revolt(before: Position, after: Position) -> list[str]:
    """Return the report of a revolt, with seats by number."""
    return list(map(PLAIN.say, revolt_report.report_revolt(before, after)))


@pytest.mark.parametrize("players", PLAYERS)
def test_every_action_of_complete_games_has_commentary(players: int) -> None:
    for game in games(players):
        for before, action, after in game:
            lines = tell(before, action, after)
            assert lines[0].startswith(f"Seat {before['player']} ")
            assert all(line.strip() and "None" not in line for line in lines)
        assert any(line.startswith("The game is over") for line in lines)


def test_these_games_have_actions_of_every_kind() -> None:
    """Otherwise these tests would prove less than they claim."""
    actions = Rules(3).actions

    kinds = {action.kind for players in PLAYERS for game in games(players) for _, action, _ in game}
    assert kinds == {actions.decode(i).kind for i in range(len(actions))}


@pytest.mark.parametrize("players", PLAYERS)
def test_commentary_of_draws_agrees_with_the_cards(players: int) -> None:
    """D1, D3, Q9: one card is drawn to the hand, or an event to the discard pile; then a replacement is offered."""
    seen = set()
    for game in games(players):
        for before, action, after in game:
            if action.kind != "draw" or after["phase"] == "over":
                continue
            card = drawn(before, after)
            cards = sum(sum(hand.values()) for hand in after["hands"]) - sum(map(_size, before["hands"]))
            assert cards == (card not in EVENTS)
            assert (after["phase"] == "redraw") == (card in EVENTS)
            gone = _size(before["draw_pile"]) - _size(after["draw_pile"])
            if before["draw_pile"]:  # no shuffling
                assert gone == 1
                assert before["draw_pile"].get(card, 0) - after["draw_pile"].get(card, 0) == 1
            else:
                assert -gone == _size(before["discard_pile"]) - 1
            seen.add((before["phase"], card in EVENTS))
    assert seen == {(phase, event) for phase in ("action", "redraw") for event in (False, True)}


def _size(cards: dict[str, int]) -> int:
    return sum(cards.values())


def test_an_event_is_known_although_the_discards_were_shuffled() -> None:
    """The draw pile was empty; an unrest was drawn from the new one, which still contains a city scoring."""
    before, after = start(), start()
    before.update(draw_pile={}, discard_pile={"castle": 3, "unrest": 1, "city_scoring": 1})
    after.update(draw_pile={"castle": 3, "city_scoring": 1}, discard_pile={"unrest": 1})
    assert drawn(before, after) == "unrest"


def commentary(scene: Scene, *kinds: str) -> list[str]:
    """Return the commentary of these actions."""
    game, lines = scene.play().game, []
    for kind in kinds:
        before, action = game.position(), Action(kind)
        game.step(game.rules.actions.encode(*action))
        lines += tell(before, action, game.position())
    return lines


def test_commentary_of_events_and_replacements() -> None:
    """D1, D4, D5, Q9."""
    scene = Scene().king(2).realm(0, castles=0, small_cities=2).people(crowns=0, swords=11).draw_pile(unrest=2)
    assert commentary(scene, "draw", "draw", "done") == [
        "Seat 0 draws unrest.",
        "Unrest among the people: 2 swords turned up.",
        "Seat 0 takes a replacement and draws unrest.",
        "Unrest among the people: 2 swords turned up.",
        "Seat 0 goes without a replacement.",
    ]
    scene = Scene().king(2).realm(0, castles=0, small_cities=2).redraw().draw_pile(city_scoring=1)
    assert commentary(scene, "draw") == [
        "Seat 0 takes a replacement and draws city scoring.",
        "The cities score: seat 0 +2 VP.",
    ]


def test_commentary_of_events_without_a_king() -> None:
    """D2, D1."""
    assert commentary(Scene().draw_pile(unrest=1), "draw", "done") == [
        "Seat 0 draws unrest.",
        "Without a king nothing happens.",
        "Seat 0 goes without a replacement.",
    ]


def test_commentary_of_an_empty_draw_pile() -> None:
    """D3: at the draw that needs a card."""
    scene = Scene().draw_pile().discard_pile(unrest=5, city_scoring=2, truce=1).rest_held_by(1).redraw()
    lines = commentary(scene, "draw")
    assert lines[0].startswith("Seat 0 takes a replacement and draws ")
    assert lines[1] == "The draw pile ran out; the discards were shuffled into a new one."


def test_commentary_of_game_end_as_a_replacement() -> None:
    """E2."""
    scene = Scene().king(1).scores(0, 15, 0).announced(1, 15).end_begun(0).redraw().draw_pile(game_end=1)
    lines = commentary(scene, "draw")
    assert lines[:2] == ["Seat 0 takes a replacement and draws game end.", "The game is over: game end was drawn."]


@pytest.mark.parametrize("players", PLAYERS)
def test_the_final_scoring_adds_up_to_the_scores(players: int) -> None:
    """E4: the parts of the final scoring add up to the change of the scores."""
    for game in games(players):
        before, _, after = game[-1]
        assert points_gained(before, after) == [0] * players
        assert [score.before for score in final_scoring(after)] == before["scores"]
        assert [sum(score[:4]) for score in final_scoring(after)] == after["scores"]


def test_commentary_of_a_truncated_game_has_its_scoring() -> None:
    *_, (before, action, after) = play(Rules(2, max_rounds=3), 5)
    lines = tell(before, action, after)
    assert "The game is over: the cap of 3 rounds is reached." in lines
    totals = [int(re.findall(r"(\d+) VP\.", line)[0]) for line in lines if line.startswith(("Seat 0:", "Seat 1:"))]
    assert totals == after["scores"]
    assert lines[-1] == (
        "Seat 0 and seat 1 share the win." if totals[0] == totals[1] else f"Seat {totals.index(max(totals))} wins."
    )
    assert not any(line.startswith("Seat 0:") for line in tell(before, action, after, scoring=False))


def test_largest_and_second_largest_areas() -> None:
    """E4: areas of 3 and 2 for seat 0, of 3 for seat 1, of 1 for seat 2; squares join octagons at corners only."""
    position = start()
    octagons = {(f["row"], f["column"]): f["id"] for f in position["fields"] if f["shape"] == "octagon"}
    for column, seat in enumerate([0, 0, 0, 1, 1, 1, 0, 0]):
        position["owner"][octagons[0, column]] = seat
    position["owner"][octagons[2, 4]] = 2
    assert area_points(position) == [7, 5, 0]


# -- revolts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_the_report_of_a_revolt_states_its_winner(players: int) -> None:
    seen = set()
    for game in games(players):
        for before, action, after in game:
            if not before["revolt"] or after["revolt"]:
                continue
            lines, leader, king = tell(before, action, after), before["revolt"]["leader"], before["king"]
            last = after["last_revolt"]
            for seat, vote in enumerate(last["votes"]):
                assert vote == before["revolt"]["votes"][seat]
                assert any(re.match(rf"Seat {seat}\b.* votes {vote}, laid", line) for line in lines)
            assert last["laid"] == before["revolt"]["laid"]
            won = f"The leader wins: seat {leader} is king." in lines
            held = f"The king wins: seat {king} keeps the crown." in lines
            off = f"A truce was laid: the revolt is off, and seat {king} stays king." in lines
            assert won + held + off == 1
            assert won == (after["king"] == leader)
            assert off == any("truce" in laid for laid in before["revolt"]["laid"])
            if not off:
                check_strengths(after, won)
            seen.add("won" if won else "held" if held else "off")
    assert {"won", "held"} <= seen


def check_strengths(after: Position, won: bool) -> None:
    """Check that the open swords fit the result (R8, R9): the leader is stronger, or half of the swords stay."""
    last = after["last_revolt"]
    king = 2 * last["votes"].count("crown") + cards_of(after, "crown").strength
    leader = last["open_swords"] + cards_of(after, "sword").strength
    assert won == (leader > king)
    if not won:
        assert after["people"]["open_swords"] == (last["open_swords"] + 1) // 2


def revolt(votes: list[str], laid: list[dict[str, int]], people: tuple[int, int, int, int]) -> Position:
    """Return a position in which seat 1 leads a revolt against seat 0.

    `people`: crowns and swords face down, open swords, crowns set aside.
    """
    position = start()
    crowns, swords, open_, aside = people
    position.update(
        king=0,
        phase="revolt_lay",
        player=0,
        revolt={"leader": 1, "votes": votes, "laid": laid, "decided": [False, True, True]},
        people={"face_down": {"crown": crowns, "sword": swords}, "open_swords": open_, "crowns_aside": aside},
    )
    return position


def settled(before: Position, open_swords: int, result: str, **changes: Any) -> Position:
    """Return the position after that revolt, with its public record."""
    after = deepcopy(before)
    seen = {name: before["revolt"][name] for name in ("leader", "votes", "laid")}
    last = {**seen, "king": before["king"], "open_swords": open_swords, "result": result}
    after.update(revolt=None, last_revolt=last, **changes)
    return after


def test_a_revolt_in_full() -> None:
    """R6 to R9, P3: all 3 people cards are turned up, so that 5 swords are open; an ambush cancels the leader 4."""
    before = revolt(
        ["crown", "sword", "sword"], [{"castle": 1, "ambush": 1}, {"leader_4": 1, "city": 1}, {}], (2, 1, 4, 15)
    )
    after = settled(before, 5, "leader", king=1, scores=[0, 3, 1], announced=[None, 3, None])
    after["people"] = {"face_down": {"crown": 10, "sword": 11}, "open_swords": 0, "crowns_aside": 1}
    assert report_revolt(before, after) == [
        "The revolt is revealed.",
        "Seat 1 (leader) votes sword, laid leader 4, city.",
        "Seat 2 votes sword, laid nothing.",
        "Seat 0 (king) votes crown, laid castle, ambush.",
        "People cards turned up: 3. Open swords: 5.",
        "King's side: 2 for votes + 2 for cards = 4.",
        "Leader's side: 5 for swords + (6 - 4 by ambush) for cards = 7.",
        "The leader wins: seat 1 is king.",
        "For castles and cathedrals: seat 1 +3 VP, seat 2 +1 VP.",
        "Seat 1 announces 3 VP.",
    ]


@pytest.mark.parametrize("swords", [3, 4])
def test_commentary_of_a_won_revolt_has_the_swords_that_counted(swords: int) -> None:
    """R9, P3: 2 open swords stay of 3 as of 4; the commentary states which it was."""
    before = revolt(["crown", "sword", "crown"], [{}, {}, {}], (8, 8, 2, 4))
    after = settled(before, swords, "king")
    after["people"] = {"face_down": {"crown": 12, "sword": 8}, "open_swords": 2, "crowns_aside": 0}
    lines = report_revolt(before, after)
    assert f"Leader's side: {swords} for swords + 0 for cards = {swords}." in lines
    assert lines[-2:] == ["The king wins: seat 0 keeps the crown.", "For cathedrals: nobody gets a point."]


def test_a_truce_calls_a_revolt_off() -> None:
    """R5, P3: all cards are named, including those taken back, and no strengths."""
    before = revolt(["crown", "sword", "crown"], [{}, {"castle": 2}, {"truce": 1}], (8, 8, 2, 4))
    assert report_revolt(before, settled(before, 2, "truce")) == [
        "The revolt is revealed.",
        "Seat 1 (leader) votes sword, laid castle x2.",
        "Seat 2 votes crown, laid truce.",
        "Seat 0 (king) votes crown, laid nothing.",
        "A truce was laid: the revolt is off, and seat 0 stays king.",
    ]

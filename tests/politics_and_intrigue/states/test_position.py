"""Tests of positions: those that no game can reach are refused, and the message names the key."""

import pytest

from kschwert_env.politics_and_intrigue import Game
from tests.games.positions import Change, both, changed, move, put
from tests.politics_and_intrigue.lively import lively
from tests.politics_and_intrigue.positions import reach
from tests.politics_and_intrigue.scenes import Scene, derived

SEEN = [True, True]
OWN = "principalities.0"

REFUSED: list[tuple[str, Change, str]] = [
    # what is not well-formed
    ("action", put("format", "politics_and_intrigue.position.v1"), "format is .*, but must be 'politics_and_intrigue"),
    ("action", put("phase", "siege"), "phase is 'siege', but must be one of setup_stack, setup_take"),
    ("action", put("king", 0), "king is unknown"),
    ("action", put("turn", None), "turn is None, but must be an integer"),
    ("action", put("hands.0", {"dragon": 1}), r"hands\[0\].dragon is unknown"),
    ("action", put("hands.0", {"spy": 4}), r"hands\[0\].spy is 4, but must be left out: there are 3"),
    ("action", put("gate_open", 1), "gate_open is 1, but must be true or false"),
    ("action", put("dice.number", 7), "dice.number is 7, but must be an integer from 1 to 6"),
    ("action", put(f"{OWN}.slots", []), r"principalities\[0\].slots is \[\], but must be a list of 32"),
    ("action", put(f"{OWN}.regions.0.stock", 4), r"regions\[0\].stock is 4, but must be an integer from 0 to 3"),
    ("action", put(f"{OWN}.row", [1, 0]), r"row is .* in an order to which a row can grow by its ends"),
    ("action", put(f"{OWN}.places", ["city"]), r"places is .*, but must be a list of 2 to 7 \(L1\)"),
    ("action", put("stacks.0.0.seen", [1, 0]), r"stacks\[0\]\[0\].seen\[0\] is 1, but must be true or false"),
    (
        "ban",
        put("bans", [{"pile": 3, "owner": 1}, {"pile": 3, "owner": 0}]),
        r"bans\[1\].pile .* above that of the ban",
    ),
    # what follows from the rest
    ("action", put("turn_player", 1), "turn_player is 1, but must be 0, which follows from the rest"),
    ("action", put("supply.roads", 6), "supply is .*, which follows from the rest"),
    ("action", put("regions_left", []), "regions_left is .*, which follows from the rest"),
    ("action", put("row_cards.church", 1), "row_cards is .*, which follows from the rest"),
    ("action", put("scores", [3, 2]), r"scores is .*, but must be \[2, 2\], which follows"),
    ("action", put("scores", [2.0, 2]), r"scores is .*, but must be \[2, 2\], which follows"),
    ("action", put("knight", 0), "knight is 0, but must be None, which follows"),
    ("decks", put("moved", [{"spy": 1}, {"spy": -1}]), "moved is .*, which follows from the rest"),
    # cards (C5, S3, M1)
    ("action", put("hands.0", {"abbey": 1}), r"there are 3 of abbey in all, not 2 \(C5"),
    ("action", put("discards.0", {"church": 1}), r"a church lies in the row or in a principality, never elsewhere"),
    ("ban", put("pending.card", "spy"), r"there are 4 of spy in all, .*; .*there are 1 of church_ban in all, not 2"),
    ("garrison", put("pending.card", "abbey"), "there are 3 of abbey in all"),
    # principalities (P3, B2 to B7, F19 to F23)
    ("action", put(f"{OWN}.slots.0", "church"), r"slots\[0\]: church lies in cities only \(B3\)"),
    ("action", put(f"{OWN}.slots.1", "abbey"), r"slots\[1\]: a settlement has near slots only \(P3\)"),
    ("action", put(f"{OWN}.slots.8", "abbey"), r"slots\[8\]: there is no such place \(P3\)"),
    ("action", put(f"{OWN}.slots.28", "knight_arno"), r"slots\[28\]: only units of a metropolis lie there \(P3\)"),
    ("action", put(f"{OWN}.slots.0", "spy"), r"slots\[0\]: spy lies in no slot \(B3\)"),
    (
        "ban",
        both(put(f"{OWN}.places.1", "city"), put(f"{OWN}.slots.4", "church")),
        r"there is one church at most \(B7\)",
    ),
    ("action", put(f"{OWN}.places", ["metropolis", "metropolis"]), r"there is one metropolis at most \(F19\)"),
    ("action", put(f"{OWN}.brewery", "trade"), r"brewery: a side is shown where a brewery of one's own lies"),
    (
        "action",
        put(f"{OWN}.alliance", 0),
        r"only a secret alliance names a building .*; .*no building that can be named",
    ),
    ("action", put(f"{OWN}.regions.0.number", 4), r"the first six are those of the start \(C4\)"),
    ("won", put(f"{OWN}.regions.7.number", 6), r"regions\[7\]: it is none of the stack's|which follows"),
    # what is known and seen (N3, N4)
    ("action", put("known.0", {"spy": 1}), r"more is known of the hand of seat 0 than it holds \(N4\)"),
    ("first_cards", put("stacks.0.0.seen", [False, False]), r"seat 0 looks through it, and has seen all of it \(N3\)"),
    ("sorting", put("stacks.3.0.seen", SEEN), "are seen by the archivist's owner, and by him alone"),
    # events and bans (C6, E3, A17)
    ("action", put("events.discard", {"plague": 1}), r"there are 3 of plague in all, not 2 \(C6"),
    ("action", both(move("new_year", "events.stack", "events.discard")), r"new_year is always in the stack"),
    ("civil_war", move("civil_war", "events.discard", "events.stack"), "the event of phase civil_war has been rolled"),
    # the turn (S4, T1, W2, B11, B12)
    ("action", put("start_player", 1), "start_player: it is 0 by the rules chosen"),
    ("action", put("player", 1), r"player: in phase action another seat decides \(Q4\)"),
    ("action", put("player", None), "player: null when the game is over, and only then"),
    ("setup", put("player", None), "player: null when the game is over, and only then"),
    ("bribed", put("player", None), "player: null when the game is over, and only then"),
    ("raid", put("principalities.0.slots.0", None), r"knight is 0, but must be None"),
    (
        "raid",
        both(put("principalities.0.slots.0", None), put("knight", None), put("scores", [2, 2])),
        "another seat decides",
    ),
    ("action", put("dice", None), r"dice: null in setup and before they are rolled, and only then \(T1\)"),
    ("roll", put("dice", {"event": "sun", "number": 1}), "dice: null in setup and before they are rolled"),
    ("action", put("turn", 200), "turn: the game is truncated before turn 200"),
    ("action", put("truncated", True), r"only a game that is over after its last turn is truncated"),
    ("won", put("truncated", True), r"only a game that is over after its last turn|is over, and not by the cap"),
    ("capped", put("truncated", False), "a game is over when a seat has 13 victory points or the cap is reached"),
    ("won", both(put("phase", "action"), put("player", 0)), r"a game with 13 victory points is over"),
    ("setup", put("gate_open", True), "gate_open: it can't have been opened yet"),
    ("setup", put("turn", 2), "turn: it is 0 in setup"),
    ("action", put("mints_used", 2), r"mints_used: 2, but there are only 1 mints \(F11\)"),
    ("setup", put("hands.0", {"abbey": 1}), "in setup the start player takes his cards first"),
    ("setup", put("phase", "deck_pick"), "pending is None, but must be a dict of left"),
    # what is pending (Q4 to Q8)
    ("action", put("pending", {"left": 1}), "pending is .*, but must be null in this phase"),
    ("caravan", put("pending", None), "pending is None, but must be a dict of left"),
    ("caravan", put("pending.left", 3), "pending.left is 3, but must be an integer from 1 to 2"),
    ("caravan", put("pending.card", "spy"), "pending.card is unknown"),
    ("caravan", put(f"{OWN}.regions.3.stock", 1), r"there are only 1 of them \(Q8\)"),
    ("searching", put(f"{OWN}.regions.3.stock", 1), r"there are only 1 of them \(Q8\)"),
    (
        "caravan_back",
        both(*(put(f"{OWN}.regions.{region}.stock", 2 if region == 5 else 3) for region in range(6))),
        r"there are only 1 of them \(Q8\)",
    ),
    ("council_bury", put("hands.0", {"spy": 1}), r"there are only 1 of them \(Q8\)"),
    ("council_take", put("stacks.2", [{"card": "spy", "seen": [True, False]}]), r"there are only 1 of them \(Q8\)"),
    ("trade", put("pending.left", 2), r"without a counting house there is one resource \(F13\)"),
    ("sun", put("pending.gains", [0, 1]), r"the seat that decides is owed something \(Q8\)"),
    ("sun", put("dice.event", "trade"), "nothing that brings resources has been rolled or drawn"),
    ("trade", put("dice.event", "sun"), "another face leads to phase trade_event"),
    ("raided", put("pending.slots", []), "three are named, or all if there are fewer"),
    ("raid", put("pending.slots", [6, 0]), "buildings of the seat without the knight figure, in order"),
    ("raid", put("pending.slots", [0, 0]), "a list of different numbers"),
    ("scout", put("pending.regions", [1, 2]), "two are named, then the settlement is built"),
    ("scouted", put("pending.regions", [1, 1]), "a list of different numbers"),
    ("answer", put("pending.card", "abbey"), r"pending.card: abbey can't be it \(A2\)"),
    ("answer", put("pending.card", "merchant"), r"discards: the turn player has played a merchant \(A1\)"),
    ("black_knight", put("pending.card", "spy"), r"pending.card: spy can't be it \(A2\)"),
    ("bribed", put("pending.from", 0), "there lies the enemy's knight who is bribed"),
    ("mission", put("pending.card", "spy"), r"a holy building that costs something, and for which a mission works"),
    ("sorting", put("pending.sorted", 5), "pending.sorted is 5"),
    ("sorting", put("pending.stack", 6), "pending.stack is 6, but must be an integer from 0 to 5"),
    ("refill", put("pending.exchanging", True), "true once a card is exchanged, and only then"),
    ("exchanged", put("pending.exchanging", False), "true once a card is exchanged, and only then"),
    ("exchanged", put("pending.stack", None), r"that of the card put back, but for the holy place \(Q7\)"),
    ("holy", put("pending.holy_used", True), "a holy place works, and has not been used in this turn"),
    ("holy", put("pending.card", "metropolis"), r"pending.card: the card taken is in the hand \(F15\)"),
]


@pytest.mark.parametrize(("moment", "change", "message"), REFUSED)
def test_what_no_game_can_reach_is_refused(moment: str, change: Change, message: str) -> None:
    """Q4 to Q8: the message names the key and the fault."""
    with pytest.raises(ValueError, match=message):
        Game.from_position(changed(reach(moment), change))


def test_a_whole_game_is_written_and_read() -> None:
    """Q8: after every decision, in both games, `pending` included."""
    for options in ({}, {"game": "tournament"}):
        for game, _ in lively(4, 150, **options):
            assert Game.from_position(game.position()) == game


def test_derived_values_follow() -> None:
    """B9, B10: points and figures follow from the cards laid."""
    position = Scene().city(0, 0).lay(0, {0: "church", 1: "knight_arno"}).lay(1, {0: "marketplace"}).balanced()
    assert (position["scores"], position["knight"], position["windmill"]) == ([5, 3], 0, 1)
    assert position["row_cards"] == {"church": 1, "town_hall": 2}
    assert derived(Scene().rules, position) == position

"""Tests of positions: those that no game can reach are refused, and the message names the key."""

import pytest

from kschwert_env.engine.contract.rules import Position
from kschwert_env.politics_and_intrigue import Game
from tests.helpers.positions import Change, both, changed, move, put
from tests.politics_and_intrigue.positions import REACHED, reach, repaired
from tests.politics_and_intrigue.scenes import Scene, derived

SEEN = [True, True]
OWN, ENEMY = "principalities.0", "principalities.1"


def stocks(seat: int, stock: int) -> Change:
    """Set the stock of all start regions."""
    return both(*(put(f"principalities.{seat}.regions.{region}.stock", stock) for region in range(6)))


def slots(seat: int, **cards: str | None) -> Change:
    """Lay cards into slots, named such as `s0`, or remove them."""
    return both(*(put(f"principalities.{seat}.slots.{slot[1:]}", card) for slot, card in cards.items()))


REFUSED: list[tuple[str, Change, str]] = [
    # what is not well-formed
    ("action", put("format", "politics_and_intrigue.position.v1"), "format is .*, but must be 'politics_and_intrigue"),
    ("action", put("phase", "siege"), "phase is 'siege', but must be one of setup_stack, setup_take"),
    ("action", put("king", 0), "king is unknown"),
    ("action", put("turn", None), "turn is None, but must be an integer"),
    ("action", put("hands.0", {"dragon": 1}), r"hands\[0\].dragon is unknown"),
    ("action", put("hands.0", {"spy": 4}), r"hands\[0\].spy is 4, but must be left out: there are 3"),
    ("action", put("hands.0", {"spy": 999}), r"hands\[0\].spy is 999, but must be left out: there are 3"),
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
    ("action", put("truncated", True), r"only a game that is over is truncated.*after its last turn"),
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


NEEDED: list[tuple[str, Change, str]] = [
    # the cost that is still to be paid (A8, A9, A13, H4)
    ("scout", stocks(0, 0), "the cost of a settlement"),
    ("scouted", stocks(0, 0), "the cost of a settlement"),
    ("caravan", stocks(0, 0), "there are only 0 of them"),
    ("searching", stocks(0, 0), "there are only 0 of them"),
    (
        "answer",
        both(put("pending.card", "bribery"), put("discards.0", {"bribery": 1}), slots(1, s0="knight_arno")),
        "bribery could do nothing",
    ),
    # a free slot, and what else a card must meet that is being built (B3, B5, B7, M4)
    ("mission", slots(0, s2="garrison", s4="garrison", s6="fire_brigade"), r"there is no free slot for abbey \(B3\)"),
    (
        "garrison",
        slots(0, s0="abbey", s2="abbey", s4="fire_brigade", s6="fire_brigade"),
        r"there is no free slot for garrison \(B3\)",
    ),
    (
        "garrison",
        both(put("pending.card", "church"), put(f"{OWN}.places.0", "city"), slots(0, s0="church")),
        r"church lacks what it requires, or is excluded \(B5, B7, M4\)",
    ),
    ("garrison", put("pending.card", "theater"), r"theater lacks what it requires"),
    ("bribed", slots(0, s0="abbey", s2="abbey", s4="garrison", s6="garrison"), "there is a free slot for the knight"),
    # requirements of action cards (B5), and what else they need (A9, A14, A19)
    ("council", slots(0, s0=None), "council lacks the building"),
    ("council_bury", slots(0, s0=None), "council lacks the building"),
    ("council_search", slots(0, s0=None), "council lacks the building"),
    ("council_take", slots(0, s0=None), "council lacks the building"),
    ("diplomat", slots(0, s0=None), "diplomat lacks the building"),
    ("ban", slots(0, s0=None), "church_ban lacks the building"),
    ("council", put("hands.0", {"spy": 1}), r"a council needs two more cards \(A19\)"),
    ("diplomat", put("bans", [{"pile": 6, "owner": 1}]), r"a pile without an enemy ban \(A14\)"),
    ("scout", put(f"{OWN}.open_roads", [False, False]), "a scout needs an open road"),
    ("scouted", put(f"{OWN}.open_roads", [False, False]), "a scout needs an open road"),
    # what an attack or an event can do (A1, A5, A10, A18, E6, F18)
    ("answer", put("hands.1", {}), r"spy could do nothing \(A1\)"),
    ("spy", put("known.1", {"abbey": 1}), r"a spy sees the enemy's hand, which is not empty \(A5, N4\)"),
    ("spy", both(put("hands.1", {}), put("known.1", {})), r"a spy sees the enemy's hand, which is not empty"),
    ("black_knight", slots(1, s0=None), "black_knight could do nothing"),
    (
        "black_knight",
        both(slots(1, s0=None), slots(0, s0="knight_arno"), put("pending.backfire", True)),
        "black_knight could do nothing",
    ),
    ("highwaymen", slots(0, s0=None), r"highwaymen need the knight figure \(A10\)"),
    ("highwaymen", stocks(1, 0), r"the deciding seat has no legal action \(T3\)"),
    ("merchant", both(stocks(1, 0), put("pending.left", 1)), r"who can take nothing from the enemy is not asked"),
    ("plague", stocks(0, 0), r"the seat that decides would lose something by the plague \(A18\)"),
    ("plague", put(f"{OWN}.places.0", "settlement"), "the seat that decides would lose something by the plague"),
    ("bailiff", slots(1, s0=None), "he has a bailiff's house"),
    ("bailiff", put(f"{ENEMY}.regions.3.stock", 1), "has lost all ore and wool"),
    ("bailiff", put(f"{ENEMY}.regions.4.stock", 1), "has lost all ore and wool"),
    ("sun", put("pending.gains", [2, 1]), r"dice and buildings bring both seats \[1, 1\] at most \(D3 to D5\)"),
    ("exchanged", put("stacks.1.-1.seen", [False, False]), "seat 0 has put a card under it"),
    # the gate (B12), mints (F11), dice and events (D5)
    *(
        (moment, put("gate_open", False), r"gate_open: it is open, since a \w+ has been played \(B12\)")
        for moment in ("alchemist", "bribed", "answer", "black_knight", "spy", "merchant", "highwaymen", "caravan")
    ),
    *(
        (moment, put("gate_open", False), r"gate_open: it is open, since a \w+ has been played \(B12\)")
        for moment in ("archivist", "sorting", "chancellor", "council_take", "diplomat", "ban")
    ),
    *(
        (moment, put("mints_used", 1), r"nothing is traded before phase action \(F11\)")
        for moment in ("setup", "roll", "alchemist", "trade", "sun", "bailiff", "civil_war", "plague", "raid")
    ),
    *(
        (moment, put("mints_used", 1), r"nothing is traded before phase action \(F11\)")
        for moment in ("raided", "master_builder", "looking", "mendicant")
    ),
    *(
        (moment, put("dice", {"event": "event", "number": 3}), r"one was rolled, so at least one is discarded \(D5\)")
        for moment in ("action", "garrison", "exchange", "won", "capped")
    ),
    ("won", put("dice", None), r"dice: null in setup and before they are rolled, and only then"),
    # the card that was played (A1)
    *(
        (moment, put("discards.0", {}), r"the turn player has played a \w+ \(A1\)")
        for moment in ("alchemist", "spy", "bribed", "scout", "scouted", "council_bury", "caravan_back")
    ),
]
"""What had to be there when the card or event was begun, and still must (chapter 13)."""


@pytest.mark.parametrize(("moment", "change", "message"), NEEDED)
def test_what_the_phase_needs_must_be_there(moment: str, change: Change, message: str) -> None:
    """Totals of cards and derived values are put right, so that nothing else is wrong."""
    with pytest.raises(ValueError, match=message):
        Game.from_position(repaired(changed(reach(moment), change)))


@pytest.mark.parametrize("moment", REACHED.moments)
@pytest.mark.parametrize("given", [[], 7, "x", True])
def test_pending_is_a_dict_or_null(moment: str, given: object) -> None:
    with pytest.raises(ValueError, match=r"pending is .*, but must be"):
        Game.from_position(changed(reach(moment), put("pending", given)))


@pytest.mark.parametrize("moment", ["scout", "scouted"])
def test_a_scout_is_played_with_the_gate_closed(moment: str) -> None:
    """B12: also in the phases that follow."""
    game = Game.from_position(changed(reach(moment), put("gate_open", False)))
    while game.phase != "action":
        game.step(game.legal_actions()[0])


def test_a_played_card_lies_in_the_pile_of_its_seat() -> None:
    """A1, M3: in the tournament game."""
    position = Scene(game="tournament").hand(0, spy=1).hand(1, abbey=1).play().play("spy").do("pass").position
    assert Game.from_position(position).phase == "spy"
    with pytest.raises(ValueError, match=r"the turn player has played a spy \(A1\)"):
        Game.from_position(repaired(changed(position, put("discards", [{}, {"spy": 1}]))))


def test_a_knight_of_the_enemy_is_not_placed_again() -> None:
    """M4: in the tournament game a named knight is single in both principalities."""
    scene = Scene(game="tournament").full(0).hand(0, knight_dietrich=1)
    position = scene.play().do("build", card="knight_dietrich").position
    with pytest.raises(ValueError, match="knight_dietrich lacks what it requires, or is excluded"):
        Game.from_position(repaired(changed(position, slots(1, s0="knight_dietrich"))))


def test_a_seat_without_a_stack_to_look_through_is_not_asked() -> None:
    """T3: `builder` is not asked for `done` alone."""
    events = reach("master_builder")["events"]
    scene = Scene().no_stacks().set(phase="builder", dice={"event": "event", "number": 1}, events=events)
    with pytest.raises(ValueError, match=r"a seat without a stack to look through is not asked \(T3\)"):
        Game.from_position(scene.balanced())


@pytest.mark.parametrize("sizes", [(16, 14), (14, 16)])
def test_stacks_have_their_sizes_in_setup(sizes: tuple[int, int]) -> None:
    """S3."""

    def resize(position: Position) -> None:
        one, other = position["stacks"][:2]
        while len(one) < sizes[0]:
            one.append(other.pop())
        while len(other) < sizes[1]:
            other.append(one.pop())

    with pytest.raises(ValueError, match="they are as they were dealt"):
        Game.from_position(changed(reach("setup"), resize))


@pytest.mark.parametrize(("moment", "change", "message"), REFUSED)
def test_what_no_game_can_reach_is_refused(moment: str, change: Change, message: str) -> None:
    """Q4 to Q8: the message names the key and the fault."""
    with pytest.raises(ValueError, match=message):
        Game.from_position(changed(reach(moment), change))


def test_derived_values_follow() -> None:
    """B9, B10: points and figures follow from the cards laid."""
    position = Scene().city(0, 0).lay(0, {0: "church", 1: "knight_arno"}).lay(1, {0: "marketplace"}).balanced()
    assert (position["scores"], position["knight"], position["windmill"]) == ([5, 3], 0, 1)
    assert position["row_cards"] == {"church": 1, "town_hall": 2}
    assert derived(Scene().rules, position) == position

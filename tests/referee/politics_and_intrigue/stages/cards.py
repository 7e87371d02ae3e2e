"""Constructed positions: action cards and bans (chapter 8)."""

from collections.abc import Iterator

from tests.referee.policies import weighted
from tests.referee.politics_and_intrigue.positions.position import ATTACKS, PASS, Json, of
from tests.referee.politics_and_intrigue.stages.scenes import (
    ANSWERING,
    ATTACKER,
    BUILDER,
    CALM,
    CITIES,
    EAGER,
    ENDING,
    Made,
    Scripted,
    land,
    rich,
    scene,
    step,
    steps,
)


def attacks() -> Iterator[Made]:
    """A2 to A15: each attack, with and without a bishop, with a see on either side."""
    weak = {0: "abbey", 2: "knight_gerold", 4: "order_castle", 6: "knight_konrad"}
    own = {0: "church", 4: "knight_falk", 6: "knight_hartmut", 2: "fire_brigade"}
    for hand in ("", "bishop", "bishop, lumber_fleet, knight_arno, abbey"):
        for card in ATTACKS:
            stock = {"gold": 2 if card == "wedding" else 3, "ore": 1, "lumber": 2}
            enemy = land(1, places=CITIES, slots=weak, stock={"gold": 2, "wool": 3, "grain": 1})
            yield scene(land(0, places=CITIES, slots=own, stock=stock), enemy, hands=(card, hand)), EAGER
            seen = own | {1: "bishops_see"} if card != "wedding" else own
            enemy = land(1, places=CITIES, slots=weak | {1: "bishops_see"}, stock={"gold": 2, "wool": 1})
            enemy["slots"][1] = None if card != "wedding" else "bishops_see"
            yield scene(land(0, places=CITIES, slots=seen, stock=stock), enemy, hands=(card, hand)), ANSWERING


def fires() -> Iterator[Made]:
    """A4, F4, F20, B9: points burn, protected ones do not, a church goes to the row."""
    hand = ("arsonist", "")
    slots = {0: "bishops_see", 1: "church", 2: "abbey", 4: "fire_brigade", 6: "library"}
    yield scene(rich(0), rich(1, slots={0: "bishops_see"}), hands=hand), EAGER
    yield scene(rich(0), rich(1, slots={0: "fire_brigade", 1: "library"}), hands=hand), EAGER
    allied = rich(1, slots={0: "secret_alliance"}, alliance=0)
    for own, enemy in (
        (rich(0), rich(1, slots=slots)),
        (land(0, slots={0: "bishops_see"}), allied),
        (rich(0, slots={0: "bishops_see"}), rich(1, slots={0: "church"})),
    ):
        before = scene(own, enemy, hands=hand)
        yield before, EAGER
        yield steps(before, of("play", "arsonist"), PASS), EAGER  # the die is not a 6


def backfires() -> Iterator[Made]:
    """A3, A4: before the die is rolled, with and without own cards to lose; after a 6, with protected ones."""
    own = {0: "fire_brigade", 1: "library", 4: "knight_konrad", 6: "order_castle"}
    weak = {0: "knight_arno", 2: "abbey"}
    for card in ("black_knight", "arsonist"):
        for slots in ({}, own):
            before = scene(rich(0, slots=slots), rich(1, slots=weak), hands=(card, "spy"))
            for _ in range(20 if not slots else 4):
                yield step(before, of("play", card)), EAGER
    guarded = own | {2: "brothel", 5: "bishops_see", 3: "church"}
    for slots in (
        guarded,
        {0: "church", 2: "knight_gerold", 4: "secret_alliance"},
        {0: "knight_bertram", 2: "library"},
        {0: "abbey", 2: "brothel", 4: "knight_falk"},
    ):
        for card in ("black_knight", "arsonist"):
            alliance = 2 if "secret_alliance" in slots.values() else None
            before = scene(rich(0, slots=slots, alliance=alliance), rich(1, slots=weak), hands=(card, "spy"))
            yield steps(before, of("play", card), PASS, chance=Scripted(is_backfire=True)), EAGER


def trims() -> Iterator[Made]:
    """H1: the enemy is above its limit after an attack, after a target of its alliance is gone, with a ban."""
    full = "bishop, 2 spy"
    for slots, more in (
        ({0: "library"}, ", scout"),
        ({0: "theater"}, ", 2 scout"),
        ({0: "abbey", 2: "secret_alliance"}, ", scout"),
        ({0: "knight_arno"}, ""),
    ):
        hands = ("arsonist, black_knight", full + more)
        for bans in ({}, {0: 0}):
            yield scene(rich(0), rich(1, slots=slots), hands=hands, bans=bans), ATTACKER
    yield scene(rich(0, slots={0: "brothel"}), rich(1), hands=("arsonist", full)), EAGER
    for target, more in (("abbey", ", scout"), ("library", ", scout"), ("theater", ", 2 scout")):
        allied = rich(1, slots={0: "secret_alliance"}, alliance=0)
        before = scene(rich(0, slots={0: target}), allied, hands=("", full + more), bans={2: 0})
        yield step(before, of("demolish", 0)), CALM
        before = scene(
            rich(0, slots={0: target}),
            rich(1, slots={0: "secret_alliance", 2: "mint"}, alliance=0),
            hands=("arsonist", full + more),
        )
        yield steps(before, of("play", "arsonist"), PASS, chance=Scripted(is_backfire=True)), EAGER


def sees() -> Iterator[Made]:
    """F20: room and none; the enemy's, one's own, by alliance; in whose turn."""
    for stock in ({"gold": 3}, {"gold": 1}):
        enemy = land(1, slots={0: "bishops_see"}, stock=stock | {"ore": 1})
        yield scene(rich(0), enemy, hands=("caravan, merchant", "bishop")), ANSWERING
    own = land(0, places=CITIES, slots={0: "bishops_see", 2: "church"}, stock={"ore": 2})
    yield scene(own, rich(1, slots={0: "abbey"}), hands=("arsonist", "bishop")), ANSWERING
    allied = land(1, slots={0: "secret_alliance"}, alliance=0)
    yield scene(own, allied, hands=("caravan, scout", "")), EAGER


def robberies() -> Iterator[Made]:
    """A7, A10, A15: little to take, little room, two regions of a kind."""
    strong = {0: "knight_falk", 2: "church"}
    hand = ("merchant, highwaymen, wedding, caravan", "")
    for stock, enemy in (({}, {"gold": 1}), ({"gold": 2, "wool": 2}, {"gold": 3, "wool": 3}), ({"ore": 2}, {"ore": 1})):
        yield scene(land(0, slots=strong, stock=stock), land(1, stock=enemy), hands=hand), EAGER
    three = "city, settlement, settlement"
    own = land(0, places=three, extra=(4, 10), slots=strong, stock={"wool": 4, "gold": 3})
    yield scene(own, rich(1), hands=hand), EAGER
    yield scene(rich(0, slots=strong), rich(1), hands=hand), EAGER
    yield scene(land(0), land(1), hands=("merchant, highwaymen, wedding, caravan, bribery", "")), EAGER
    yield scene(land(0, slots={2: "church"}, stock={"gold": 3}), land(1), hands=("wedding, spy, scout", "")), EAGER


def spies() -> Iterator[Made]:
    """A5, N4: nothing to take, units, action cards, and what was known before."""
    enemy = land(1, slots={0: "library"})
    for hand in ("abbey", "abbey, knight_arno, 2 bishop", "spy"):
        yield scene(None, enemy, hands=("spy", hand), known=("", hand.partition(", ")[0])), EAGER
        yield scene(None, enemy, hands=("spy", hand), known=("spy", "")), weighted(done=90.0, play=90.0)
    for hand in ("knight_arno", "ore_fleet, abbey"):
        yield steps(scene(hands=("spy", hand)), of("play", "spy"), PASS), EAGER


def bribes() -> Iterator[Made]:
    """A13, F17: no slot, no gold, a knight safe, another not, into the metropolis, out of a brothel."""
    gold = {"gold": 3}
    enemy = rich(1, slots={0: "knight_gerold", 1: "knight_konrad", 2: "order_castle"})
    yield scene(land(0, stock=gold), enemy, hands=("bribery, black_knight", "")), EAGER
    yield scene(land(0, stock={"gold": 2}), enemy, hands=("bribery", "")), EAGER
    full = dict(enumerate(("church", "mint", "library", "harbor", "abbey"))) | {6: "garrison"}
    yield scene(land(0, slots=full, stock=gold), enemy, hands=("bribery", "")), EAGER
    yield scene(land(0, places="metropolis, settlement", slots=full, stock=gold), enemy, hands=("bribery", "")), EAGER
    enemy = rich(1, slots={0: "knight_gerold", 1: "brothel"})
    yield scene(land(0, stock=gold), enemy, hands=("bribery", "")), EAGER
    enemy = rich(1, slots={0: "knight_gerold", 2: "order_castle"})
    yield scene(land(0, stock=gold), enemy, hands=("bribery", "")), EAGER


def scouts() -> Iterator[Made]:
    """A9, B12: with the gate closed; at either end; and where nothing can be settled."""
    for open_roads in ((True, True), (False, True), (False, False)):
        own = rich(0, places="settlement, settlement", open_roads=open_roads)
        yield scene(own, hands=("scout, spy", "alchemist"), gate_open=False), EAGER
    own = rich(0, open_roads=(True, False), slots={0: "secret_alliance"}, alliance=0)
    yield scene(own, rich(1, slots={0: "bishops_see"}), hands=("scout", "")), EAGER


def stackworks() -> Iterator[Made]:
    """A12, A16, A19, N3, N4: full stacks, short ones, empty ones; cards that the enemy has seen; bans."""
    hand = "archivist, chancellor, council, 2 abbey, spy"
    home = land(0, slots={0: "church", 2: "town_hall"}, stock=1)
    seen = {(4, place): (place % 3 == 0, place < 4) for place in range(7)}
    for policy in (EAGER, weighted(play=90.0, stack=9.0, end_turn=0.1)):
        yield scene(home, hands=(hand, "")), policy
        yield scene(home, hands=(hand, ""), seen=seen), policy
        yield scene(home, hands=(hand, ""), bans={4: 1, 3: 0}), policy
    short = dict.fromkeys(range(6), "")
    pair = short | {0: "spy, spy", 1: "bishop"}
    for marks in ((False, False), (False, True)):
        hand = "archivist, chancellor, council, 2 abbey"
        yield scene(home, hands=(hand, ""), stacks=pair, seen={(1, 0): marks}), EAGER
    searching = scene(home, hands=("council, 2 abbey", ""), stacks=short | {0: "spy, spy", 1: "bishop"})
    buried = (of("bury", "abbey"), of("bury", "abbey"))
    yield steps(searching, of("play", "council"), of("stack", 0), *buried), EAGER
    yield scene(home, hands=("archivist, chancellor, abbey", ""), stacks=short), EAGER
    alike = short | {0: "abbey, spy, abbey, spy, spy, bishop, bishop"}
    yield scene(home, hands=("archivist, council, 2 scout", ""), stacks=alike), EAGER


def bans() -> Iterator[Made]:
    """A17, A14: laid, lifted, on the discard pile, and what they bar."""
    home = land(0, slots={0: "church", 2: "town_hall"}, stock={"gold": 3})
    yield scene(home, hands=("church_ban, diplomat, 2 spy", "church_ban"), discards="abbey, 2 bishop"), EAGER
    for piles in ({6: 1}, {6: 1, 2: 1}, {6: 0, 3: 1}, {0: 0, 5: 1}):
        hand = "diplomat, church_ban" if len(piles) == 1 else "diplomat"
        yield scene(home, hands=(hand, ""), discards="abbey, spy", bans=piles), weighted(lift=30.0, play=30.0)
        yield scene(home, hands=(hand, ""), discards="abbey", bans=piles), ENDING
    yield scene(home, hands=("diplomat", ""), discards=""), EAGER
    yield step(scene(home, hands=("church_ban", "")), of("play", "church_ban")), EAGER
    for piles in ({6: 1}, {6: 0}):
        yield scene(home, hands=("church_ban", ""), discards="abbey", bans=piles), weighted(ban=9.0, play=90.0)


def gates() -> Iterator[Made]:
    """B12: closed until both have 3 points; opened by a city; alchemist and physician, too."""
    own = rich(0, places="settlement, settlement")
    hand = "spy, scout, alchemist, bishop, physician"
    yield scene(own, land(1), hands=(hand, "abbey"), gate_open=False), BUILDER
    yield scene(own, land(1), hands=(hand, "abbey"), gate_open=True), ATTACKER
    yield scene(land(0), land(1), hands=(hand, "abbey")), CALM
    for is_open in (False, True):
        home = land(0, places="settlement, settlement", stock=1)
        facts: Json = {"phase": "roll", "dice": None, "gate_open": is_open}
        yield scene(home, land(1, stock=1), hands=("alchemist", "physician"), **facts), ANSWERING

"""Hearts: deals that are rare, what seats know, and worlds that `resample` draws."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from kschwert_env.adapters.game_tree import DecisionNode, GameSetup, first_decision
from kschwert_env.classics.hearts import CARDS, IN_PASS, PASS, PLAY, SEATS, SUITS, TWO_OF_CLUBS
from kschwert_env.custom import Game
from kschwert_env.engine.simulation.game import game_type
from tests.classics.counterparts import HEARTS, compare

pytestmark = pytest.mark.needs_jit

RULES = HEARTS.rules
GAME = game_type(RULES)
SETUP = GameSetup(GAME, RULES, explicit_chance=False, keeps_entries=False)


def deal(direction: int, cards: list[int]) -> Game[Any]:
    """Return a new game in which each seat has thirteen of these cards."""
    state = RULES.board["blank"][0].copy()
    state["direction"], state["leader"] = direction, -1
    for place, card in enumerate(cards):
        state["hands"][place // (CARDS // SEATS), card] = 1
    if direction == 0:
        state["phase"] = PLAY
        state["player"] = state["leader"] = np.flatnonzero(state["hands"][:, TWO_OF_CLUBS])[0]
    return GAME.from_state(RULES, state)


def uneven_deal(random: Random) -> Game[Any]:
    """Return a new game with long suits."""
    spread = random.choice([0, 0.5, 1, 5])
    cards = sorted(range(CARDS), key=lambda card: card % SUITS + spread * random.random())
    return deal(random.randrange(SEATS), cards)


def test_draws_have_the_same_probabilities() -> None:
    """A path through the draws of the deal; the last card is no draw in our game."""
    random, spiel, chosen = Random(0), HEARTS.spiel.new_initial_state(), list[int]()
    blank = RULES.board["blank"][0]
    assert RULES.chance is not None
    while isinstance(following := RULES.chance.follow(blank, None, chosen), tuple):
        there = spiel.chance_outcomes()
        total = sum(outcome.weight for outcome in following)
        assert [outcome.weight / total for outcome in following] == pytest.approx([each for _, each in there])
        chosen.append(random.randrange(len(there)))
        spiel.apply_action(there[chosen[-1]][0])
    assert len(chosen) == CARDS
    spiel.apply_action(spiel.legal_actions()[0])
    assert str(spiel) == str(HEARTS.dealt(GAME.from_state(RULES, following[0])))


def test_uneven_deals_agree() -> None:
    """Seats without any clubs, seats with nothing but hearts."""
    random = Random(0)
    for _ in range(300):
        game = uneven_deal(random)
        compare(HEARTS, game, HEARTS.dealt(game), random)


def test_a_seat_that_takes_all_points_scores_26() -> None:
    for seat in range(SEATS):
        suits = [(suit + seat) % SUITS for suit in range(SUITS)]  # the seat with all clubs takes all tricks
        game = deal(0, [rank * SUITS + suit for suit in suits for rank in range(13)])
        shooter = game.player
        compare(HEARTS, game, HEARTS.dealt(game), Random(seat))
        assert game.scores.tolist() == [26 * (each == shooter) for each in range(SEATS)]


def test_observations_have_what_openspiel_writes() -> None:
    random = Random(0)
    for _ in range(10):
        game = uneven_deal(random)
        spiel = HEARTS.dealt(game)
        while not game.is_over:
            for seat in range(SEATS):
                tensor = np.array(spiel.information_state_tensor(seat))
                direction, _, passed, received, hand, points = np.split(tensor[:356], [4, 56, 108, 160, 212])
                pieces = RULES.observation.split(game.observe(seat)["observation"])
                for name, there in {
                    "direction": direction,
                    "passed": passed,
                    "received": received,
                    "hand": hand,
                }.items():
                    assert pieces[name].tolist() == there.tolist()
                won = points.reshape(SEATS, -1).sum(axis=1) - 10  # ones up to the points + 10
                assert np.roll(pieces["points"], seat).tolist() == won.tolist()
            HEARTS.step(game, spiel, random.choice(game.legal_actions()))


def test_a_seat_knows_the_same() -> None:
    """Two histories look the same to a seat in both games or in neither.

    They differ in the places of two cards, in the direction, or in one action.
    """
    random, found = Random(0), Counter[tuple[bool, bool]]()
    for number in range(120):
        direction, cards = random.randrange(SEATS), random.sample(range(CARDS), CARDS)
        others, change_at = cards.copy(), -1
        other_direction = direction
        if number % 4 == 0:
            other_direction = random.randrange(SEATS)
        elif number % 4 == 1:
            change_at = random.randrange(64)
        else:
            i, j = random.sample(range(CARDS), 2)
            others[i], others[j] = cards[j], cards[i]
        histories = [History(deal(direction, cards)), History(deal(other_direction, others))]
        for step in range(64):
            found.update(compare_knowledge(*histories))
            actions = [history.node.game.legal_actions() for history in histories]
            chosen = [random.choice(actions[0])] * 2
            if step == change_at:
                chosen[1] = random.choice(actions[1])
            if chosen[1] not in actions[1]:
                break
            for history, action in zip(histories, chosen, strict=True):
                history.step(action)
            if any(history.node.game.is_over for history in histories):
                break
    assert min(found[True, True], found[False, False]) > 1000
    assert set(found) == {(True, True), (False, False)}


class History:
    """A history of our game with the memories of the seats, and OpenSpiel's.

    Attributes:
        node: our game.
        spiel: OpenSpiel's state.
    """

    def __init__(self, game: Game[Any]) -> None:
        self.node: DecisionNode = first_decision(SETUP, game)
        self.spiel = HEARTS.dealt(game)

    def step(self, action: int) -> None:
        """Carry out an action in both."""
        node = self.node.child(action)
        assert isinstance(node, DecisionNode)
        self.node = node
        self.spiel.apply_action(HEARTS.number(action))


def compare_knowledge(one: History, other: History) -> Iterator[tuple[bool, bool]]:
    """Yield for the seats whether two histories are the same for them in our game, and in OpenSpiel's.

    OpenSpiel tells only the seat with the two of clubs that it leads, before the card is played.
    """
    states = one.node.game.state, other.node.game.state
    for seat in range(SEATS):
        if any(state["phase"] == PLAY and state["turn"] == 0 and state["player"] != seat for state in states):
            continue
        ours = one.node.memories[seat].digest == other.node.memories[seat].digest
        yield ours, one.spiel.information_state_string(seat) == other.spiel.information_state_string(seat)


def test_worlds_look_the_same_in_openspiel() -> None:
    """A resampled world has a deal from which the same actions lead to it, and looks the same to the seat.

    Games end here with points in the first trick, which only a seat with nothing else can play.
    """
    random = Random(0)
    for number in range(20):
        game = uneven_deal(random)
        history: list[tuple[int, int]] = []
        spiel = HEARTS.dealt(game)
        while not game.is_over and not (game.state["turn"] <= SEATS and game.state["broken"]):
            if random.random() < 0.2:
                for seat in range(SEATS):
                    world = game.resample(seat, number)
                    there = replayed(world, seat, history)
                    assert there.information_state_string(seat) == spiel.information_state_string(seat)
                    assert there.current_player() == world.player
                    assert there.legal_actions() == [HEARTS.number(action) for action in world.legal_actions()]
                    assert GAME.from_position(world.position()) == world
            action, player = random.choice(game.legal_actions()), game.player
            assert player is not None
            history.append((player, HEARTS.number(action)))
            HEARTS.step(game, spiel, action)


def replayed(world: Game[Any], seat: int, history: list[tuple[int, int]]) -> Any:
    """Return OpenSpiel's state after the deal and the passes of a world, and the cards that were played."""
    state = world.state
    direction, passed = int(state["direction"]), state["passed"]
    received = np.roll(passed, direction, axis=0) if state["phase"] == PLAY else 0
    hands = state["hands"] + state["played"] + passed - received
    spiel = HEARTS.dealt(deal(direction, [int(card) for hand in hands for card in np.flatnonzero(hand)]))
    passes = IN_PASS * SEATS if direction else 0
    own = {each: np.flatnonzero(passed[each]).tolist() for each in range(SEATS)}
    own[seat] = [card for player, card in history[:passes] if player == seat]
    for player, _ in history[:passes]:
        spiel.apply_action(own[player].pop(0))
    assert not any(own.values())
    for _, card in history[passes:]:
        assert card in spiel.legal_actions()
        spiel.apply_action(card)
    return spiel


def test_all_deals_are_equally_likely() -> None:
    """Positions late in the game in which seats lack suits, so that few enough deals are left to list them."""
    random, checked = Random(1), Counter[bool]()
    for _ in range(1000):
        if checked.total() == 8:
            break
        game = uneven_deal(random)
        for _ in range(random.randrange(36, 60)):
            if not game.is_over:
                game.step(random.choice(game.legal_actions()))
        state, seat = game.state, random.randrange(SEATS)
        worlds = [] if game.is_over or state["phase"] == PASS else list(islice(deals(state, seat), 121))
        has_voids = bool(state["void"].sum() > 3)
        if not 6 <= len(worlds) <= 120 or checked[has_voids] == 4:
            continue
        checked[has_voids] += 1
        drawn = Counter(game.resample(seat, seed).state["hands"].tobytes() for seed in range(30 * len(worlds)))
        assert set(drawn) <= set(worlds)
        assert chisquare([drawn[world] for world in worlds]).pvalue > 1e-4
    assert checked == {False: 4, True: 4}


def deals(state: np.void, seat: int) -> Iterator[bytes]:
    """Yield the hands of all deals that are possible for a seat."""
    hands = state["hands"].copy()
    known = state["passed"][seat].astype(bool)
    if state["turn"] == 0:
        known[TWO_OF_CLUBS] = True
    others = [each for each in range(SEATS) if each != seat]
    unknown = [int(card) for card in np.flatnonzero(hands[others].sum(axis=0)) if not known[card]]
    rooms = hands[:, unknown].sum(axis=1)
    hands[:, unknown] = 0

    def assigned(left: list[int]) -> Iterator[bytes]:
        if not left:
            yield hands.tobytes()
            return
        for each in others:
            if rooms[each] and not state["void"][each, left[0] % SUITS]:
                rooms[each] -= 1
                hands[each, left[0]] = 1
                yield from assigned(left[1:])
                hands[each, left[0]] = 0
                rooms[each] += 1

    yield from assigned(unknown)


def test_hidden_passes_are_any_three_cards() -> None:
    """Near the end, all cards of the other seats are known, but not which three of them they received."""
    game, random = deal(1, Random(5).sample(range(CARDS), CARDS)), Random(0)
    while game.state["turn"] < CARDS - 1:
        game.step(random.choice(game.legal_actions()))
    seat, played = 0, game.state["hands"] + game.state["played"]
    passed = np.mean([game.resample(seat, seed).state["passed"] for seed in range(4000)], axis=0)
    assert passed[seat].tolist() == game.state["passed"][seat].tolist()
    assert passed[3].tolist() == game.state["passed"][3].tolist()  # received by the seat
    for giver in (1, 2):
        assert passed[giver] == pytest.approx(played[giver + 1] * IN_PASS / 13, abs=0.03)


def test_hidden_passes_before_play_come_from_the_own_hand() -> None:
    game = deal(2, Random(6).sample(range(CARDS), CARDS))
    for _ in range(4):
        game.step(game.legal_actions()[0])
    assert game.player == 1
    worlds = [game.resample(3, seed).state for seed in range(3000)]
    assert {tuple(world["passed"].sum(axis=1).tolist()) for world in worlds} == {(3, 1, 0, 0)}
    unseen = 1 - game.state["hands"][3]
    assert np.mean([world["passed"][0] for world in worlds], axis=0) == pytest.approx(unseen * 3 / 39, abs=0.03)
    assert np.mean([world["hands"][1] for world in worlds], axis=0) == pytest.approx(unseen * 12 / 39, abs=0.05)


CHANGES = {
    "hands": lambda position: position["hands"][0].__setitem__(slice(None), [0] * CARDS),
    "passed": lambda position: position.update(passed=position["passed"][1:] + position["passed"][:1]),
    "phase": lambda position: position.update(phase="pass"),
    "played": lambda position: position.update(turn=position["turn"] + 4),
    "player": lambda position: position.update(player=(position["player"] + 1) % SEATS),
    "trick": lambda position: position.update(trick=[0] * SEATS),
    "points": lambda position: position["points"].__setitem__(0, 26),
    "broken": lambda position: position.update(broken=1 - position["broken"]),
    "scores": lambda position: position.update(scores=[1, 0, 0, 0]),
    "void": lambda position: position.update(void=[[1] * SUITS] * SEATS),
}
"""Changes of a position in the middle of a game that no game can reach, by the field that is named."""


@pytest.mark.parametrize("field", CHANGES)
def test_positions_that_no_game_can_reach_are_refused(field: str) -> None:
    game, random = deal(3, Random(7).sample(range(CARDS), CARDS)), Random(0)
    while game.state["turn"] < 14:
        game.step(random.choice(game.legal_actions()))
    position = game.position()
    assert GAME.from_position(position) == game
    CHANGES[field](position)
    with pytest.raises(ValueError, match=f"{field}: no game can reach this"):
        GAME.from_position(position)


def test_positions_of_unfinished_passes_are_refused() -> None:
    game = deal(3, Random(7).sample(range(CARDS), CARDS))
    for _ in range(4):
        game.step(game.legal_actions()[0])
    position = game.position()
    assert GAME.from_position(position) == game
    with pytest.raises(ValueError, match="passed: no game can reach this"):
        GAME.from_position({**position, "player": 2})

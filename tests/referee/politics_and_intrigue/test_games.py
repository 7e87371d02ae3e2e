"""Whole games by the referee itself: its own steps pass its check, and small falsehoods in them do not."""

import copy
from collections import Counter
from random import Random

import pytest

from .check import check_step
from .form import read_position, write_position
from .labels import LABELS, NEVER
from .planted import FAULTS
from .policies import POLICIES
from .position import Json
from .reachable import check_position
from .start import check_start
from .steps import PHASES
from .world import all_cards, follow, new_game, play, random_decks, random_events, whole

RULE_IDS = {
    *(f"C{n}" for n in range(1, 7)),
    *(f"P{n}" for n in range(1, 6)),
    *(f"S{n}" for n in range(1, 5)),
    *(f"T{n}" for n in range(1, 5)),
    *(f"D{n}" for n in range(1, 6)),
    *(f"E{n}" for n in range(1, 11)),
    *(f"B{n}" for n in range(1, 13)),
    *(f"F{n}" for n in range(26)),
    *(f"A{n}" for n in range(1, 20)),
    *(f"H{n}" for n in range(1, 7)),
    *(f"W{n}" for n in range(1, 5)),
    *(f"N{n}" for n in range(1, 7)),
    *(f"Q{n}" for n in range(1, 9)),
    *(f"L{n}" for n in range(1, 5)),
    *(f"M{n}" for n in range(1, 8)),
}
GAMES = ("extended", "tournament")


def start_of(game: str, random: Random, max_rounds: int | None) -> Json:
    """A start with options drawn."""
    options: Json = {"game": game, "start_player": "random", "max_rounds": max_rounds}
    if game == "tournament":
        options |= {"decks": random_decks(random), "events": random_events(random)}
    return new_game(random, **options)


def test_every_rule_is_to_be_seen() -> None:
    """The catalogue names every id from C1 to M7, and none that is not there."""
    assert {label.split()[0] for label in (*LABELS, *NEVER)} == RULE_IDS
    assert not set(LABELS) & set(NEVER)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("policy", POLICIES)
def test_own_games_are_lawful(game: str, policy: str) -> None:
    """Every step passes, no card is lost, models survive JSON, every position can be reached, and games end."""
    random = Random(f"{game} {policy}")
    start = start_of(game, random, 12)
    assert check_start(start) == []
    after, others = start, [POLICIES[policy], random.choice(list(POLICIES.values()))]
    for before, action, after, legal in play(start, others, random):
        assert all_cards(after) == whole(after)
        if random.random() < 0.2:
            assert check_step(before, action, after, legal) == []
            assert write_position(read_position(after)) == after
            assert check_position(after) == []
    assert after["phase"] == "over"
    assert after["truncated"] == (max(after["scores"]) < 13)


def test_every_phase_is_reached() -> None:
    """Q4: a few long games come to all phases but rare ones; the constructed positions come to those."""
    seen: Counter[str] = Counter()
    for game in GAMES:
        for number, policy in enumerate(("builder", "attacker", "schemer")):
            random = Random(number)
            for before, *_ in play(start_of(game, random, 30), [POLICIES[policy]] * 2, random):
                seen[before["phase"]] += 1
    rare = {"holy", "bailiff", "brewery_side", "discount", "ban", "scout_settle", "scout", "diplomat", "highwaymen"}
    rare |= {"council", "council_bury", "council_search", "council_take", "raid_name", "raid_lose", "number"}
    rare |= {"archive", "archive_sort", "chancellor", "mendicant"}
    assert PHASES.keys() - seen.keys() <= rare | {"over"}


def test_builders_reach_thirteen_points() -> None:
    """B11: seats that build whatever they can do so before the cap, mostly."""
    won = 0
    for number in range(4):
        random = Random(number)
        *_, last = play(new_game(random), [POLICIES["builder"]] * 2, random)
        won += not last[2]["truncated"]
    assert won >= 3


# -- falsehoods -----------------------------------------------------------------------------------------------


def spoil(position: Json, key: str, random: Random) -> Json:
    """The position with one small falsehood."""
    wrong = copy.deepcopy(position)
    seat = random.randrange(2)
    match key:
        case "phase":
            wrong[key] = {"action": "exchange", "over": "action"}.get(position[key], "action")
        case "turn" | "mints_used":
            wrong[key] += 1
        case "turn_player" | "start_player":
            wrong[key] = 1 - wrong[key]
        case "player" | "knight" | "windmill":
            wrong[key] = {0: 1, 1: None, None: 0}[wrong[key]]
        case "scores":
            wrong[key][seat] -= 1
        case "principalities":
            region = random.choice(wrong[key][seat]["regions"])
            region["stock"] = (region["stock"] + 1) % 4
        case "supply" | "row_cards":
            name = random.choice(sorted(wrong[key]))
            wrong[key][name] += 1
        case "regions_left":
            wrong[key] = wrong[key][1:]
        case "stacks":
            stack = random.choice([stack for stack in wrong[key] if stack])
            card = random.choice(stack)
            card["seen"][seat] = not card["seen"][seat]
        case "events":
            wrong[key]["stack"]["plague"] = wrong[key]["stack"].get("plague", 0) + 1
        case "bans":
            wrong[key].append({"pile": 0, "owner": seat})
        case "pending":
            wrong[key] = None if wrong[key] else {"left": 1}
        case "dice":
            wrong[key] = None if wrong[key] else {"event": "sun", "number": 1}
        case "gate_open" | "truncated":
            wrong[key] = not wrong[key]
        case "discards":
            wrong[key][0]["spy"] = wrong[key][0].get("spy", 0) + 1
        case _:
            wrong[key][seat]["spy"] = wrong[key][seat].get("spy", 0) + 1
    return wrong


SPOILED = (
    *("phase", "turn", "turn_player", "start_player", "player", "gate_open", "truncated", "dice", "mints_used"),
    *("supply", "regions_left", "row_cards", "principalities", "hands", "known", "stacks", "discards", "bans"),
    *("events", "pending", "scores", "knight", "windmill"),
)


def test_falsehoods_are_noticed() -> None:
    """One wrong value in a successor is one fault at least, whatever was decided."""
    random = Random(0)
    for before, action, after, legal in play(start_of("extended", random, 8), [POLICIES["attacker"]] * 2, random, 250):
        for key in random.sample(SPOILED, 4):
            assert check_step(before, action, spoil(after, key, random), legal), key


def test_illegal_and_unreadable_steps_are_told() -> None:
    random = Random(0)
    before, action, after, legal = next(play(new_game(random), [POLICIES["uniform"]] * 2, random))
    assert "not legal" in check_step(after, action, after, set())[0]
    assert follow(before, action, random) == after
    del after["principalities"]
    after["surplus"] = 1
    assert len(check_step(before, action, after, legal)) == 3


def test_faults_to_plant_are_told_once() -> None:
    """Rules that there are, and each slip in words of its own."""
    assert {fault.rule for fault in FAULTS} <= RULE_IDS
    assert len({(fault.rule, fault.what) for fault in FAULTS}) == len(FAULTS)

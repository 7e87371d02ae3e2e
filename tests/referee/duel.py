"""The engine plays, the referee judges: every decision, its outcome, and what the seats are shown.

This is the only room of the differential run that talks to the engine.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

import numpy as np

from kschwert_env.krone_schwert import Game, Rules

from .actions import Action
from .check import check_step
from .coverage import Coverage
from .pieces import expected_fields, expected_pieces
from .policies import POLICIES, Policy
from .position import Json
from .scoring import returns
from .stages import stages
from .start import check_start
from .steps import legal_actions
from .view import public_view

VIEW_EVERY = 3  # decisions: comparing a view takes as long as judging a step
FIELDS_EVERY = 7  # of those: the block of the fields is long
MOST_DECISIONS = 4000  # of one game: without a cap on rounds idle players would go on for ever
DECISIONS_FROM_STAGE = 14  # as long as a revolt of five
TOLERANCE = 1e-6  # returns are 64-bit floats


@dataclass(frozen=True)
class Difference:
    """What the referee says against the engine, and how to see it again."""

    repro: str
    sentences: list[str]

    def __str__(self) -> str:
        return "\n".join([self.repro, *(f"    {sentence}" for sentence in self.sentences)])


@dataclass
class Tally:
    """What a run has come to so far."""

    coverage: Coverage
    games: int = 0
    steps: int = 0
    differences: list[Difference] = field(default_factory=list)


@cache
def actions_of(players: int, fewer_parts: bool) -> tuple[Action, ...]:
    """Every action by its number; only the board's size decides on the numbers."""
    actions = Rules(players, fewer_parts=fewer_parts).actions
    return tuple(Action(*actions.decode(number)) for number in range(len(actions)))


rules_of = cache(Rules)


class Duel:
    """One game under judgement, from any position on."""

    def __init__(self, game: Game, tally: Tally, repro: str, random: Random) -> None:
        self.game, self.tally, self.repro, self.random = game, tally, repro, random
        rules = game.rules
        self.actions = actions_of(rules.num_players, rules.fewer_parts)
        self.position: Json = game.position()
        self.decision = 0
        self.is_clean = True

    def play(self, policies: list[Policy], decisions: int = MOST_DECISIONS) -> None:
        """Let each seat decide by its policy, until the game is over, so many decisions or the first difference."""
        while self.is_clean and self.decision < decisions and not self.game.is_over:
            legal = self.legal()
            if legal:
                self.step(policies[self.position["player"]](legal, self.random), legal)

    def legal(self) -> set[Action]:
        """The legal actions, on which both must agree; none if they do not."""
        offered = {self.actions[number] for number in self.game.legal_actions()}
        lawful = legal_actions(self.position)
        if offered != lawful:
            for verdict, actions in (("illegal", offered - lawful), ("missing", lawful - offered)):
                for action in sorted(actions, key=str)[:5]:
                    self.object(action, [f"{verdict} in phase {self.position['phase']}"])
            return set()
        return offered

    def step(self, action: Action, legal: set[Action]) -> None:
        """Carry out an action and judge the outcome."""
        before = self.position
        bystander = (before["player"] + self.random.randrange(1, len(before["hands"]))) % len(before["hands"])
        is_secret = before["revolt"] is not None and action.kind == "lay"
        seen = self.game.observe(bystander)["observation"] if is_secret else None
        self.game.step(self._number(action))
        after = self.position = self.game.position()
        self.tally.steps += 1
        faults = check_step(before, action, after, legal)
        if self.decision % VIEW_EVERY == 0:
            faults += self.faults_of_view(self.random.randrange(len(after["hands"])))
        if seen is not None:
            faults += self.faults_of_secrecy(bystander, seen)
        faults += self.faults_of_returns()
        if faults:
            self.object(action, faults)
        else:
            self.tally.coverage.step(before, action, after, legal)
        self.decision += 1

    def _number(self, action: Action) -> int:
        return int(self.game.rules.actions.encode(*action))

    def faults_of_start(self) -> list[str]:
        """S1, S2 and the board."""
        faults = check_start(self.position)
        if not faults:
            self.tally.coverage.start(self.position)
        return faults

    def faults_of_view(self, seat: int) -> list[str]:
        """P1: what a seat is shown is its public view, and a mask only if it decides."""
        shown = self.game.observe(seat)
        pieces = self.game.rules.observation.split(shown["observation"])
        view = public_view(self.position, seat)
        expected = expected_pieces(view)
        faults = [f"P1: the pieces are {sorted(pieces)}"] if pieces.keys() != {*expected, "fields"} else []
        if self.decision % (VIEW_EVERY * FIELDS_EVERY) == 0:
            expected["fields"] = expected_fields(view)
        for name, values in expected.items():
            if name in pieces and pieces[name].ravel().tolist() != [min(value, 127) for value in values]:
                faults.append(f"P1: seat {seat} is shown {name} as {pieces[name].ravel().tolist()}, not {values}")
        decides = seat == self.position["player"]
        if shown["action_mask"].any() != decides:
            faults.append(f"P1: seat {seat} has {'no' if decides else 'a'} mask, player {self.position['player']}")
        if not faults:
            self.tally.coverage.view(self.position)
        return faults

    def faults_of_secrecy(self, bystander: int, seen: np.ndarray) -> list[str]:
        """P2, R3: another seat laid a card in a revolt, and nobody else saw any of it."""
        if (self.game.observe(bystander)["observation"] != seen).any():
            return [f"P2: seat {bystander} sees that another seat laid a card"]
        self.tally.coverage.counts["P2 view of others unmoved by a card laid"] += 1
        return []

    def faults_of_returns(self) -> list[str]:
        """E5, and zeros until the game is over."""
        position, found = self.position, self.game.returns
        expected = [0.0] * len(found)
        if position["phase"] == "over":
            expected = returns(position["scores"], position["rules"]["reward"])
        if all(abs(is_ - should) < TOLERANCE for is_, should in zip(found.tolist(), expected, strict=True)):
            return []
        return [f"E5: the returns are {found.tolist()}, not {expected}"]

    def object(self, action: Action | None, faults: list[str]) -> None:
        """Note a difference; this game is not played on."""
        self.is_clean = False
        said = {key: value for key, value in (action or Action("start"))._asdict().items() if value is not None}
        line = f"{self.repro} decision={self.decision} action={said}"
        self.tally.differences.append(Difference(line, faults))


def play_game(tally: Tally, players: int, fewer_parts: bool, seed: int, number: int) -> None:
    """Game `number` of a run: its options, policies and chance all follow from the seed and the number."""
    random = Random(f"{seed} {number}")
    options = draw_options(random)
    rules = rules_of(players, fewer_parts=fewer_parts, **options)
    repro = f"--players {players}{' --fewer-parts' * fewer_parts} --seed {seed} --only {number} options={options}"
    duel = Duel(Game(rules, random.getrandbits(63)), tally, repro, random)
    tally.games += 1
    faults = duel.faults_of_start()
    if faults:
        duel.object(None, faults)
    duel.play(draw_policies(random, players))


def draw_options(random: Random) -> dict[str, Any]:
    """Options of `Rules`, caps small and large and none among them."""
    return {
        "start_player": random.choice([0, "random"]),
        "shuffle_parts": random.random() < 0.8,
        "max_rounds": random.choice([1, 3, 8, 15, 25, 25, 40, 60, 100, None]),
        "visible_scores": random.random() < 0.7,
        "reward": random.choice(["win", "placement", "score"]),
    }


def draw_policies(random: Random, players: int) -> list[Policy]:
    """One policy for all seats, or one for each."""
    names = list(POLICIES)
    if random.random() < 0.4:
        return [POLICIES[random.choice(names)]] * players
    return [POLICIES[random.choice(names)] for _ in range(players)]


def run_games(tally: Tally, players: int, fewer_parts: bool, seed: int, numbers: range) -> Iterator[None]:
    """Play these games one by one."""
    for number in numbers:
        play_game(tally, players, fewer_parts, seed, number)
        yield


def run_stages(tally: Tally, players: int, fewer_parts: bool, seed: int, tries: int = 2) -> Iterator[str]:
    """From every constructed position try each kind of legal action, so many times, and play on."""
    for name, (scene, policy) in stages(players, fewer_parts):
        for attempt in range(tries):
            random = Random(f"{seed} {name} {attempt}")
            game = scene.play(random.getrandbits(63)).game
            repro = f"--players {players}{' --fewer-parts' * fewer_parts} --seed {seed} stage={name} attempt={attempt}"
            try_each_kind(Duel(game, tally, repro, random), policy)
        yield name


def try_each_kind(duel: Duel, policy: Policy) -> None:
    """One action of each kind, answer or card, each on a board of its own; of resettling every claim."""
    legal = duel.legal()
    policies = [policy] * duel.game.rules.num_players
    tells_apart = [1, 2, 4] if duel.game.phase == "resettle" else [0, 1, 4]  # field, or kind; card; choice
    chosen = {tuple(action[place] for place in tells_apart): action for action in sorted(legal, key=str)}
    for action in chosen.values():
        if duel.is_clean:
            branch = Duel(duel.game.copy(), duel.tally, duel.repro, duel.random)
            branch.step(action, legal)
            branch.play(policies, DECISIONS_FROM_STAGE)

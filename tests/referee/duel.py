"""The differential run: the engine plays, and the referee checks decisions, outcomes and observations."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from kschwert_env.engine.simulation.game import Game
from tests.referee.actions import Action, from_engine
from tests.referee.judge import Json, Judge, Stage, alike
from tests.referee.policies import Policy

VIEW_EVERY = 3  # decisions; comparing a view takes as long as checking a step
WHOLE_EVERY = 7  # checked views; some pieces are long
RESAMPLE_EVERY = 11  # decisions
REFUSALS_EVERY = 5  # decisions
MAX_DECISIONS = 4000  # per game; without a cap, passive players would never finish
DECISIONS_FROM_STAGE = 14  # in a long run; the length of most fights
TOLERANCE = 1e-6  # returns are 64-bit floats


@dataclass(frozen=True)
class Difference:
    """A decision that the referee rejects, and how to reproduce it."""

    repro: str
    objections: list[str]

    def __str__(self) -> str:
        return "\n".join([self.repro, *(f"    {objection}" for objection in self.objections)])


@dataclass
class Tally:
    """Results of a run so far."""

    judge: Judge
    games: int = 0
    steps: int = 0
    differences: list[Difference] = field(default_factory=list)


class Duel:
    """One game that the referee checks, starting from any position."""

    def __init__(self, game: Game[Any], tally: Tally, repro: str, random: Random) -> None:
        self.game, self.tally, self.repro, self.random = game, tally, repro, random
        self.judge = tally.judge
        self.position: Json = game.position()
        self.decision = 0
        self.is_clean = True

    def check_start(self) -> None:
        """Check the position as the start of a game."""
        objections = self.judge.check_start(self.position)
        if not alike(self.game.rules.options(), self.position["rules"]):
            objections.append(f"the rules are {self.position['rules']}, not {self.game.rules.options()}")
        if objections:
            self.object(None, objections)

    def play(self, policies: list[Policy], decisions: int = MAX_DECISIONS) -> None:
        """Play with one policy per seat until the game is over, the decisions are used up, or there is a difference."""
        while self.is_clean and self.decision < decisions and not self.game.is_over:
            if legal := self.legal():
                self.step(policies[self.position["player"]](legal, self.random))

    def legal(self) -> set[Action]:
        """Return the legal actions if engine and referee agree; otherwise record differences and return none."""
        offered, expected = offered_by(self.game), self.judge.legal_actions(self.position)
        if offered == expected:
            return offered
        for verdict, actions in (("illegal", offered - expected), ("missing", expected - offered)):
            for action in sorted(actions, key=str)[:5]:
                self.object(action, [f"{verdict} in phase {self.position['phase']}"])
        return set()

    def step(self, action: Action) -> None:
        """Carry out a legal action and check the outcome."""
        before, game_before = self.position, self.game.copy()
        self.game.step(self.game.rules.actions.encode(action.kind, **action.arguments()))
        after = self.position = self.game.position()
        self.tally.steps += 1
        objections = self.judge.check_step(before, action, after)
        seat = self.random.randrange(self.game.rules.num_players)
        if self.decision % VIEW_EVERY == 0:
            objections += self.check_view(seat)
        if self.decision % RESAMPLE_EVERY == 0:
            objections += self.check_resample(seat)
        if self.decision % REFUSALS_EVERY == 0:
            objections += self.judge.refusals(after)
        objections += self.check_unchanged_view(before, game_before)
        objections += self.check_returns()
        if objections:
            self.object(action, objections)
        self.decision += 1

    def check_view(self, seat: int) -> list[str]:
        """Compare an observation with the one derived from the public view. Only the deciding seat has a mask."""
        given = self.game.observe(seat)
        pieces = self.game.rules.observation.split(given["observation"])
        whole = self.decision % (VIEW_EVERY * WHOLE_EVERY) == 0
        expected = self.judge.expected_pieces(self.judge.public_view(self.position, seat), whole)
        objections = [f"P1: the pieces are {sorted(pieces)}"] if whole and pieces.keys() != expected.keys() else []
        for name, values in expected.items():
            found = pieces[name].ravel().tolist() if name in pieces else values
            if found not in (values, [min(value, 127) for value in values]):
                objections.append(f"P1: seat {seat} sees {name} as {found}, not {values}")
        if given["action_mask"].any() != (seat == self.position["player"]):
            objections.append(f"P1: the mask of seat {seat}, while player {self.position['player']} decides")
        return objections

    def check_unchanged_view(self, before: Json, game_before: Game[Any]) -> list[str]:
        """Check that a seat gets the same observation if it did not decide and its public view is unchanged."""
        seats = self.game.rules.num_players
        seat = (before["player"] + self.random.randrange(1, seats)) % seats
        if self.judge.public_view(before, seat) != self.judge.public_view(self.position, seat):
            return []
        same = (game_before.observe(seat)["observation"] == self.game.observe(seat)["observation"]).all()
        return [] if same else [f"P1: the observation of seat {seat} shows something that it may not know"]

    def check_resample(self, seat: int) -> list[str]:
        """Check a paired world with hidden information resampled: view, observation and mask are unchanged."""
        if self.game.is_over:
            return []
        other = self.game.resample(seat, self.random.getrandbits(63))
        objections = []
        if self.judge.public_view(other.position(), seat) != self.judge.public_view(self.position, seat):
            objections.append(f"P1: resampling changes what seat {seat} knows")
        given, other_given = self.game.observe(seat), other.observe(seat)
        if (given["observation"] != other_given["observation"]).any():
            objections.append(f"P1: the observation of seat {seat} depends on what it may not know")
        if (given["action_mask"] != other_given["action_mask"]).any():
            objections.append(f"P1: the mask of seat {seat} depends on what it may not know")
        if not offered_by(other) or offered_by(other) != self.judge.legal_actions(other.position()):
            objections.append("P1: resampling leads to a position that cannot be played on")
        objections += self.judge.refusals(other.position())
        if other.player == seat and self.judge.legal_actions(other.position()) != self.judge.legal_actions(
            self.position
        ):
            objections.append(f"P1: resampling changes the legal actions of seat {seat}")
        return objections

    def check_returns(self) -> list[str]:
        """Compare the returns; they are zeros until the game is over."""
        found = self.game.returns.tolist()
        expected = self.judge.returns(self.position) if self.position["phase"] == "over" else [0.0] * len(found)
        if all(abs(a - b) < TOLERANCE for a, b in zip(found, expected, strict=True)):
            return []
        return [f"the returns are {found}, not {expected}"]

    def object(self, action: Action | None, objections: list[str]) -> None:
        """Record a difference; the game stops."""
        self.is_clean = False
        line = f"{self.repro} decision={self.decision} action={action or 'start'}"
        self.tally.differences.append(Difference(line, objections))


def offered_by(game: Game[Any]) -> set[Action]:
    """Return the legal actions of the engine."""
    return {from_engine(game.rules.actions.decode(number)) for number in game.legal_actions()}


def play_game(tally: Tally, seed: int, number: int) -> None:
    """Play game `number` of a run. Its options, policies and chance depend on the seed and the number only."""
    random, judge = Random(f"{seed} {number}"), tally.judge
    rules = judge.draw_rules(random)
    repro = f"{judge.arguments} --seed {seed} --only {number} options={rules.options()}"
    duel = Duel(judge.game_type(rules, random.getrandbits(63)), tally, repro, random)
    tally.games += 1
    duel.check_start()
    policies = list(judge.policies.values())
    shared = random.choice(policies) if random.random() < 0.4 else None
    duel.play([shared or random.choice(policies) for _ in range(rules.num_players)])


def run_games(tally: Tally, seed: int, numbers: range) -> Iterator[None]:
    """Play these games one by one."""
    for number in numbers:
        play_game(tally, seed, number)
        yield


def run_stages(tally: Tally, seed: int, tries: int = 2, decisions: int = DECISIONS_FROM_STAGE) -> Iterator[None]:
    """Try each kind of legal action in every constructed position, then continue for some decisions."""
    for stage in tally.judge.stages():
        for attempt in range(tries):
            random = Random(f"{seed} {stage.name} {attempt}")
            repro = f"{tally.judge.arguments} --seed {seed} stage={stage.name} attempt={attempt}"
            game = tally.judge.game_type.from_position(stage.position, random.getrandbits(63))
            try_each_kind(Duel(game, tally, repro, random), stage, decisions)
        yield


def try_each_kind(duel: Duel, stage: Stage, decisions: int) -> None:
    """Try one action of each kind, each in a copy of the game."""
    legal = duel.legal()
    policies = [stage.policy] * duel.game.rules.num_players
    chosen = {duel.judge.alike(duel.position, action): action for action in sorted(legal, key=str)}
    for action in chosen.values():
        if duel.is_clean:
            branch = Duel(duel.game.copy(), duel.tally, duel.repro, duel.random)
            branch.step(action)
            branch.play(policies, decisions)

"""The engine plays, the referee judges: every decision, its outcome, and what the seats are shown."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from kschwert_env.engine.game import Game

from .actions import Action, as_said
from .compare import Json
from .coverage import Coverage
from .judge import Judge, Stage
from .policies import Policy

VIEW_EVERY = 3  # decisions: comparing a view takes as long as judging a step
WHOLE_EVERY = 7  # of those: some pieces are long
MOST_DECISIONS = 4000  # of one game: without a cap idle players would go on for ever
DECISIONS_FROM_STAGE = 14  # of a long run: as long as most fights
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

    judge: Judge
    coverage: Coverage = field(init=False)
    games: int = 0
    steps: int = 0
    differences: list[Difference] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.coverage = Coverage(self.judge.catalogue)


class Duel:
    """One game under judgement, from any position on."""

    def __init__(self, game: Game[Any], tally: Tally, repro: str, random: Random) -> None:
        self.game, self.tally, self.repro, self.random = game, tally, repro, random
        self.judge = tally.judge
        self.position: Json = game.position()
        self.decision = 0
        self.is_clean = True

    def start(self) -> None:
        """Judge the position as the start of a game."""
        faults = self.judge.check_start(self.position)
        if faults:
            self.object(None, faults)
        else:
            self.tally.coverage.add(self.judge.labels_of_start(self.position))

    def play(self, policies: list[Policy], decisions: int = MOST_DECISIONS) -> None:
        """Let each seat decide by its policy, until the game is over, so many decisions or the first difference."""
        while self.is_clean and self.decision < decisions and not self.game.is_over:
            legal = self.legal()
            if legal:
                self.step(policies[self.position["player"]](legal, self.random), legal)

    def legal(self) -> set[Action]:
        """The legal actions, on which both must agree; none if they do not."""
        offered = {as_said(self.game.rules.actions.decode(number)) for number in self.game.legal_actions()}
        lawful = self.judge.legal_actions(self.position)
        if offered != lawful:
            for verdict, actions in (("illegal", offered - lawful), ("missing", lawful - offered)):
                for action in sorted(actions, key=str)[:5]:
                    self.object(action, [f"{verdict} in phase {self.position['phase']}"])
            return set()
        return offered

    def step(self, action: Action, legal: set[Action]) -> None:
        """Carry out an action and judge the outcome."""
        before, old, bystander = self.position, self.game.copy(), self._another_seat()
        self.game.step(self.game.rules.actions.encode(action.kind, **action.arguments()))
        after = self.position = self.game.position()
        self.tally.steps += 1
        faults = self.judge.check_step(before, action, after, legal)
        if self.decision % VIEW_EVERY == 0:
            faults += self.faults_of_view(self.random.randrange(self.game.rules.num_players))
        faults += self.faults_of_secrecy(before, old, bystander)
        faults += self.faults_of_returns()
        if faults:
            self.object(action, faults)
        else:
            self.tally.coverage.add(self.judge.labels_of_step(before, action, after, legal))
        self.decision += 1

    def _another_seat(self) -> int:
        """Some seat that does not decide."""
        seats = self.game.rules.num_players
        seat: int = (self.position["player"] + self.random.randrange(1, seats)) % seats
        return seat

    def faults_of_view(self, seat: int) -> list[str]:
        """What a seat is shown is its public view, and a mask only if it decides."""
        shown = self.game.observe(seat)
        pieces = self.game.rules.observation.split(shown["observation"])
        whole = self.decision % (VIEW_EVERY * WHOLE_EVERY) == 0
        expected = self.judge.expected_pieces(self.judge.public_view(self.position, seat), whole)
        faults = [f"P1: the pieces are {sorted(pieces)}"] if whole and pieces.keys() != expected.keys() else []
        for name, values in expected.items():
            found = pieces[name].ravel().tolist() if name in pieces else values
            if found != values and found != [min(value, 127) for value in values]:
                faults.append(f"P1: seat {seat} is shown {name} as {found}, not {values}")
        decides = seat == self.position["player"]
        if shown["action_mask"].any() != decides:
            faults.append(f"P1: seat {seat} has {'no' if decides else 'a'} mask, player {self.position['player']}")
        if not faults:
            self.tally.coverage.add(self.judge.labels_of_view(self.position))
        return faults

    def faults_of_secrecy(self, before: Json, old: Game[Any], bystander: int) -> list[str]:
        """A seat whose view is the same as before is shown the same."""
        then, now = (self.judge.public_view(position, bystander) for position in (before, self.position))
        if then != now:
            return []
        was, is_ = (game.observe(bystander)["observation"].tolist() for game in (old, self.game))
        return [] if was == is_ else [f"P1: seat {bystander} sees something of what it may not know"]

    def faults_of_returns(self) -> list[str]:
        """As the rules say in the end, and zeros until then."""
        found = self.game.returns.tolist()
        expected = self.judge.returns(self.position) if self.position["phase"] == "over" else [0.0] * len(found)
        if all(abs(is_ - should) < TOLERANCE for is_, should in zip(found, expected, strict=True)):
            return []
        return [f"the returns are {found}, not {expected}"]

    def object(self, action: Action | None, faults: list[str]) -> None:
        """Note a difference; this game is not played on."""
        self.is_clean = False
        line = f"{self.repro} decision={self.decision} action={action or Action('start')}"
        self.tally.differences.append(Difference(line, faults))


def play_game(tally: Tally, seed: int, number: int) -> None:
    """Game `number` of a run: its options, policies and chance all follow from the seed and the number."""
    random = Random(f"{seed} {number}")
    rules = tally.judge.draw_rules(random)
    repro = f"{tally.judge.arguments} --seed {seed} --only {number} options={rules.options()}"
    duel = Duel(tally.judge.game_type(rules, random.getrandbits(63)), tally, repro, random)
    tally.games += 1
    duel.start()
    duel.play(draw_policies(tally.judge, random, rules.num_players))


def draw_policies(judge: Judge, random: Random, players: int) -> list[Policy]:
    """One policy for all seats, or one for each."""
    policies = list(judge.policies.values())
    if random.random() < 0.4:
        return [random.choice(policies)] * players
    return [random.choice(policies) for _ in range(players)]


def run_games(tally: Tally, seed: int, numbers: range) -> Iterator[None]:
    """Play these games one by one."""
    for number in numbers:
        play_game(tally, seed, number)
        yield


def run_stages(tally: Tally, seed: int, tries: int = 2, decisions: int = DECISIONS_FROM_STAGE) -> Iterator[None]:
    """From every constructed position try each kind of legal action, so many times, and play on for some decisions."""
    for stage in tally.judge.stages():
        for attempt in range(tries):
            random = Random(f"{seed} {stage.name} {attempt}")
            repro = f"{tally.judge.arguments} --seed {seed} stage={stage.name} attempt={attempt}"
            try_each_kind(Duel(stage.game(random.getrandbits(63)), tally, repro, random), stage, decisions)
        yield


def try_each_kind(duel: Duel, stage: Stage, decisions: int) -> None:
    """One action of each kind, each on a board of its own."""
    legal = duel.legal()
    policies = [stage.policy] * duel.game.rules.num_players
    chosen = {duel.judge.alike(duel.position, action): action for action in sorted(legal, key=str)}
    for action in chosen.values():
        if duel.is_clean:
            branch = Duel(duel.game.copy(), duel.tally, duel.repro, duel.random)
            branch.step(action, legal)
            branch.play(policies, decisions)

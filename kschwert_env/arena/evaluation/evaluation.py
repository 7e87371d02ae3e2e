"""An agent is evaluated by a protocol: games against each of its opponents, and what they say of it."""

from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import version
from pathlib import Path

from openskill.models import PlackettLuce

from kschwert_env.agents.registry import make_agent, make_agents
from kschwert_env.arena.contest import Contest
from kschwert_env.arena.evaluation.protocols import Opponent, Protocol
from kschwert_env.arena.statistics import Figures, Seats

FORMAT = "kschwert_env.evaluation.v1"
"""What a file of results is; another where its keys change."""

_CERTAIN = 1e-6  # sigma of an opponent's rating, which is as the protocol says
_CANDIDATE = 1  # its index in each contest; that of the opponent is 0


class Evaluation:
    """An agent's games by a protocol, kept in a folder as they finish: a contest with each opponent.

    Attributes:
        protocol: by which.
        agent: what was typed for the agent.
    """

    def __init__(self, protocol: Protocol, agent: str, folder: Path, resume: bool = False) -> None:
        """Begin, or with `resume` go on. Nothing is played or written yet.

        Raises ValueError for an agent or an opponent that there is not, before anything is played: older versions of
        networks are in a source tree only. Raises ValueError, too, where the game has other rules than the protocol.
        """
        self.protocol, self.agent = protocol, agent
        self._folder, self._resume, self._rules = folder, resume, protocol.rules()
        self._candidate = f"candidate {agent}"  # an opponent may be called as the agent is
        self._player = make_agent(agent, self._rules)
        make_agents((opponent.agent for opponent in protocol.opponents), self._rules)

    def play(self, workers: int | None = None, report: Callable[[int], object] = lambda finished: None) -> bool:
        """Play what is missing; `report` hears how many games are finished. False where Ctrl-C ended it early.

        Raises FileError where the folder holds games that can't be gone on with, or another process writes to it; what
        an agent raises, and IllegalAction where one answers an illegal action.
        """
        before = 0
        for number, opponent in enumerate(self.protocol.opponents):

            def told(finished: int, before: int = before) -> None:
                report(before + finished)

            with self._contest(number, self._resume) as contest:
                told(contest.finished)
                if not contest.play(workers, told):
                    return False
            before += opponent.games
        return True

    def figures(self) -> Figures:
        """What docs/evaluation.md tells of `results.json`, once all games are finished."""
        against, rated = dict[str, Figures](), list[tuple[float, tuple[float, int, list[float]]]]()
        for number, opponent in enumerate(self.protocol.opponents):
            with self._contest(number, resume=True) as contest:
                against[opponent.agent] = self._told(contest, opponent)
                seats = Seats.of(contest.rows, self.protocol.players)
            own = (seats.agents == _CANDIDATE).argmax(axis=1).tolist()
            games = zip(own, seats.places.tolist(), strict=True)
            rated += ((i / opponent.games, (opponent.rating, *game)) for i, game in enumerate(games))
        rating, sigma = rate(game for _, game in sorted(rated))
        thought = sum(its["seconds_per_decision"] * its["games"] for its in against.values())
        return {
            "format": FORMAT,
            "package_version": version("kschwert_env"),
            "protocol": self.protocol.name,
            "game": self.protocol.game,
            "players": self.protocol.players,
            "fingerprint": self._rules.fingerprint,
            "fair_share": 1 / self.protocol.players,
            "agent": self.agent,
            "rating": rating,
            "rating_sigma": sigma,
            "seconds_per_decision": thought / self.protocol.games,
            "against": against,
        }

    def _contest(self, number: int, resume: bool) -> Contest:
        """With the opponent of that number."""
        opponent = self.protocol.opponents[number]
        seated = {opponent.agent: make_agent(opponent.agent, self._rules), self._candidate: self._player}
        folder = self._folder / "against" / str(number)
        return Contest(self._rules, seated, folder, opponent.games, "one-vs-first", self.protocol.seed, resume)

    def _told(self, contest: Contest, opponent: Opponent) -> Figures:
        """What the games against an opponent say."""
        found = contest.figures()
        if found is None or found["games"] < opponent.games:
            raise ValueError(f"games against {opponent.agent} are missing")
        its = found["agents"][self._candidate]
        return {
            **found["one_vs_rest"][self._candidate][opponent.agent],
            "rating": opponent.rating,
            "by_seat": its["by_seat"],
            "seconds_per_decision": found["seconds_per_decision"][self._candidate],
            "decisions_per_game": found["decisions_per_game"],
            "endings": found["endings"],
        }


def rate(games: Iterable[tuple[float, int, Sequence[float]]]) -> tuple[float, float]:
    """The rating of one seat, and its uncertainty, by the model of Plackett and Luce; all other ratings stay.

    A game has the rating of all other seats, the seat, and the places of all seats, ties averaged.
    """
    model = PlackettLuce(tau=0.0)  # agents do not change from game to game
    found = model.rating()
    for rating, own, places in games:
        opponent = model.rating(rating, _CERTAIN)
        teams = [[found if seat == own else opponent] for seat in range(len(places))]
        found = model.rate(teams, ranks=list(places))[own][0]
    return float(found.mu), float(found.sigma)

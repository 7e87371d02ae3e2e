"""Evaluation of an agent by a protocol: games against each of its opponents, and the results."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from openskill.models import PlackettLuce

from kschwert_env.agents.base import Agent
from kschwert_env.agents.registry import agent_name, make_agent, make_agents
from kschwert_env.agents.text.text_agent import TextAgent
from kschwert_env.arena.contest import Contest
from kschwert_env.arena.evaluation.base import ProtocolEvaluation
from kschwert_env.arena.evaluation.protocols import Opponent, Protocol
from kschwert_env.arena.statistics import Figures, SeatResults
from kschwert_env.arena.text.transcripts import FinishedGames, text_figures

_FIXED_SIGMA = 1e-6  # sigma of an opponent's rating, which the protocol fixes
_CANDIDATE = 1  # index of the evaluated agent in each contest; the opponent has index 0


class Evaluation(ProtocolEvaluation[Protocol]):
    """An agent's games of a protocol: a contest with each opponent."""

    format = "kschwert_env.evaluation.v1"

    def __init__(self, protocol: Protocol, agent: str, folder: Path, resume: bool = False) -> None:
        """Create the agents; with `resume` `play` continues an earlier evaluation. Nothing is played or written yet.

        Raises ValueError for an unknown agent or a missing opponent (older versions of networks are only in a source
        tree), and if the rules of the game differ from those of the protocol.
        """
        super().__init__(protocol, agent_name(agent), folder, resume)
        self._candidate = f"candidate {self.agent}"  # an opponent may have the same spec
        self._agent: Agent = make_agent(agent, self._rules)
        make_agents((opponent.agent for opponent in protocol.opponents), self._rules)

    def _own_figures(self) -> Figures:
        against, rated = dict[str, Figures](), list[tuple[float, tuple[float, int, list[float]]]]()
        for number, opponent in enumerate(self.protocol.opponents):
            with self._contest(number, resume=True) as contest:
                against[opponent.agent] = self._opponent_results(contest, opponent)
                seats = SeatResults.from_games(contest.results, self.protocol.players)
            own = (seats.agents == _CANDIDATE).argmax(axis=1).tolist()
            games = zip(own, seats.ranks.tolist(), strict=True)
            rated += ((i / opponent.games, (opponent.rating, *game)) for i, game in enumerate(games))
        rating, sigma = estimate_rating(game for _, game in sorted(rated))
        thought = sum(its["seconds_per_decision"] * its["games"] for its in against.values())
        return {
            "rating": rating,
            "rating_sigma": sigma,
            "seconds_per_decision": thought / self.protocol.games,
            "against": against,
        }

    @property
    def text_agent(self) -> TextAgent | None:
        """The agent, if it is one in text."""
        return self._agent if isinstance(self._agent, TextAgent) else None

    def text_figures(self, transcripts: int, report: Callable[[int], object] = lambda replayed: None) -> Figures:
        """Return the figures of an agent in text, and write transcripts (`arena.text_transcripts.text_figures`)."""
        assert self.text_agent is not None
        groups = list[FinishedGames]()
        for number, opponent in enumerate(self.protocol.opponents):
            with self._contest(number, resume=True) as contest:
                groups.append(FinishedGames(str(number), opponent.agent, contest.agents, contest.results))
        return text_figures(self._rules, self.text_agent, groups, self._folder, transcripts, report)

    def _contest(self, number: int, resume: bool) -> Contest:
        """Return the contest with the opponent of that index."""
        opponent = self.protocol.opponents[number]
        seated = {opponent.agent: make_agent(opponent.agent, self._rules), self._candidate: self._agent}
        folder = self._folder / "against" / str(number)
        games, seed, logs = opponent.games, self.protocol.seed, self._folder
        return Contest(self._rules, seated, folder, games, "one-vs-first", seed, resume, logs=logs)

    def _opponent_results(self, contest: Contest, opponent: Opponent) -> Figures:
        """Return the results of the games against an opponent."""
        results = contest.figures()
        if results is None or results["games"] < opponent.games:
            raise ValueError(f"games against {opponent.agent} are missing; play them first")
        its = results["agents"][self._candidate]
        return {
            **results["one_vs_rest"][self._candidate][opponent.agent],
            "rating": opponent.rating,
            "by_seat": its["by_seat"],
            "seconds_per_decision": results["seconds_per_decision"][self._candidate],
            "decisions_per_game": results["decisions_per_game"],
            "endings": results["endings"],
        }


def estimate_rating(games: Iterable[tuple[float, int, Sequence[float]]]) -> tuple[float, float]:
    """Return rating and uncertainty (sigma) of one seat by the Plackett-Luce model; all other ratings are fixed.

    A game is the rating of all other seats, the index of the seat, and the ranks of all seats, ties averaged.
    """
    model = PlackettLuce(tau=0.0)  # agents do not change from game to game
    own_rating = model.rating()
    for rating, own, ranks in games:
        opponent = model.rating(rating, _FIXED_SIGMA)
        teams = [[own_rating if seat == own else opponent] for seat in range(len(ranks))]
        own_rating = model.rate(teams, ranks=list(ranks))[own][0]
    return float(own_rating.mu), float(own_rating.sigma)

"""Games that somebody wants to look at, out of requests: a recorded one, one of an arena, or a position."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from kschwert_env.arena.log import FORMAT as ARENA
from kschwert_env.arena.log import is_game
from kschwert_env.engine.game import game_type
from kschwert_env.engine.records import RecordError, read_header, replay_text
from kschwert_env.engine.rules import GameRules
from kschwert_env.engine.text import brief
from kschwert_env.web.errors import Refused
from kschwert_env.web.messages import Check, checked, or_none, text
from kschwert_env.web.server_config import MOST_DECISIONS, House
from kschwert_env.web.sessions.request_parsing import MOST_SEED, Opened, new_about, options
from kschwert_env.web.table_config import About, Seat


@dataclass(frozen=True)
class Again:
    """A game of an arena, which kept who played and how it ended: to be played again.

    Attributes:
        about: what its table will be.
        line_up: the agents by seat, as typed.
        scores: by seat, in the end.
    """

    about: About
    line_up: list[str]
    scores: list[float]


def _object(value: Any) -> bool:
    return isinstance(value, dict)


OPENED: dict[str, Check] = {
    "record": or_none(text(1 << 22)),
    "position": or_none(_object),
    "arena": or_none(_object),
}
"""What can be opened, one of them."""


def read_opened(given: Any, house: House) -> Opened | Again:
    """A recorded game, a game of an arena, or a position. Raises Refused, naming what is wrong."""
    if not isinstance(given, dict):
        raise Refused(f"what is to be opened must be a JSON object, not {brief(given)}")
    asked = {name: value for name, value in checked("what is opened", given, OPENED).items() if value is not None}
    if len(asked) != 1:
        raise Refused(f"one of {', '.join(OPENED)} must be there to be opened")
    ((kind, value),) = asked.items()
    readers: dict[str, Callable[[Any, House], Opened | Again]] = {
        "record": _record,
        "position": _position,
        "arena": _arena,
    }
    return readers[kind](value, house)


def _nobody(rules: GameRules, names: list[str] | None = None) -> tuple[Seat, ...]:
    return tuple(Seat("nobody", name) for name in names or [f"Seat {seat}" for seat in range(rules.num_players)])


def _rules_in(given: Any, game: Any, house: House) -> GameRules:
    if not options(given):
        raise Refused(f"rules must be a game's options, not {brief(given)}")
    return house.rules(game, given)


def _record(record: str, house: House) -> Opened:
    try:
        header = read_header(record)
        rules = _rules_in(header.get("rules"), header.get("game"), house)
        if record.count("\n") > MOST_DECISIONS + 2:
            raise Refused(f"a record must not have more than {MOST_DECISIONS:,} decisions to be opened here")
        lines = replay_text(record, game_type(rules)).lines
    except RecordError as error:
        raise Refused(f"the record can't be opened: {error}") from None
    about = replace(new_about(rules, _nobody(rules)), seed=lines[0]["seed"])
    return Opened(about, [rules.actions.encode(**line["action"]) for line in lines[1:]])


def _position(position: dict[str, Any], house: House) -> Opened:
    rules = _rules_in(position.get("rules"), game_of(position), house)
    try:
        given = game_type(rules).from_position(position).position()
    except ValueError as error:
        raise Refused(f"the position can't be opened: {error}") from None
    return Opened(replace(new_about(rules, _nobody(rules)), position=given), [])


def game_of(position: dict[str, Any]) -> str:
    """The game of a position, by its format, such as krone_schwert.position.v1."""
    return str(position.get("format")).partition(".")[0]


def _arena(arena: dict[str, Any], house: House) -> Again:
    """A game of an arena: `settings` is the first line of games.jsonl, `game` its own.

    Lines as they are, since seeds are longer than numbers that a browser can read.
    """
    settings, row = _line(arena.get("settings")), _line(arena.get("game"))
    if not isinstance(settings, dict) or settings.get("format") != ARENA:
        raise Refused(f"settings must be the first line of a log of the format {ARENA}")
    names = settings.get("names")
    if not isinstance(row, dict) or not is_game(row) or not isinstance(names, list):
        raise Refused("game must be a line of that log that tells of a game")
    rules = _rules_in(settings.get("rules"), settings.get("game"), house)
    try:
        line_up = [str(names[agent]) for agent in row["line_up"]]
    except (IndexError, TypeError):
        raise Refused("the game is of other agents than the log names") from None
    for name in set(line_up):
        house.check_agent(rules, name)
    if len(line_up) != rules.num_players or not 0 <= row["seed"] <= MOST_SEED:
        raise Refused("the game does not fit the settings")
    return Again(replace(new_about(rules, _nobody(rules, line_up)), seed=row["seed"]), line_up, row["scores"])


def _line(text: Any) -> Any:
    """What a line of JSON says; None where it is none."""
    try:
        return json.loads(text)
    except (TypeError, ValueError, RecursionError):
        return None

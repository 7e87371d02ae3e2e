"""Parsing of requests to open a game for analysis: a record, a game of an arena, or a position."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from kschwert_env import GAMES
from kschwert_env.arena.game_log import FORMAT as ARENA
from kschwert_env.arena.game_log import is_game_entry
from kschwert_env.engine.contract.edition_rules import EditionRules
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.io.parsing import parse_json
from kschwert_env.engine.records.record import Line, RecordError, read_header, replay_text
from kschwert_env.engine.simulation.game import game_type
from kschwert_env.engine.text.phrases import brief
from kschwert_env.requests.errors import RequestError
from kschwert_env.requests.server_config import ServerConfig
from kschwert_env.web.lobby.table_config import Seat, TableConfig, default_name
from kschwert_env.web.messages import Validator, integer, optional, text, validate
from kschwert_env.web.sessions.request_parsing import MAX_AGENT, MAX_SEED, OpenedGame, new_config, options
from kschwert_env.web.workers.worker import MAX_OPENED_DECISIONS


@dataclass(frozen=True)
class ArenaReplay:
    """A game of an arena, which stores only agents and scores, so that its decisions must be replayed.

    Attributes:
        config: configuration of its table.
        line_up: agent specs by seat.
        scores: final scores by seat.
    """

    config: TableConfig
    line_up: list[str]
    scores: list[float]


def _object(value: Any) -> bool:
    return isinstance(value, dict)


OPENED: dict[str, Validator] = {
    "record": optional(text(1 << 22)),
    "position": optional(_object),
    "arena": optional(_object),
}
"""Fields of a request, with their validators; exactly one is required."""


def read_opened(request: Any, server_config: ServerConfig) -> OpenedGame | ArenaReplay:
    """Return the requested game. Raises RequestError for an invalid request."""
    if not isinstance(request, dict):
        raise RequestError(f"a game to open must be a JSON object, not {brief(request)}")
    fields = {name: value for name, value in validate("a game to open", request, OPENED).items() if value is not None}
    if len(fields) != 1:
        raise RequestError(f"a game to open must have exactly one of: {', '.join(OPENED)}")
    ((kind, value),) = fields.items()
    readers: dict[str, Callable[[Any, ServerConfig], OpenedGame | ArenaReplay]] = {
        "record": _record,
        "position": _position,
        "arena": _arena,
    }
    return readers[kind](value, server_config)


def _nobody(rules: GameRules, names: list[str] | None = None) -> tuple[Seat, ...]:
    return tuple(Seat("nobody", name) for name in names or map(default_name, range(rules.num_players)))


def _rules_in(rules_options: Any, game: Any, server_config: ServerConfig) -> GameRules:
    if not options(rules_options):
        raise RequestError(f"rules must be a dict of options, not {brief(rules_options)}")
    return server_config.rules(game, rules_options)


def _rules_of_record(header: Line, server_config: ServerConfig) -> GameRules:
    """Return the rules of a record, under an offered edition if it contains one."""
    rules_options: Any = header.get("rules")
    game = header.get("game")
    if "edition" not in header or not options(rules_options):
        return _rules_in(rules_options, game, server_config)
    if not isinstance(header["edition"], str):
        raise RequestError(f"edition in a record must be a text, not {brief(header['edition'])}")
    return server_config.rules_of_record(game, rules_options, header.get("fingerprint"))


def _record(record: str, server_config: ServerConfig) -> OpenedGame:
    try:
        header = read_header(record)
        rules = _rules_of_record(header, server_config)
        if record.count("\n") > MAX_OPENED_DECISIONS + 2:
            raise RequestError(f"a record must not have more than {MAX_OPENED_DECISIONS:,} decisions to be opened here")
        lines = replay_text(record, game_type(rules), rules.options().get("edition")).lines
    except RecordError as error:
        raise RequestError(f"the record can't be opened: {error}") from None
    config = replace(new_config(rules, _nobody(rules)), seed=lines[0]["seed"])
    return OpenedGame(config, [rules.actions.encode(**line["action"]) for line in lines[1:]])


def _position(position: dict[str, Any], server_config: ServerConfig) -> OpenedGame:
    if "format" not in position:
        raise RequestError(f"this is no position: it must have a format, such as {GAMES[0]}.position.v2, and more")
    rules = _rules_in(position.get("rules"), read_game_name(position), server_config)
    if not isinstance(rules, EditionRules):  # whose checks prove that compiled code can play on
        raise RequestError(f"positions of {rules.title} can't be opened; open a recorded game instead")
    try:
        checked_position = game_type(rules).from_position(position).position()
    except ValueError as error:
        raise RequestError(f"the position can't be opened: {error}") from None
    return OpenedGame(replace(new_config(rules, _nobody(rules)), position=checked_position), [])


def read_game_name(position: dict[str, Any]) -> str:
    """Return the game of a position, from its format, such as krone_schwert.position.v1."""
    return str(position.get("format")).partition(".")[0]


def _arena(arena: dict[str, Any], server_config: ServerConfig) -> ArenaReplay:
    """Return a game of an arena: `settings` is the first line of games.jsonl, `game` the line of the game.

    Both are unparsed lines, since seeds exceed the integers that browsers can represent.
    """
    settings, row = _line(arena.get("settings")), _line(arena.get("game"))
    if not isinstance(settings, dict) or settings.get("format") != ARENA:
        raise RequestError(f"settings must be the first line of an arena's log with format {ARENA}")
    if not isinstance(row, dict) or not is_game_entry(row):
        raise RequestError("game must be a line of that log with a game's result")
    rules = _rules_in(settings.get("rules"), settings.get("game"), server_config)
    names = settings.get("names")
    if not isinstance(names, list) or not all(map(text(MAX_AGENT), names)):
        raise RequestError("names in the settings must be a list of agents")
    if len(row["line_up"]) != rules.num_players or not all(map(integer(0, len(names) - 1), row["line_up"])):
        raise RequestError(f"line_up of the game does not fit the settings: {brief(row['line_up'])}")
    if not integer(0, MAX_SEED)(row["seed"]):
        raise RequestError(f"seed of the game must be an integer from 0 to {MAX_SEED}, not {brief(row['seed'])}")
    line_up = [names[agent] for agent in row["line_up"]]
    for name in set(line_up):
        server_config.check_agent(rules, name)
    return ArenaReplay(replace(new_config(rules, _nobody(rules, line_up)), seed=row["seed"]), line_up, row["scores"])


def _line(text: Any) -> Any:
    """Return the value of a line of JSON; None for invalid JSON."""
    try:
        return parse_json(text)
    except (TypeError, ValueError, AttributeError):
        return None

"""Messages about a table. A seat only gets what it may know."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from functools import cache
from typing import Any

import numpy as np

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.presentation import Mark
from kschwert_env.engine.contract.purposes import Purpose
from kschwert_env.engine.contract.rules import GameRules, Position
from kschwert_env.engine.simulation.game import Game
from kschwert_env.engine.text.voice import Voice
from kschwert_env.importing import find_game
from kschwert_env.rendering.battle_scenes import BattleScene
from kschwert_env.rendering.boxes import hand_target
from kschwert_env.rendering.viewers import PUBLIC
from kschwert_env.requests.errors import RequestError
from kschwert_env.web.lobby.clock import Clock
from kschwert_env.web.lobby.table_config import Ending
from kschwert_env.web.sessions.table import (
    Table,
    TableEvent,
    TableView,
    Viewer,
    forced_action,
    has_reasons,
    is_seat,
    last_action,
)

Message = dict[str, Any]
"""A message to a client, in JSON types; `type` is its kind."""


def table_message(table: Table, seat: Viewer, present: list[Viewer], offered: set[int], is_listed: bool) -> Message:
    """Return the configuration of the table for a seat, with the seats and watchers who are `present`.

    People who watch may take the seats `offered`. The lobby offers them, too, if the table `is_listed`.
    """
    config, is_open = table.config, table.effective_viewer(seat) is None
    return {
        "type": "table",
        "table": {
            "game": config.game,
            "title": find_game(config.game).title,
            "rules_page": f"api/rules/{config.game}",
            "players": table.rules.num_players,
            "options": config.options,
            "seats": [
                {"kind": each.kind, "name": name, "agent": each.agent, "here": i in present, "offered": i in offered}
                for i, (each, name) in enumerate(zip(config.seats, config.names, strict=True))
            ],
            "you": seat if is_seat(seat) else None,
            "public": seat == PUBLIC,
            "analysis": is_open or (config.analysis and is_seat(seat)),
            "forced": is_seat(seat) and config.seats[seat].forced,
            "owner": config.is_owner(seat),
            "pace": config.pace,
            "paused": config.paused,
            "open": is_open,
            "back": config.people == [seat] and config.ending is None,
            "over": table.is_over,
            "known": config.is_known,
            "listed": is_listed,
            "watchers": sum(not is_seat(each) for each in present),
        },
    }


def state_message(rules: GameRules, view: TableView, voice: Voice) -> Message:
    """Return the game as its viewer sees it, in texts for `voice`, with the legal actions for the deciding seat."""
    game, position = view.game, view.position()
    is_mine = view.may_act and view.viewer is not None and game.player == view.viewer
    choices = choices_message(game, voice) if is_mine else {"actions": [], "purposes": []}
    is_over, question = position["player"] is None, rules.question(position, voice)
    own = voice.viewer if is_seat(voice.viewer) else None
    pictures = picture_message(rules, game.state, position, view.viewer, voice, last_action(rules, view), own)
    message = {
        "type": "state",
        "number": view.number,
        "player": position["player"],
        "phase": game.phase,
        "turn": None if position["turn"] is None else position["turn"] + 1,
        "question": question and {"words": question.ask if is_mine else question.words, "rule": question.rule},
        "turns_left": _turns_left(rules, position),
        "over": is_over,
        "truncated": position["truncated"],
        "ending": None if view.ending is None else asdict(view.ending),
        **pictures,
        **choices,
        "has_reasons": is_mine and has_reasons(rules, game, position),
        "selection": _selection(rules, position, voice) if is_mine else None,
        "last": _last_target(view, pictures),
        "forced": is_mine and forced_action(game) is not None,
        "scores": rules.svg_module().points(position, view.viewer),
    }
    if is_over:
        returns = game.returns.tolist() if view.ending is None else _returns_after(view.ending, rules.num_players)
        message["returns"] = returns
    return message


def picture_message(
    rules: GameRules,
    state: np.void,
    position: Position,
    viewer: Viewer,
    voice: Voice,
    last: Action | None,
    own: int | None,
) -> Message:
    """Return the board and what lies around it; the seat `own` keeps its side when everything is revealed."""
    drawn = rules.svg_module()
    summary, lists = drawn.summarize(state, position, viewer), drawn.draw_lists(position, viewer)
    hand = None if own is None else summary.seats[own].hand
    return {
        "svg": voice.say_in_picture(drawn.draw_stage(position, viewer, last, own)),
        "lists": lists and voice.say_in_picture(lists),
        "marks": _marks(summary.marks, voice),
        "summaries": [
            {"cards": seat.cards, "hand": seat.hand, "marks": _marks(seat.marks, voice)} for seat in summary.seats
        ],
        "hand": None if own is None or hand is None else _hand(own, hand),
    }


def _hand(seat: int, hand: Mapping[str, int]) -> list[Message]:
    return [{"card": card, "count": count, "target": hand_target(seat, card)} for card, count in hand.items() if count]


def _marks(marks: Iterable[Mark], voice: Voice) -> list[Message]:
    return [{**mark._asdict(), "words": voice.say(mark.words)} for mark in marks]


def _turns_left(rules: GameRules, position: Position) -> int | None:
    """Return the number of turns until the limit of the game, the present one included; None without a limit."""
    limit = None if rules.cap_option is None else getattr(rules, rules.cap_option)
    if limit is None or position["turn"] is None:
        return None
    turns = limit * rules.num_players if rules.cap_option and rules.cap_option.endswith("rounds") else limit
    return max(0, int(turns) - int(position["turn"]))


def choices_message(game: Game[Any], voice: Voice) -> Message:
    """Return the legal actions of the deciding seat, with their purposes; `game` is what the seat knows."""
    rules, position = game.rules, game.position()
    actions = [describe_action(rules, action, position, voice) for action in game.legal_actions()]
    return {"actions": actions, "purposes": _add_purposes(rules, game.state, position, actions, voice)}


def _returns_after(ending: Ending, players: int) -> list[float]:
    """Return the returns of a game that a player has given up: all others win."""
    return [-1.0 if seat == ending.seat else 1 / (players - 1) for seat in range(players)]


def clock_message(clock: Clock, seat: Viewer, used: float, stopped: float) -> Message:
    """Return the remaining times at the beginning of a turn, and the time that its `seat` has used so far.

    The clock stops for the next `stopped` seconds, while the seat looks at a battle.
    """
    left = list(clock.left)
    return {"type": "clock", "left": left, "free": clock.free, "seat": seat, "used": used, "stopped": stopped}


@cache
def help_message(rules: Any) -> Message:
    """Return the descriptions of all cards, buildings and figures of a game."""
    tables = [
        {"title": table.title, "entries": [dict(zip(table.columns, row, strict=True)) for row in table.rows]}
        for table in rules.card_help()
    ]
    return {"type": "help", "tables": tables}


def pictures_message(rules: GameRules, cards: list[str]) -> Message:
    """Return the pictures of cards; None for those that have none."""
    return {"type": "pictures", "pictures": {card: rules.draw_card(card) for card in cards}}


def description_message(rules: GameRules, view: TableView, voice: Voice) -> Message:
    """Return a position in words, line by line, as its viewer knows it; an empty line separates its parts."""
    lines = rules.text_module().speak_position(view.position(), view.viewer)
    return {"type": "description", "lines": list(map(voice.say, lines))}


def _add_purposes(
    rules: GameRules, state: np.void, position: Position, actions: list[Message], voice: Voice
) -> list[Message]:
    """Return the different purposes of legal actions, and add to each action the index of its own."""
    purpose_indices: dict[tuple[Any, ...], int] = {}
    for action in actions:
        *texts, cards, is_rare = rules.purpose(state, rules.actions.decode(action["number"]), position)
        key = (*map(voice.say, texts), tuple(hand_target(position["player"], card) for card in cards), is_rare)
        action["purpose"] = purpose_indices.setdefault(key, len(purpose_indices))
    return [dict(zip(Purpose._fields, key, strict=True)) for key in purpose_indices]


def _selection(rules: GameRules, position: Position, voice: Voice) -> Message | None:
    """Return the cards that are laid together, in the engine's order, and the action that ends the laying."""
    selection = rules.selection(position)
    if selection is None:
        return None
    encode = rules.actions.encode
    items = [(describe_action(rules, encode(*action), position, voice), count) for action, count in selection.items]
    names, strengths = selection.names, selection.strengths
    return {
        "items": [
            {**item, "name": names[item["card"]], "count": count, "strength": strengths.get(item["card"], 0)}
            for item, count in items
        ],
        "most": selection.most,
        "end": describe_action(rules, encode(*selection.end), position, voice),
    }


def describe_action(rules: GameRules, action: int, position: Position, voice: Voice) -> Message:
    """Return id, phrase, target and card of an action."""
    decoded = rules.actions.decode(action)
    return {
        "number": action,
        "words": rules.phrase(decoded, position, voice),
        "target": rules.target(decoded, position),
        "card": decoded.card,
    }


def _last_target(view: TableView, pictures: Message) -> str | None:
    """Return the target of the last decision, if the viewer knows the complete decision and still sees the target."""
    if view.last is None or view.last.target is None or not view.last.is_fully_known(view.viewer):
        return None
    return view.last.target if f'data-target="{view.last.target}"' in pictures["svg"] else None


def log_lines(table: Table, viewer: Viewer, since: int, voice: Voice) -> list[Message]:
    """Return the descriptions of the decisions after the first `since`, numbered as the viewer counts them."""
    indices = table.known_indices(viewer)
    return [
        _log_line(table.events[i], viewer, number, voice) for number, i in enumerate(indices[since:], start=since + 1)
    ]


def _log_line(event: TableEvent, viewer: Viewer, number: int, voice: Voice) -> Message:
    line = {
        "number": number,
        "seat": event.player,
        "lines": [voice.say(words) for words in event.lines_for(viewer)],
        "target": event.target if event.is_fully_known(viewer) else None,
    }
    return line if event.scene is None else {**line, "scene": _scene(event.scene, voice)}


def _scene(scene: BattleScene, voice: Voice) -> Message:
    """Return a battle in JSON types, in texts for `voice`."""
    sides = [
        {
            "seat": side.seat,
            "title": voice.say(side.title),
            "cards": [{**card._asdict(), "words": voice.say(card.words)} for card in side.cards],
            "total": side.total,
        }
        for side in scene.sides
    ]
    return {"title": voice.say(scene.title), "sides": sides, "lines": list(map(voice.say, scene.lines))}


def summary_message(table: Table) -> Message:
    """Return the points of each seat by source, and when the winner took the lead for good.

    Raises RequestError during play, since points may be hidden.
    """
    if not table.is_over:
        raise RequestError("the summary is available when the game is over")
    sources: list[dict[str, int]] = table.rules.text_module().point_sources(_decisions(table))
    return {"type": "summary", "sources": sources, "scores": table.game.scores.tolist(), "decisive": _decisive(table)}


def _decisive(table: Table) -> Message | None:
    """Return the decision after which the seat with most points in the end was never overtaken; None after a tie."""
    final = table.game.scores.tolist()
    if final.count(max(final)) > 1:
        return None
    winner, found = final.index(max(final)), None
    turn: int | None = None
    for number, game in enumerate(table.replayed_games()):
        scores, decided_in = game.scores.tolist(), turn
        turn = game.position()["turn"]
        is_ahead = scores[winner] > max(score for seat, score in enumerate(scores) if seat != winner)
        if not is_ahead:
            found = None
        elif found is None:
            found = {"number": number, "seat": winner, "turn": 1 if decided_in is None else decided_in + 1}
    return found


def _decisions(table: Table) -> Iterator[tuple[Position, Action, Position]]:
    games: Iterator[Any] = table.replayed_games()
    before = next(games).position()
    for event, game in zip(table.events, games, strict=True):
        after = game.position()
        yield before, table.rules.actions.decode(event.action), after
        before = after

"""What is sent of a table: to a seat what that seat may know, and nothing else."""

from typing import Any

import numpy as np

from kschwert_env.engine.contract import GameRules
from kschwert_env.engine.words import action_words
from kschwert_env.web.about import About
from kschwert_env.web.catalogue import title
from kschwert_env.web.table import Snapshot, Table, Viewer, done, only, seen_by

Message = dict[str, Any]


def table_message(about: About, seat: Viewer, here: set[Viewer], over: bool) -> Message:
    """What the table is, for the seat that asks, and who is there."""
    return {
        "type": "table",
        "table": {
            "game": about.game,
            "title": title(about.game),
            "players": about.options["num_players"],
            "options": about.options,
            "seats": [
                {"kind": seat.kind, "name": seat.name, "agent": seat.agent, "here": number in here}
                for number, seat in enumerate(about.seats)
            ],
            "you": seat,
            "analysis": about.analysis or about.is_open,
            "forced": about.forced,
            "pace": about.pace,
            "paused": about.paused,
            "open": about.is_open,
            "back": len(about.people) == 1,
            "over": over,
        },
    }


def state_message(rules: GameRules, snapshot: Snapshot, viewer: Viewer, number: int) -> Message:
    """The game as `viewer` sees it. The actions are there for the seat that decides, if that is who looks."""
    game, last = snapshot.game, done(rules, snapshot.last, viewer)
    position = seen_by(game, viewer).position()
    mine = viewer is not None and game.player == viewer
    mask = game.legal_mask() if mine else np.zeros(rules.num_actions, np.int8)
    actions = [described(rules, int(action), position) for action in np.flatnonzero(mask)]
    targets: dict[str, list[int]] = {}
    for action in actions:
        if action["target"] is not None:
            targets.setdefault(action["target"], []).append(action["number"])
    message = {
        "type": "state",
        "number": number,
        "player": game.player,
        "phase": game.phase,
        "question": question(rules, game.state),
        "over": game.is_over,
        "svg": rules.draw_svg(position, viewer, last),
        "actions": actions,
        "targets": targets,
        "last": None if last is None else target_of(rules, last, position),
        "forced": mine and only(mask),
    }
    if game.is_over:
        message |= {"scores": game.scores.tolist(), "returns": game.returns.tolist()}
    return message


def described(rules: GameRules, action: int, position: Any) -> Message:
    """An action: its number, its name, what it is called, and where it is in the picture."""
    decoded = rules.actions.decode(action)
    return {
        "number": action,
        "name": str(decoded),
        "words": action_words(decoded),
        "target": target_of(rules, decoded, position),
    }


def target_of(rules: GameRules, action: Any, position: Any) -> str | None:
    """Where an action is in the picture, if it is there."""
    target = getattr(rules, "target", None)
    return None if target is None else target(action, position)


def question(rules: GameRules, state: np.void) -> Message:
    """What is asked, in words, and the rule that tells of it."""
    asked = getattr(rules, "question", None)
    if asked is None:
        return {"words": rules.phase_names[state["phase"]].replace("_", " "), "rule": None}
    words, rule = asked(state)
    return {"words": words, "rule": rule}


def log_lines(table: Table, viewer: Viewer, since: int) -> list[Message]:
    """What was told of the decisions from one on, numbered as the viewer counts them."""
    place = -1 if viewer is None else viewer
    told = table.told(viewer)
    return [
        {"number": number, "seat": moment.player, "lines": moment.lines[place]}
        for number, (_, moment) in enumerate(told, start=1)
        if number > since
    ]

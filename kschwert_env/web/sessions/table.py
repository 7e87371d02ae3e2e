"""A table in memory: the game, all its decisions, and what each viewer knows of them."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeGuard

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import GameRules, Position
from kschwert_env.engine.records.record import Recorder
from kschwert_env.engine.simulation.game import Game, game_type
from kschwert_env.engine.text.voice import Voice
from kschwert_env.rendering.battle_scenes import BattleScene
from kschwert_env.rendering.boxes import hand_target
from kschwert_env.rendering.viewers import PUBLIC
from kschwert_env.requests.errors import RequestError
from kschwert_env.web.lobby.table_config import Ending, TableConfig

MAX_REASONS = 12
"""Maximum number of reasons in one answer."""

Viewer = int | None
"""A seat, `PUBLIC` for a viewer that sees only what is public, or None for one that sees everything."""


def is_seat(viewer: Viewer) -> TypeGuard[int]:
    """Return whether a viewer has a seat."""
    return viewer is not None and viewer != PUBLIC


class TableEvent(NamedTuple):
    """A decision, and its description for each viewer.

    Attributes:
        player: seat that decided.
        action: action id.
        choices: number of legal actions.
        target: clickable target of the action in the picture, if any.
        is_part: whether it is one of several decisions that are one for a player: a card laid, before the laying ends.
        scene: the battle, attack or revolt that the decision settled, if any; public for all who know of the decision.
        lines: description for each seat, then for the public and for a viewer that sees everything, with marks for
            names (`engine.text.voice`); empty if a viewer may not know of the decision.
    """

    player: int
    action: int
    choices: int
    target: str | None
    is_part: bool
    scene: BattleScene | None
    lines: tuple[list[str], ...]

    def lines_for(self, viewer: Viewer) -> list[str]:
        """Return the description for a viewer."""
        return self.lines[viewer] if is_seat(viewer) else self.lines[-1 if viewer is None else -2]

    def is_fully_known(self, viewer: Viewer) -> bool:
        """Return whether a viewer knows the complete decision."""
        return self.lines_for(viewer) == self.lines[-1]


class TableView(NamedTuple):
    """A position as a viewer knows it: a snapshot that can be drawn while the game continues.

    Attributes:
        game: the game, with everything hidden from the viewer dealt anew, by a fixed seed.
        viewer: the viewer.
        number: number of decisions that the viewer knew of.
        last: the last of these decisions, if any.
        may_act: whether this is the present, and the game goes on, so that the viewer may decide.
        ending: end of the game in the present, if a player has given up.
    """

    game: Game[Any]
    viewer: Viewer
    number: int
    last: TableEvent | None
    may_act: bool
    ending: Ending | None = None

    def position(self) -> Position:
        """Return the position; nobody decides in it after a player has given up."""
        position = self.game.position()
        return position if self.ending is None else {**position, "player": None}


class Table:
    """A game in progress. Callers store its decisions.

    Attributes:
        config: configuration of the table.
        rules: rules of the game.
        game: the game; only `step` steps it.
        events: all decisions so far.
    """

    def __init__(self, config: TableConfig, actions: list[int]) -> None:
        """Play these decisions. Raises RequestError if the rules have changed, or for an illegal decision."""
        self.config = config
        self.rules: GameRules = config.rules()
        try:
            self.game = self._new_game()
            self.events: list[TableEvent] = []
            self._position = self.game.position()
            for action in actions:
                self.step(action)
        except ValueError as error:
            raise RequestError(f"this game can't be played: {error}") from None

    def _new_game(self) -> Game[Any]:
        kind, config = game_type(self.rules), self.config
        if config.position is None:
            return kind(self.rules, config.seed)
        game = kind.from_position(config.position, config.seed)
        if game.rules != self.rules:
            raise RequestError("the position has other rules than its table")
        return game

    @property
    def player(self) -> int | None:
        """Return the seat that has to decide; None when the game is over."""
        return None if self.config.ending else self.game.player

    @property
    def is_over(self) -> bool:
        """Return whether the game is over, by its rules or because a player has given up."""
        return self.player is None

    # -- decisions --------------------------------------------------------------------------------------------

    def step(self, action: int) -> None:
        """Play a legal action. Raises IllegalAction for any other."""
        rules, before, choices = self.rules, self._position, len(self.game.legal_actions())
        self.game.step(action)
        done, self._position = rules.actions.decode(action), self.game.position()
        viewers: list[Viewer] = [*range(rules.num_players), PUBLIC, None]
        lines = tuple(rules.text_module().tell(before, done, self._position, viewer) for viewer in viewers)
        is_part = is_part_of_series(rules, action, before)
        scene = rules.svg_module().battle_scene(before, done, self._position)
        target = rules.target(done, before)
        self.events.append(TableEvent(before["player"], action, choices, target, is_part, scene, lines))

    def check_all(self, actions: list[int]) -> None:
        """Raise RequestError, with the reason, unless the deciding seat can take all of these actions in turn."""
        player = self.player
        reason = why_not_all(self.rules, seen_by(self.game, player), actions, self.voice(player))
        if reason:
            raise RequestError(reason)

    def first_part(self, index: int) -> int:
        """Return the index of the first decision that a player took together with another one."""
        player = self.events[index].player
        while index > 0 and self.events[index - 1].is_part and self.events[index - 1].player == player:
            index -= 1
        return index

    def truncate(self, number: int) -> None:
        """Keep only the first `number` decisions."""
        self.game, self.events = self._at(number), self.events[:number]
        self._position = self.game.position()

    def why(self, action: int) -> str:
        """Return why an action is illegal for the deciding seat, as far as that seat may know; or that it is legal."""
        if self.player is None:
            return "the game is over"
        if self.game.legal_mask()[action : action + 1].any():
            return "this action is legal"
        if action >= self.rules.num_actions:
            return f"there is no action {action}; actions are numbered from 0 to {self.rules.num_actions - 1}"
        state = seen_by(self.game, self.game.player).state
        return self.rules.explain(state, action, self.voice(self.game.player))

    def voice(self, seat: Viewer) -> Voice:
        """Return how texts for a seat, or for a spectator, name the players; people count from 1."""
        return Voice(self.config.names, seat, first=1)

    # -- views ------------------------------------------------------------------------------------------------

    def effective_viewer(self, viewer: Viewer) -> Viewer:
        """Return the viewer, or None once the game is over, since everyone sees everything then."""
        return None if self.is_over else viewer

    def known_indices(self, viewer: Viewer) -> list[int]:
        """Return the indices of the decisions that a viewer knows of.

        Numbers in messages count only these: the total number would reveal how many cards a seat has laid.
        """
        return [i for i, event in enumerate(self.events) if event.lines_for(viewer)]

    def event_count(self, viewer: Viewer, number: int) -> int:
        """Return the number of all decisions when a viewer knew of `number`. Raises RequestError if there are fewer."""
        indices = self.known_indices(viewer)
        if number > len(indices):
            raise RequestError(f"number must be at most {len(indices)}, the number of decisions, not {number}")
        return indices[number - 1] + 1 if number else 0

    def replayed_games(self) -> Iterator[Game[Any]]:
        """Yield the game at its start and after each decision; it is the same object each time."""
        game = self._new_game()
        yield game
        for event in self.events:
            game.step(event.action)
            yield game

    def view(self, viewer: Viewer, at: int | None = None) -> TableView:
        """Return the game as a viewer knows it, now or after the first `at` decisions."""
        indices = [i for i in self.known_indices(viewer) if at is None or i < at]
        last = self.events[indices[-1]] if indices else None
        game = self.game if at is None else self._at(at)
        ending = self.config.ending if at is None else None
        return TableView(seen_by(game, viewer), viewer, len(indices), last, at is None and not self.is_over, ending)

    def _at(self, number: int) -> Game[Any]:
        game = self._new_game()
        for event in self.events[:number]:
            game.step(event.action)
        return game

    def record(self) -> str:
        """Return the record of the game. Raises RequestError for a game that began from a position."""
        if self.config.position is not None:
            raise RequestError("this game began from a position, so it has no record; copy the position instead")
        recorder = Recorder(game_type(self.rules), self.rules, self.config.seed)
        for event in self.events:
            recorder.step(event.action)
        return recorder.text()


def seen_by(game: Game[Any], viewer: Viewer) -> Game[Any]:
    """Return the game as a viewer knows it: hidden information is dealt anew, by a fixed seed.

    For the public, what one seat knows is dealt anew from the view of another.
    """
    if viewer is None:
        return game.copy()
    for seat in range(game.rules.num_players) if viewer == PUBLIC else [viewer]:
        game = game.resample(seat, 0)
    return game


def reasons(rules: GameRules, view: TableView, target: str | None, voice: Voice) -> list[dict[str, str]]:
    """Return why the actions of a target in the picture are illegal, as far as the viewer, the deciding seat, knows.

    There are at most `MAX_REASONS`, each once, with the `words` of the first action that it applies to. None stands for
    all actions without a target, and for purposes that nothing serves now, such as to build a castle. "You are asked
    something else" is left out unless it is the only reason at a target.
    """
    position, telling, others = view.game.position(), dict[str, str](), dict[str, str]()
    state, is_asked = view.game.state, rules.text_module().is_asked
    for action in _refused(rules, view.game, position, target):
        decoded = rules.actions.decode(action)
        group = telling if is_asked(rules, state, decoded) else others
        group.setdefault(rules.explain(state, action, voice), rules.phrase(decoded, position, voice))
    shown = telling or (others if target is not None else {})
    if target is None:
        shown = {**_unserved(rules, view.game, position, voice), **shown}
    return [{"words": phrase, "why": why} for why, phrase in shown.items()][:MAX_REASONS]


def _unserved(rules: GameRules, game: Game[Any], position: Position, voice: Voice) -> dict[str, str]:
    """Return a reason against each purpose that no legal action serves, with the names of these purposes.

    It is the least frequent one: most places are wrong for a purpose, and what is missing at the right ones is asked.
    Cards that the seat does not hold are left out.
    """
    player, state, is_asked = position["player"], game.state, rules.text_module().is_asked

    def purpose(action: Action) -> str:
        return str(rules.purpose(state, action, position).name)

    held = {hand_target(player, card) for card, count in position.get("hands", {player: {}})[player].items() if count}
    served = {purpose(rules.actions.decode(action)) for action in game.legal_actions()}
    refused: dict[str, Counter[str]] = {}
    for action in range(rules.num_actions):
        decoded = rules.actions.decode(action)
        target = rules.target(decoded, position)
        is_missing = decoded.card is not None and target == hand_target(player, decoded.card) and target not in held
        if target is None or is_missing or not is_asked(rules, state, decoded):
            continue
        name = purpose(decoded)
        if name not in served:
            refused.setdefault(name, Counter())[rules.explain(state, action, voice)] += 1
    found: dict[str, list[str]] = {}
    for name, reasons in refused.items():
        found.setdefault(min(reasons, key=lambda words: (reasons[words], len(words))), []).append(voice.say(name))
    return {reason: "; ".join(names) for reason, names in found.items()}


def has_reasons(rules: GameRules, game: Game[Any], position: Position) -> bool:
    """Return whether `reasons` has any for actions without a target; `game` is what the deciding seat knows."""
    state, is_asked = game.state, rules.text_module().is_asked
    return any(is_asked(rules, state, rules.actions.decode(action)) for action in _refused(rules, game, position, None))


def _refused(rules: GameRules, game: Game[Any], position: Position, target: str | None) -> Iterator[int]:
    """Yield the illegal actions of a target."""
    legal = game.legal_mask()
    for action in range(rules.num_actions):
        if not legal[action] and rules.target(rules.actions.decode(action), position) == target:
            yield action


def why_not_all(rules: GameRules, game: Game[Any], actions: list[int], voice: Voice) -> str:
    """Return why the deciding seat can't take all of these actions in turn; an empty string if it can.

    `game` is the game as the seat knows it.
    """
    game, player = game.copy(), game.player
    for i, action in enumerate(actions):
        if game.player != player:
            return "the last card ends your decision"
        if not game.legal_mask()[action : action + 1].any():
            if action >= rules.num_actions:
                return f"there is no action {action}"
            return rules.explain(game.state, action, voice)
        if i < len(actions) - 1:
            if not is_part_of_series(rules, action, game.position()):  # what follows may depend on hidden cards
                return "only cards that are laid together can be decided together"
            game.step(action)
    return ""


def is_part_of_series(rules: GameRules, action: int, position: Position) -> bool:
    """Return whether an action lays one of several cards that are laid together, and does not end the laying."""
    selection = rules.selection(position)
    return selection is not None and rules.actions.decode(action) != selection.end


def forced_action(game: Game[Any]) -> int | None:
    """Return the only decision of the deciding seat, or None if it has a choice.

    A card that is laid is no decision of its own: more cards may follow, and players confirm them together.
    """
    actions = game.legal_actions()
    if len(actions) != 1 or is_part_of_series(game.rules, actions[0], game.position()):
        return None
    return int(actions[0])


def last_action(rules: GameRules, view: TableView) -> Action | None:
    """Return the last decision as the viewer knows it; of a decision with hidden parts only its kind."""
    if view.last is None:
        return None
    done = rules.actions.decode(view.last.action)
    return done if view.last.is_fully_known(view.viewer) else type(done)(done.kind)

"""`TextGame`: a game that is played in text."""

from typing import Any, Literal, Self

import numpy as np

from kschwert_env.adapters.text.answers import read_answer, refuse_other_seat
from kschwert_env.adapters.text.choices import Choice, all_choices, choices_of, list_choices
from kschwert_env.adapters.text.events import Events, prompt_voice
from kschwert_env.adapters.text.rules_text import rules_text
from kschwert_env.engine.contract.options import check
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.game import Game, game_type

_MAPS = ("list", "drawing")

_HOW_TO_ANSWER = "Answer with the number or the words of one action, in <answer></answer>."


class TextGame:
    """A game in text, for language models: each seat gets prompts, and answers with text.

    A prompt contains the position as the seat sees it, so that earlier prompts need not be sent again. `all_events`
    adds everything that has happened. `rules` is for the system prompt. No text depends on anything hidden from its
    seat.

    Attributes:
        game: the game. Change it by `act` only, or events are missing.
    """

    game: Game[Any]

    def __init__(
        self,
        rules: GameRules,
        seed: int = 0,
        *,
        maps: Literal["list", "drawing"] = "list",
        skip_forced: bool = True,
        all_events: bool = False,
    ) -> None:
        """Start a new game.

        `maps` selects how prompts show the map of a game that has one: as a list of fields with their neighbours, or as
        a drawing. With `skip_forced` nobody is asked where only one action is legal. Then the seats that are asked can
        depend on hidden cards, so do not show to a seat when others decide. With `all_events` prompts list all events
        since the start, such as cards that were shown and taken back; otherwise those since the seat was last asked.

        Raises ValueError for a wrong option or seed.
        """
        self._begin(game_type(rules)(rules, seed), maps, skip_forced, all_events, Events(rules.num_players))

    @classmethod
    def from_game(
        cls,
        game: Game[Any],
        *,
        maps: Literal["list", "drawing"] = "list",
        skip_forced: bool = True,
        all_events: bool = False,
        events: Events | None = None,
    ) -> Self:
        """Return a game in text that continues a copy of `game`, with earlier `events`, by default none.

        Other options as for a new game.
        """
        text = cls.__new__(cls)
        text._begin(game.copy(), maps, skip_forced, all_events, events or Events(game.rules.num_players))
        return text

    def _begin(self, game: Game[Any], maps: str, skip_forced: bool, all_events: bool, events: Events) -> None:
        check("maps", maps, maps in _MAPS, f"one of {', '.join(_MAPS)}")
        self.game, self._draws_map, self._skips_forced = game, maps == "drawing", skip_forced
        self._events, self._lists_all = events.copy(), all_events
        self._skip_forced_decisions()

    @property
    def player(self) -> int | None:
        """The seat that decides now; None when the game is over."""
        return self.game.player

    @property
    def returns(self) -> np.ndarray:
        """Returns by seat, float64 (num_players,); all zeros until the game is over."""
        return self.game.returns

    def rules(self) -> str:
        """Return the rules of the game for a player, with every card. The same for every seat and position."""
        return rules_text(self.game.rules)

    def prompt(self, seat: int) -> str:
        """Return the events since the last decision of `seat`, and the position as it sees it.

        The question follows, and if `seat` decides now, its numbered legal actions. Raises ValueError for an unknown
        seat.
        """
        world = self.game.resample(seat, 0)
        rules, position, voice = self.game.rules, world.position(), prompt_voice(seat)
        parts = [f"You are seat {seat}."]
        if events := self._events.list_for(seat, self._lists_all):
            since = "Since the start of the game:" if self._lists_all else "Since your last decision:"
            parts.append("\n".join([since, *events]))
        parts.append(voice.say(rules.text_module().describe_position(position, seat, self._draws_map).rstrip()))
        question = rules.question(position, voice)
        if question is not None:
            parts.append(f"{question.words}.")
        if seat == self.player:
            parts[-1] += "\n" + "\n".join([*list_choices(choices_of(rules, world)), _HOW_TO_ANSWER])
        return "\n\n".join(parts) + "\n"

    def choices(self, seat: int) -> list[Choice]:
        """Return the legal actions of `seat` by number; empty unless it decides now."""
        return choices_of(self.game.rules, self.game.resample(seat, 0)) if seat == self.player else []

    def parse(self, seat: int, answer: object) -> int:
        r"""Return the action that an answer of `seat` names.

        `answer` is text: the number of an action, its words, the first of them if no other action has them, its name
        such as `lay(card=castle)`, or JSON. JSON is a number, a list with one number, `{"action": ...}`, or
        `{"kind": "lay", "card": "castle"}`. Thoughts such as `<think>...</think>` are left out. If the rest contains
        `<answer>...</answer>` or `\boxed{...}`, the last of them counts. A value of parsed JSON is valid, too.

        Raises:
            InvalidAnswer: the answer does not name exactly one legal action. The message has the reason.
        """
        world = self.game.resample(seat, 0)
        if seat != self.player:
            refuse_other_seat(seat, self.player)
        rules = self.game.rules
        choices = choices_of(rules, world)
        return read_answer(
            answer,
            choices,
            rules.actions.encode,
            lambda number: _why_illegal(rules, world, number),
            lambda: all_choices(rules, world),
        )

    def act(self, action: int) -> None:
        """Carry out an action of the deciding seat. Raises IllegalAction and changes nothing if it is illegal."""
        seat, before = self.player, self.game.position()
        self.game.step(action)
        self._events.record(self.game.rules, before, action, self.game.position(), seat)
        self._skip_forced_decisions()

    def copy(self) -> Self:
        """Return a copy, which continues exactly as this game."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.game, other._events = self.game.copy(), self._events.copy()
        return other

    def _skip_forced_decisions(self) -> None:
        while self._skips_forced and len(legal := self.game.legal_actions()) == 1:
            before = self.game.position()
            self.game.step(legal[0])
            self._events.record(self.game.rules, before, legal[0], self.game.position(), None)


def _why_illegal(rules: GameRules, world: Game[Any], number: int) -> str:
    """Return why an action is illegal, in the words of the prompt; for an unknown number, which numbers there are."""
    try:
        action = rules.actions.decode(number)
    except ValueError as unknown:
        return str(unknown)
    return f"{rules.phrase(action, world.position())!r} is illegal: {rules.explain(world.state, number)}"

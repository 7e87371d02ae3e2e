"""A game as a tree of immutable nodes, with chance as a player and perfect recall for each seat.

For libraries that walk through game trees: nodes never change, so copying one costs nothing.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, NamedTuple, Self

from kschwert_env.engine.contract.chance import Draw
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.game import Game, has_drawn

SEED_BYTES = 4
"""Number of bytes of a seed that chance picks one by one, if draws are not explicit."""

NO_ACTION = -1
"""Stands for a seat's own action where another seat or chance acted."""


class GameSetup(NamedTuple):
    """Setup of a game, shared by all its nodes.

    Attributes:
        game: class of the game.
        rules: rules of the game.
        explicit_chance: every draw is a node. If False, chance only picks the seed of the game.
        keeps_entries: memories keep all their entries, not only the digest.
    """

    game: type[Game[Any]]
    rules: GameRules
    explicit_chance: bool
    keeps_entries: bool


class RecallEntry(NamedTuple):
    """One observation of a seat.

    Attributes:
        action: the seat's own action that led to the observation, or NO_ACTION.
        observed: the observation, as bytes.
    """

    action: int
    observed: bytes


class RecallMemory(NamedTuple):
    """Perfect recall of a seat: its own actions, and each observation that differs from the one before.

    Attributes:
        last: the latest entry.
        digest: hash of all entries; equal exactly for equal memories.
        entries: all entries, if they are kept.
    """

    last: RecallEntry
    digest: bytes
    entries: tuple[RecallEntry, ...]


class Node(ABC):
    """A node of the game tree: chance acts where there are `chances`; else a seat decides, or the game is over.

    Attributes:
        chances: probabilities of the chance outcomes; they sum to one. Empty where chance does not act.
        setup: what all nodes of the game share.
        game: the game as seats see it; None before the start. Do not step it: `child` makes copies.
        memories: memory of each seat; empty before the start.
    """

    chances: Sequence[float] = ()

    def __init__(self, setup: GameSetup, game: Game[Any] | None, memories: Sequence[RecallMemory]) -> None:
        """Called by the subclasses; `root_node` makes the first node of a game."""
        self.setup, self.game, self.memories = setup, game, tuple(memories)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    @abstractmethod
    def describe(self, action: int) -> str:
        """Return the text of an action or of a chance outcome, unique within the node."""

    @abstractmethod
    def child(self, action: int) -> "Node":
        """Return the next node, by an action or by the index of a chance outcome.

        Raises IllegalAction for an illegal action.
        """


class SeedNode(Node):
    """Chance node before the start: picks a byte of the seed, which decides all later draws."""

    chances = (1 / 256,) * 256

    def __init__(self, setup: GameSetup, seed_bytes: bytes = b"") -> None:
        """`seed_bytes` are the bytes picked so far, highest first."""
        super().__init__(setup, None, ())
        self._seed_bytes = seed_bytes

    def __str__(self) -> str:
        return f"before the start{', the seed begins with 0x' if self._seed_bytes else ''}{self._seed_bytes.hex()}"

    def describe(self, action: int) -> str:
        """Return the position and the value of the next byte, as text."""
        return f"byte {len(self._seed_bytes)} of the seed is {action}"

    def child(self, action: int) -> Node:
        """Return the node of the next byte, or the first decision."""
        seed_bytes = self._seed_bytes + bytes([action])
        if len(seed_bytes) < SEED_BYTES:
            return SeedNode(self.setup, seed_bytes)
        return first_decision(self.setup, self.setup.game(self.setup.rules, int.from_bytes(seed_bytes)))


class ChanceNode(Node):
    """Chance draws, within a step or before the start; seats still see the position before the step."""

    def __init__(self, before: Node, action: int, chosen: tuple[int, ...], draw: Draw) -> None:
        """`chosen` are the outcomes of the step's earlier draws."""
        super().__init__(before.setup, before.game, before.memories)
        self._before, self._action, self._chosen, self._draw = before, action, chosen, draw
        total = sum(outcome.weight for outcome in draw)
        self.chances = [outcome.weight / total for outcome in draw]  # exact until here

    def __str__(self) -> str:
        return f"{self._before}\nchance draws, after the outcomes {list(self._chosen)}"

    def describe(self, action: int) -> str:
        """Return the text of an outcome of the draw."""
        return self._draw[action].label

    def child(self, action: int) -> Node:
        """Return the node of the next draw, or the one after the step."""
        return after_draws(self._before, self._action, (*self._chosen, action))


class DecisionNode(Node):
    """A seat decides, or the game is over."""

    game: Game[Any]

    def __str__(self) -> str:
        return self.game.text()

    def describe(self, action: int) -> str:
        """Return the text of an action of the deciding seat."""
        return self.setup.rules.actions.describe(action)

    def child(self, action: int) -> Node:
        """Return the node after an action of the deciding seat."""
        game = self.game.copy()
        game.step(action)
        if self.setup.explicit_chance and has_drawn(self.game, game):
            return after_draws(self, action)
        return self.successor(game, action)

    def successor(self, game: Game[Any], action: int) -> "DecisionNode":
        """Return the node with this game, after an action of the seat that decided here."""
        memories = []
        for seat, memory in enumerate(self.memories):
            own = action if seat == self.game.player else NO_ACTION
            entry = RecallEntry(own, observation_bytes(game, seat))
            if own != NO_ACTION or entry.observed != memory.last.observed:
                memory = extended(self.setup, entry, memory)
            memories.append(memory)
        return DecisionNode(self.setup, game, memories)

    def resampled(self, seat: int, seed: int) -> "DecisionNode":
        """Return a node in which all that is hidden from the seat is dealt anew.

        The seat keeps its memory. The other seats remember only what they observe now: their old memories would give
        away the cards that were dealt to them, and would contradict those dealt now.
        """
        anew = first_decision(self.setup, self.game.resample(seat, seed))
        memories = (self.memories[i] if i == seat else anew.memories[i] for i in range(len(anew.memories)))
        return DecisionNode(self.setup, anew.game, tuple(memories))


def root_node(setup: GameSetup) -> Node:
    """Return the node before the start."""
    before = SeedNode(setup)
    return after_draws(before, NO_ACTION) if setup.explicit_chance else before


def first_decision(setup: GameSetup, game: Game[Any]) -> DecisionNode:
    """Return the node in which the seats' memories begin."""
    entries = [RecallEntry(NO_ACTION, observation_bytes(game, seat)) for seat in range(setup.rules.num_players)]
    return DecisionNode(setup, game, [extended(setup, entry) for entry in entries])


def after_draws(before: Node, action: int, chosen: tuple[int, ...] = ()) -> Node:
    """Return the node after these outcomes of a step's draws: the next draw, or the decision after the last.

    The draws hold all randomness, so the game may have any random stream.
    """
    rules = before.setup.rules
    assert rules.chance is not None, "explicit chance needs rules that define `chance`"
    if isinstance(before, DecisionNode):
        following = rules.chance.follow(before.game.state, action, chosen)
    else:
        following = rules.chance.follow(rules.board["blank"][0], None, chosen)
    if isinstance(following, tuple):
        return ChanceNode(before, action, chosen, following)
    game = before.setup.game.from_state(rules, following[0])
    return before.successor(game, action) if isinstance(before, DecisionNode) else first_decision(before.setup, game)


def observation_bytes(game: Game[Any], seat: int) -> bytes:
    """Return the observation of a seat, as bytes."""
    return game.observe(seat)["observation"].tobytes()


def extended(setup: GameSetup, entry: RecallEntry, memory: RecallMemory | None = None) -> RecallMemory:
    """Return the memory with one more entry; a new memory by default."""
    digest, entries = (b"", ()) if memory is None else (memory.digest, memory.entries)
    hashed = blake2b(digest + entry.action.to_bytes(4, signed=True) + entry.observed, digest_size=16).digest()
    return RecallMemory(entry, hashed, (*entries, entry) if setup.keeps_entries else ())

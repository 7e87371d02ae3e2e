"""Purposes of actions: players choose first the purpose, then the field or the card."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kschwert_env.engine.contract.actions import Action


class Purpose(NamedTuple):
    """Purpose of an action of the seat to move.

    Attributes:
        group: actions with the same group are one choice for a player, such as "Build".
        name: what is done, without the place, such as "Build a castle".
        cost: what it costs, such as "2 AP and the castle card"; empty if nothing.
        effect: what it brings, in one or two sentences; empty if the name says it all.
        cards: ids of the hand cards that the player may use for it, besides the card that the picture links with the
            action.
        is_rare: whether it is possible in most turns and seldom wise, so that pages draw attention to other actions.
    """

    group: str
    name: str
    cost: str = ""
    effect: str = ""
    cards: Sequence[str] = ()
    is_rare: bool = False


class Selection(NamedTuple):
    """Cards that the seat to move lays one by one, in an order that the engine prescribes: for a player one decision.

    Attributes:
        items: the action that lays each kind of card in the hand, in the engine's order, and the number of cards.
        most: number of cards that may be laid now.
        end: the action that ends the laying.
        strengths: what each card adds to the strength of its side, by card, before special cards act.
        names: names of the cards in a list, by card, those already laid included; such as "Knight 1".
    """

    items: Sequence[tuple[Action, int]]
    most: int
    end: Action
    strengths: Mapping[str, int]
    names: Mapping[str, str]

"""Advice: what an action builds, threatens and prevents, as far as the deciding seat may know."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from kschwert_env.engine.contract.edition_rules import EditionRules
from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.text.phrases import card_title, counted
from kschwert_env.politics_and_intrigue.editions.edition import CENTRE_NAMES, Edition
from kschwert_env.politics_and_intrigue.kernel.components import BUILT_NAMES, CARD_NAMES, GOAL, RESOURCE_NAMES
from kschwert_env.politics_and_intrigue.text.action_reports import stocks
from kschwert_env.politics_and_intrigue.text.card_help import card_effect
from kschwert_env.politics_and_intrigue.text.names import price_words


def advice(rules: EditionRules, state: np.void, action: Any, position: Position) -> list[str]:
    """Return what an action of the deciding seat builds, threatens and prevents, in sentences with marks.

    They use public information and the hand of that seat only, and leave out draws and dice to come.
    """
    if action.kind not in _ADVICE:
        return []
    return list(_ADVICE[action.kind](_Table(rules, state, position), action))


class _Table:
    """A position with what the sentences need of it."""

    def __init__(self, rules: EditionRules, state: np.void, position: Position) -> None:
        self.edition: Edition = rules.edition_data
        self.state, self.position = state, position
        self.seat: int = position["player"]
        self.enemy = 1 - self.seat

    def points(self, gained: int) -> Iterator[str]:
        """Yield what points gained lead to."""
        if gained:
            now = self.position["scores"][self.seat] + gained
            yield "That wins the game." if now >= GOAL else f"You have {counted(now, 'point')} of {GOAL} then."

    def figure(self, name: str, by_seat: np.ndarray, gained: int, what: str) -> Iterator[str]:
        """Yield what happens to a figure, which belongs to the seat with more of something (B9, B10)."""
        own, other = int(by_seat[self.seat]) + gained, int(by_seat[self.enemy])
        if not gained or self.position[name] == self.seat:
            return
        if own > other:
            yield f"More {what} than [{self.enemy}] ({own} to {other}): the {name} and its point go to you."
        elif own == other and self.position[name] == self.enemy:
            yield f"As much {what} as [{self.enemy}] ({own}): [{self.enemy}] [loses] the {name} and its point."

    def enables(self, held: Counter[str], resource: str) -> Iterator[str]:
        """Yield what can be paid with one more of a resource."""
        before = self.affordable(held)
        new = [card_title(name) for name in self.affordable(held + Counter({resource: 1})) if name not in before]
        if new:
            yield f"Then you have what you need for: {', '.join(new)}."

    def affordable(self, stock: Mapping[str, int]) -> list[str]:
        """Return what can be paid from a stock: cards of the own hand, and centre cards."""
        hand = self.position["hands"][self.seat]
        priced = {card: self.edition.costs[CARD_NAMES.index(card)] for card in BUILT_NAMES if hand.get(card)}
        priced |= dict(zip(CENTRE_NAMES, self.edition.centre_costs, strict=True))
        return [name for name, cost in priced.items() if self.can_pay(cost, stock)]

    def can_pay(self, cost: Sequence[int], stock: Mapping[str, int]) -> bool:
        """Return whether a stock has what something costs."""
        return all(stock.get(kind, 0) >= number for kind, number in zip(RESOURCE_NAMES, cost, strict=True))


def _build(table: _Table, action: Any) -> Iterator[str]:
    edition, card = table.edition, CARD_NAMES.index(action.card)
    yield card_effect(edition, action.card)
    yield from table.figure("windmill", table.state["trade_points"], edition.trade[card], "trade points")
    if action.card.startswith("knight_"):
        yield from table.figure("knight", table.state["strength"], edition.strength[card], "strength")
    yield from table.points(edition.points[card])


def _road(table: _Table, action: Any) -> Iterator[str]:
    yield "It prepares a settlement: 1 point, and two new regions."
    yield f"{counted(table.position['supply']['roads'] - 1, 'road')} would be left for both of you."


def _settlement(table: _Table, action: Any) -> Iterator[str]:
    yield "It brings two regions with new numbers, and room for two cards."
    left = table.position["supply"]["settlements"] - 1
    yield f"{counted(left, 'settlement')} would be left, so [{table.enemy}] [has] less room to grow."
    yield from table.points(table.edition.centre_points[CENTRE_NAMES.index("settlement")])


def _city(table: _Table, action: Any) -> Iterator[str]:
    yield "It has room for two cards more, also for buildings that need a city."
    if table.position["phase"] == "action":
        points = table.edition.centre_points
        yield from table.points(points[CENTRE_NAMES.index("city")] - points[CENTRE_NAMES.index("settlement")])


def _trade(table: _Table, action: Any) -> Iterator[str]:
    held = stocks(table.position, table.seat)
    yield f"You have {held[action.give]} {action.give} and {held[action.get] or 'no'} {action.get} now."
    yield from table.enables(held, action.get)


def _resource(table: _Table, action: Any) -> Iterator[str]:
    held, phase = stocks(table.position, table.seat), table.position["phase"]
    if phase in ("trade_event", "gain", "merchant_take", "caravan_take", "highwaymen"):
        yield f"You have {held[action.resource] or 'no'} {action.resource} now."
        yield from table.enables(held, action.resource)
        if phase in ("trade_event", "merchant_take", "highwaymen"):
            yield f"[{table.enemy}] [loses] it."
    else:
        yield f"Of your {action.resource}, {max(0, held[action.resource] - 1)} would be left."


def _card(table: _Table, action: Any) -> Iterator[str]:
    yield card_effect(table.edition, action.card)
    if action.kind == "take" and action.card in BUILT_NAMES:
        cost = table.edition.costs[CARD_NAMES.index(action.card)]
        is_affordable = table.can_pay(cost, stocks(table.position, table.seat))
        yield (
            f"It costs {price_words(cost)}{', which you have' if is_affordable else ''}."
            if any(cost)
            else "It is free."
        )


def _end_turn(table: _Table, action: Any) -> Iterator[str]:
    held = sum(stocks(table.position, table.seat).values())
    yield f"You save {counted(held, 'resource')} for more expensive things."


_ADVICE: Mapping[str, Callable[[_Table, Any], Iterator[str]]] = {
    "build": _build,
    "road": _road,
    "settlement": _settlement,
    "city": _city,
    "trade": _trade,
    "resource": _resource,
    "play": _card,
    "take": _card,
    "end_turn": _end_turn,
}

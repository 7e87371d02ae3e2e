"""Advice: what an action builds, threatens and prevents, as far as the deciding seat may know."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import GameRules, Position
from kschwert_env.engine.text.phrases import card_name, counted
from kschwert_env.krone_schwert import editions
from kschwert_env.krone_schwert.kernel.components import AREA_POINTS, CARD_NAMES
from kschwert_env.krone_schwert.kernel.end import KING_POINTS
from kschwert_env.krone_schwert.text.drawing import holdings


def advice(rules: GameRules, state: np.void, action: Action, position: Position) -> list[str]:
    """Return what an action of the seat to move builds, threatens and prevents, in sentences with marks.

    They use public information and the hand of that seat only, and leave out draws to come.
    """
    if action.kind not in _ADVICE:
        return []
    return list(_ADVICE[action.kind](position, action))


# -- land -----------------------------------------------------------------------------------------------------


def _claim(position: Position, action: Action) -> Iterator[str]:
    seat, field = position["player"], position["fields"][action.field]
    yield from _site(position, field)
    yield from _growth(position, seat, field["id"])
    owners = [position["owner"][other] for other in field["neighbours"]]
    enemies = sorted({owner for owner in owners if owner not in (None, seat)})
    exposed = [enemy for enemy in enemies if _has_open_field(position, field, enemy)]
    if exposed and position["phase"] != "setup":
        yield f"From here you can attack {_seats(exposed)}."
    for enemy in enemies:
        if _pairs_with(position, field, enemy):
            yield f"No large city of [{enemy}] can stand here any more."
        elif _largest(position, enemy, field["id"]) > _largest(position, enemy) + 1:
            yield f"[{enemy}] can't join two areas here any more."


def _site(position: Position, field: Mapping[str, Any]) -> Iterator[str]:
    hand = position["hands"][position["player"]]
    card = {"plain": "city", "mountain": "castle"}.get(field["terrain"])
    if card and _pairs_with(position, field, position["player"]):
        yield "With your plain beside it, there is room for a large city."
    elif card:
        yield f"There is room for a {card} here{', and you hold the card' if hand.get(card) else ''}."


def _pairs_with(position: Position, field: Mapping[str, Any], seat: int) -> bool:
    """Return whether a large city of a seat fits on this field and one that the seat owns."""
    others = (position["fields"][other] for other in field["neighbours"] if position["owner"][other] == seat)
    return field["terrain"] == "plain" and any(
        other["terrain"] == "plain" and other["shape"] != field["shape"] and not _is_built(position, other["id"])
        for other in others
    )


def _has_open_field(position: Position, field: Mapping[str, Any], seat: int) -> bool:
    others = (other for other in field["neighbours"] if position["owner"][other] == seat)
    return any(not _is_built(position, other) for other in others)


def _is_built(position: Position, field: int) -> bool:
    return any(field in building["fields"] for building in position["buildings"])


def _growth(position: Position, seat: int, field: int) -> Iterator[str]:
    before, after = _largest(position, seat), _largest(position, seat, field)
    if after > before > 0:
        grows = f"Your largest area grows from {counted(before, 'field')} to {after}"
        yield f"{grows}; the largest of all brings {AREA_POINTS[0]} VP at the end."


def _largest(position: Position, seat: int, added: int | None = None) -> int:
    """Return the number of fields of a seat's largest area, with another field added."""
    left = {field for field, owner in enumerate(position["owner"]) if owner == seat} | ({added} - {None})
    largest = 0
    while left:
        area, size = [left.pop()], 0
        while area:
            size += 1
            near = left.intersection(position["fields"][area.pop()]["neighbours"])
            left -= near
            area += near
        largest = max(largest, size)
    return largest


def _expand(position: Position, action: Action) -> Iterator[str]:
    edition, card = editions.load(position["rules"]["edition"]), CARD_NAMES.index(str(action.card))
    shields = min(edition.shields[card], position["action_points"])
    yield f"New land: {counted(shields, 'field')} beside yours, for a card with combat {edition.combat[card]}."


# -- buildings ------------------------------------------------------------------------------------------------


def _castle(position: Position, action: Action) -> Iterator[str]:
    seat = position["player"]
    castles, small, large, _ = holdings(position, seat)
    yield from _crown(position, has_both=small + large > 0, is_new=castles == 0)
    if position["king"] == seat:
        yield f"Your tax rises to {castles + 1} VP."
    yield f"Who attacks you needs more than {castles + 1} combat."


def _city(position: Position, action: Action) -> Iterator[str]:
    castles, small, large, _ = holdings(position, position["player"])
    yield from _crown(position, has_both=castles > 0, is_new=small + large == 0)
    if action.kind == "large_city":
        yield "There is room for a cathedral in it."
    yield "The field is safe: nobody can attack a building."


def _crown(position: Position, has_both: bool, is_new: bool) -> Iterator[str]:
    """Yield what a building does for the crown, if the seat has castle and city with it (K1, R1)."""
    if not (has_both and is_new):
        return
    if position["king"] is None:
        yield "With castle and city you are king at once, and take the tax."
    elif position["king"] != position["player"]:
        yield f"With castle and city you threaten [{position['king']}]: you can lead a revolt."


def _cathedral(position: Position, action: Action) -> Iterator[str]:
    cathedrals = holdings(position, position["player"])[3] + 1
    yield f"A revolt that you win as king or as leader brings {2 * cathedrals} VP for your cathedrals."


# -- king and people ------------------------------------------------------------------------------------------


def _tax(position: Position, action: Action) -> Iterator[str]:
    seat, swords = position["player"], position["people"]["open_swords"]
    others = [other for other in range(len(position["scores"])) if other != seat and _can_revolt(position, other)]
    danger = f"{_seats(others)} can lead a revolt" if others else "nobody can lead a revolt yet"
    if action.choice == "take":
        yield f"It brings {holdings(position, seat)[0]} VP at once."
        yield f"A people card is turned up beside {counted(swords, 'open sword')}; {danger}."
    else:
        yield f"No sword is added to the {counted(swords, 'open sword')}; {danger}."


def _can_revolt(position: Position, seat: int) -> bool:
    castles, small, large, _ = holdings(position, seat)
    return castles > 0 and small + large > 0


def _revolt(position: Position, action: Action) -> Iterator[str]:
    seat, king = position["player"], position["king"]
    castles, _, _, cathedrals = holdings(position, seat)
    swords = position["people"]["open_swords"]
    yield f"If you win, you are king, and score {castles + 2 * cathedrals} VP at once."
    yield f"It threatens the {KING_POINTS} VP that [{king}] [gets] at the end for the crown."
    combat = _combat_in_hand(position)
    yield f"On your side are {counted(swords, 'open sword')} and cards with {combat} combat."


def _incite(position: Position, action: Action) -> Iterator[str]:
    swords = position["people"]["open_swords"]
    yield f"More swords make a revolt stronger; {counted(swords, 'sword')} {'lies' if swords == 1 else 'lie'} open now."


def _papal_visit(position: Position, action: Action) -> Iterator[str]:
    seat = position["player"]
    yield f"Nobody can attack your {counted(position['owner'].count(seat), 'field')} until your next turn."
    if position["king"] == seat:
        yield "Nobody can lead a revolt against you until then."


def _vote(position: Position, action: Action) -> Iterator[str]:
    cathedrals = holdings(position, position["player"])[3]
    side = "the king" if action.choice == "crown" else "the leader"
    yield f"If {side} wins, your cathedrals bring {cathedrals} VP."


# -- fights ---------------------------------------------------------------------------------------------------


def _attack(position: Position, action: Action) -> Iterator[str]:
    seat, defender = position["player"], position["owner"][action.field]
    castles = holdings(position, defender)[0]
    yield f"[{defender}] [has] {counted(castles, 'castle')}, and your hand has {_combat_in_hand(position)} combat."
    yield from _growth(position, seat, int(action.field or 0))
    if _largest(position, defender) > _largest({**position, "owner": _without(position, action.field)}, defender):
        yield f"[{defender}] [loses] a field of the largest area."


def _without(position: Position, field: int | None) -> list[int | None]:
    return [None if other == field else owner for other, owner in enumerate(position["owner"])]


def _combat_in_hand(position: Position) -> int:
    return _combat(position, position["hands"][position["player"]])


def _combat(position: Position, cards: Mapping[str, int]) -> int:
    combat = editions.load(position["rules"]["edition"]).combat
    return sum(combat[CARD_NAMES.index(card)] * number for card, number in cards.items())


def _lay(position: Position, action: Action) -> Iterator[str]:
    added = _combat(position, {str(action.card): 1})
    if position["attack"]:
        castles = holdings(position, position["owner"][position["attack"]["field"]])[0]
        total = _combat(position, position["attack"]["cards"]) + added
        verdict = "enough" if total > castles else "more is needed"
        yield f"Combat {total} against {counted(castles, 'castle')}: {verdict}."
    elif added:
        yield f"It adds {added} to your side."


def _done(position: Position, action: Action) -> Iterator[str]:
    if position["attack"]:
        castles = holdings(position, position["owner"][position["attack"]["field"]])[0]
        combat = _combat(position, position["attack"]["cards"])
        yield f"Combat {combat} against {counted(castles, 'castle')}."
    elif position["revolt"]:
        combat = _combat(position, position["revolt"]["laid"][position["player"]])
        yield f"Your cards add {combat} to your side."
    if position["hands"][position["player"]]:
        yield "What you don't lay stays in your hand."


def _react(position: Position, action: Action) -> Iterator[str]:
    if action.choice == "none":
        yield "The field is lost, but you keep your cards."
    else:
        yield f"The {card_name(str(action.choice))} can keep the field for you."


def _seats(seats: list[int]) -> str:
    return " and ".join(f"[{seat}]" for seat in seats)


_ADVICE: Mapping[str, Callable[[Position, Action], Iterator[str]]] = {
    "claim": _claim,
    "expand": _expand,
    "castle": _castle,
    "small_city": _city,
    "large_city": _city,
    "cathedral": _cathedral,
    "tax": _tax,
    "revolt": _revolt,
    "incite": _incite,
    "papal_visit": _papal_visit,
    "vote": _vote,
    "attack": _attack,
    "lay": _lay,
    "done": _done,
    "react": _react,
}

"""What a step shows of the attacks and revolts (chapters 7 and 9), and of what a new king sets off (E1)."""

from collections import Counter
from collections.abc import Callable

from tests.referee.actions import Action

from .cards import END_THRESHOLD, combat_sum
from .moments import Moment
from .steps import legal_actions

Rows = dict[str, Callable[[Moment], bool]]

# -- attacks --------------------------------------------------------------------------------------------------


def _reacts(m: Moment, choice: str | None = None) -> bool:
    """Whether the attack was settled, by this answer."""
    return m.action.kind == "react" and choice in (None, m.action.choice)


def _captured(m: Moment) -> bool:
    """Whether the field changed its owner."""
    return bool(m.after["owner"] != m.before["owner"])


def _overpaid(m: Moment) -> bool:
    """A3: a card could be laid although the castles were exceeded already."""
    attack = m.before["attack"]
    defender = m.before["owner"][attack["field"]]
    return combat_sum(Counter(attack["cards"])) > m.table.castles(defender)


ATTACK: Rows = {
    "A2 attack on a bare field": lambda m: m.action.kind == "attack",
    "A3 card laid": lambda m: m.phase == "attack_lay" and m.action.kind == "lay",
    "A3 overpaid": lambda m: m.phase == "attack_lay" and m.action.kind == "lay" and _overpaid(m),
    "A3 castles to exceed": lambda m: m.action.kind == "attack" and m.table.castles(_target(m)) > 0,
    "A3 card of combat 0 held back": lambda m: m.phase == "attack_lay" and _holds(m, "ambush", "truce"),
    "Q6 card above the last one barred": lambda m: (
        m.phase == "attack_lay" and _bars_a_card(m, m.before["attack"]["cards"])
    ),
    "A4 nothing answered": lambda m: _reacts(m, "none"),
    "A4 asked with neither card": lambda m: _reacts(m) and not _holds(m, "ambush", "truce"),
    "A5 truce": lambda m: _reacts(m, "truce"),
    "A6 ambush stops the attack": lambda m: _reacts(m, "ambush") and not _captured(m),
    "A6 ambush in vain": lambda m: _reacts(m, "ambush") and _captured(m),
    "A7 captured": lambda m: _reacts(m) and _captured(m),
    "A7 last field captured": lambda m: _reacts(m) and m.after["owner"].count(m.seat) == 0,
    "A7 cards discarded": lambda m: _reacts(m) and m.action.choice != "truce",
    "L3 attack barred without markers": lambda m: (
        m.phase == "action" and not m.table.has_marker(m.seat) and not m.before["attack_spent"]
    ),
}


def _target(m: Moment) -> int:
    seat: int = m.before["owner"][m.action.field]
    return seat


def _holds(m: Moment, *cards: str) -> bool:
    return any(m.hand.get(card) for card in cards)


def _bars_a_card(m: Moment, laid: dict[str, int]) -> bool:
    """Whether the order of the table keeps a card of the hand from being laid."""
    can_be_laid = {action.card for action in m.legal if action.kind == "lay"}
    return bool(laid) and any(m.hand[card] for card in m.hand.keys() - can_be_laid)


# -- revolts --------------------------------------------------------------------------------------------------


def _off(m: Moment) -> bool:
    """R5."""
    return m.is_reveal and m.laid("truce", "crown") + m.laid("truce", "sword") > 0


def _fought(m: Moment) -> bool:
    return m.is_reveal and not _off(m)


def _leader_won(m: Moment) -> bool:
    return _fought(m) and bool(m.after["king"] != m.before["king"])


def _king_won(m: Moment) -> bool:
    return _fought(m) and bool(m.after["king"] == m.before["king"])


def _ambushes(m: Moment, side: str) -> int:
    return m.laid("ambush", side) if _fought(m) else 0


def _voter_gained(m: Moment, side: str) -> bool:
    """R9, R10: a voter other than king and leader got VP. The cap adds a final scoring, so not then."""
    revolt, others = m.before["revolt"], {m.before["king"], m.before["revolt"]["leader"]}
    return not m.is_over and any(
        vote == side and seat not in others and m.gained(seat) > 0 for seat, vote in enumerate(revolt["votes"])
    )


def _others_in_piles(m: Moment) -> int:
    """E1: the cards among which `game_end` is shuffled, those laid included (R11)."""
    laid = sum(sum(cards.values()) for cards in m.before["revolt"]["laid"])
    return laid + sum(m.before["draw_pile"].values()) + sum(m.before["discard_pile"].values())


def _end_begins(m: Moment) -> bool:
    return bool(m.after["end_begun"] and not m.before["end_begun"])


def _announced(m: Moment) -> int:
    vp: int = m.after["announced"][m.before["revolt"]["leader"]]
    return vp


def _threshold(m: Moment) -> int:
    return END_THRESHOLD[len(m.before["hands"])]


def _others_laid(m: Moment) -> bool:
    """Whether other cards than truces were laid."""
    return any(card != "truce" for cards in m.before["revolt"]["laid"] for card in cards)


def _another_can_follow(m: Moment) -> bool:
    """R1: no limit per turn."""
    if not m.is_reveal or m.is_over or m.begins_turn:
        return False
    return Action("revolt") in legal_actions(m.after)


REVOLT: Rows = {
    "C8 vote": lambda m: m.action.kind == "vote",
    "R2 sword voter": lambda m: m.action.choice == "sword",
    "R2 crown voter": lambda m: m.action.choice == "crown",
    "R2 no card laid": lambda m: m.action.kind == "done" and not m.before["revolt"]["laid"][m.seat],
    "R2 many cards laid": lambda m: m.action.kind == "done" and sum(m.before["revolt"]["laid"][m.seat].values()) > 2,
    "P2 view of others unmoved by a card laid": lambda m: m.action.kind == "lay",
    "R3 asked clockwise": lambda m: m.action.kind == "done" and not m.is_reveal,
    "R4 ambush laid": lambda m: m.action.card == "ambush",
    "R4 truce laid": lambda m: m.action.card == "truce",
    "Q7 card above the last one barred": lambda m: (
        m.action.kind != "vote" and _bars_a_card(m, m.before["revolt"]["laid"][m.seat])
    ),
    "Q7 asked with an empty hand": lambda m: m.action.kind == "done" and not m.hand,
    "R5 truce for the king": lambda m: _off(m) and m.laid("truce", "crown") > 0,
    "R5 truce for the leader": lambda m: _off(m) and m.laid("truce", "sword") > 0,
    "R5 two truces": lambda m: _off(m) and m.laid("truce", "crown") + m.laid("truce", "sword") == 2,
    "R5 cards taken back": lambda m: _off(m) and _others_laid(m),
    "R5 open swords stay": lambda m: _off(m) and m.before["people"]["open_swords"] > 0,
    "P3 won by the king": _king_won,
    "P3 won by the leader": _leader_won,
    "P3 called off by a truce": _off,
    "P3 cards taken back are told": lambda m: _off(m) and _others_laid(m),
    "P3 open swords that were shuffled away": lambda m: (
        _fought(m) and m.last["open_swords"] > m.after["people"]["open_swords"]
    ),
    "R1 another revolt in the same turn": _another_can_follow,
    "R6 people cards turned up": _fought,
    "R6 too few people cards": lambda m: _fought(m) and sum(m.before["people"]["face_down"].values()) < m.people_asked,
    "X1 three more people cards": lambda m: _fought(m) and len(m.before["hands"]) == 2,
    "R7 ambush against the king": lambda m: _ambushes(m, "sword") == 1 and m.combat("crown") > 0,
    "R7 ambush against the leader": lambda m: _ambushes(m, "crown") == 1 and m.combat("sword") > 0,
    "R7 two ambushes against the king": lambda m: _ambushes(m, "sword") == 2 and m.combat("crown") > 4,
    "R7 two ambushes against the leader": lambda m: _ambushes(m, "crown") == 2 and m.combat("sword") > 4,
    "R7 ambushes on both sides": lambda m: _ambushes(m, "crown") == _ambushes(m, "sword") == 1,
    "R8 tie": lambda m: _king_won(m) and m.king_ahead_by == 0,
    "R9 king wins": _king_won,
    "R9 VP for the king": lambda m: _king_won(m) and not m.is_over and m.gained(m.before["king"]) > 0,
    "R9 VP for a crown voter": lambda m: _king_won(m) and _voter_gained(m, "crown"),
    "R9 half of the swords rounded up": lambda m: _king_won(m) and m.last["open_swords"] % 2 == 1,
    "R9 half of the swords": lambda m: _king_won(m) and m.last["open_swords"] % 2 == 0,
    "R10 leader wins": _leader_won,
    "R10 VP for castles and cathedrals": lambda m: (
        _leader_won(m) and not m.is_over and m.table.cathedrals(m.after["king"]) > 0
    ),
    "R10 VP for a sword voter": lambda m: _leader_won(m) and _voter_gained(m, "sword"),
    "R11 cards discarded": lambda m: _fought(m) and any(m.before["revolt"]["laid"]) and not _end_begins(m),
    "R11 before the shuffle of E1": lambda m: _end_begins(m) and any(m.before["revolt"]["laid"]),
    "K5 later king": _leader_won,
    "E1 below the threshold": lambda m: _leader_won(m) and _announced(m) < _threshold(m),
    "E1 end begins": _end_begins,
    "E1 exactly the threshold": lambda m: _end_begins(m) and _announced(m) == _threshold(m),
    "E1 once per game": lambda m: _leader_won(m) and m.before["end_begun"] and _announced(m) >= _threshold(m),
    "E1 among fewer than 20 cards": lambda m: _end_begins(m) and _others_in_piles(m) < 20,
}

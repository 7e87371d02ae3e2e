"""Attacks (chapter 7) and revolts (chapter 9)."""

from collections.abc import Iterator

from tests.referee.actions import Action, Maybe
from tests.referee.krone_schwert.land import discard_from_hand
from tests.referee.krone_schwert.position import (
    ACT_BY_THEIR_TEXT,
    ACTION_CARDS,
    END_THRESHOLD,
    Attack,
    Cards,
    LastRevolt,
    Position,
    Revolt,
    combat_sum,
    may_follow,
)
from tests.referee.krone_schwert.turns import Chance, continue_turn, hide_game_end, shuffle_people, turn_up

REACTIONS = ("ambush", "truce")  # A4


def attack_choices(position: Position) -> Iterator[Action]:
    """A1 to A3, L3: fields of other seats that can be attacked with a chance to win."""
    seat = position.player
    first_turns_over = position.turn >= len(position.seats)
    may_attack = position.action_points >= 1 and not position.attack_spent and position.has_marker(seat)
    if not (first_turns_over and may_attack):
        return
    strength, built = combat_sum(position.hands[seat]), position.built_fields()
    beside = {field_id for own in position.land(seat) for field_id in position.neighbours(own)}
    for field_id in beside - built:
        defender = position.owner[field_id]
        if defender is None or defender == seat or position.papal_visit[defender]:
            continue
        if strength > position.castles(defender):
            yield Action("attack", field=field_id)


def attack(position: Position, action: Action, chance: Chance) -> None:
    """Q6: 1 AP and the turn's attack are spent immediately."""
    position.action_points -= 1
    position.attack_spent = True
    position.attack = Attack(action.field, Cards())
    position.phase = "attack_lay"


def _castles_to_beat(position: Position) -> int:
    """A3: all castles of the defender count."""
    return position.castles(position.owner[position.attack.field])


def attack_lay_choices(position: Position) -> Iterator[Action]:
    """A3, Q6: cards in table order with which the castles can still be exceeded; done once they are exceeded."""
    hand, laid, castles = +position.hands[position.player], position.attack.cards, _castles_to_beat(position)
    for card in hand:
        if ACTION_CARDS[card].combat and may_follow(card, laid):
            still_possible = Cards({other: hand[other] for other in hand if may_follow(other, Cards([card]))})
            if combat_sum(laid) + combat_sum(still_possible) > castles:
                yield Action("lay", card=card)
    if combat_sum(laid) > castles:
        yield Action("done")


def attack_lay(position: Position, action: Action, chance: Chance) -> None:
    """Q6: one more card, which is public (P1)."""
    position.hands[position.player][action.card] -= 1
    position.attack.cards[action.card] += 1


def attack_lay_done(position: Position, action: Action, chance: Chance) -> None:
    """A4, Q6: the defender is always asked."""
    position.phase, position.player = "attack_react", position.owner[position.attack.field]


def react_choices(position: Position) -> Iterator[Action]:
    """A4: nothing, or a reaction card in hand."""
    yield Action("react", choice="none")
    for card in REACTIONS:
        if position.hands[position.player][card]:
            yield Action("react", choice=card)


def react(position: Position, action: Action, chance: Chance) -> None:
    """A5 to A7: the attack is called off, or resolved with or without its highest card."""
    fight, position.attack = position.attack, None
    attacker, defender = position.turn_player, position.player
    if action.choice != "none":
        discard_from_hand(position, defender, action.choice)
    if action.choice == "truce":
        position.hands[attacker].update(fight.cards)
    else:
        strength = combat_sum(fight.cards)
        if action.choice == "ambush":
            strength -= max(ACTION_CARDS[card].combat for card in +fight.cards)
        is_captured = strength > position.castles(defender)
        if is_captured:
            position.owner[fight.field] = attacker
        position.discard_pile.update(fight.cards)
    continue_turn(position)  # Q8


def revolt_choices(position: Position) -> Iterator[Action]:
    """R1, D7: there is a king, who is another seat without a papal visit."""
    seat, king = position.player, position.king
    if king is None or king == seat or position.papal_visit[king]:
        return
    if position.action_points >= 1 and position.qualifies(seat):
        yield Action("revolt")


def declare(position: Position, action: Action, chance: Chance) -> None:
    """R2, Q7: the AP is spent immediately; the two open votes are fixed; the last revolt is cleared (P3)."""
    position.last_revolt = None
    position.action_points -= 1
    seats, leader = position.seats, position.player
    votes: list[Maybe[str]] = [None for _ in seats]
    votes[leader], votes[position.king] = "sword", "crown"
    position.revolt = Revolt(leader, votes, laid=[Cards() for _ in seats], decided=[False for _ in seats])
    ask(position, leader)


def ask(position: Position, seat: int) -> None:
    """Q7: leader and king only lay cards, all other seats vote first."""
    has_vote = position.revolt.votes[seat] is not None
    position.phase, position.player = "revolt_lay" if has_vote else "revolt_vote", seat


def vote_choices(position: Position) -> Iterator[Action]:
    """R2: sword or crown."""
    yield Action("vote", choice="crown")
    yield Action("vote", choice="sword")


def vote(position: Position, action: Action, chance: Chance) -> None:
    """Q7: then the same seat lays cards."""
    position.revolt.votes[position.player] = action.choice
    position.phase = "revolt_lay"


def revolt_lay_choices(position: Position) -> Iterator[Action]:
    """R2, Q7: any card in hand in table order; done is always legal."""
    laid = position.revolt.laid[position.player]
    for card in +position.hands[position.player]:
        if may_follow(card, laid):
            yield Action("lay", card=card)
    yield Action("done")


def revolt_lay(position: Position, action: Action, chance: Chance) -> None:
    """Q7: one more card under the vote."""
    position.hands[position.player][action.card] -= 1
    position.revolt.laid[position.player][action.card] += 1


def revolt_lay_done(position: Position, action: Action, chance: Chance) -> None:
    """Q7: clockwise from the leader; after the last seat the revolt is resolved."""
    position.revolt.decided[position.player] = True
    if not resolves_revolt(position):
        ask(position, (position.player + 1) % len(position.seats))
        return
    revolt, position.revolt = position.revolt, None
    if any(laid["truce"] for laid in revolt.laid):
        call_off(position, revolt)
    else:
        fight_out(position, revolt, chance)
    continue_turn(position)  # Q8


def resolves_revolt(position: Position) -> bool:
    """Return whether only the deciding seat, or no seat, remains to be asked."""
    decided = position.revolt.decided
    return all(decided[seat] or seat == position.player for seat in position.seats)


def record_last_revolt(position: Position, revolt: Revolt, result: str) -> None:
    """P3: the revealed revolt stays public; recorded before cards return and people cards are shuffled."""
    laid = [Cards(cards) for cards in revolt.laid]
    swords = position.people.open_swords
    position.last_revolt = LastRevolt(revolt.leader, position.king, list(revolt.votes), laid, swords, result)


def call_off(position: Position, revolt: Revolt) -> None:
    """R5: all cards except truces return to the hands; nothing else changes."""
    record_last_revolt(position, revolt, "truce")
    for seat, laid in enumerate(revolt.laid):
        position.discard_pile["truce"] += laid.pop("truce", 0)
        position.hands[seat].update(laid)


def laid_on(revolt: Revolt, side: str) -> Cards:
    """Return all cards under the votes of one side."""
    return sum((laid for laid, vote in zip(revolt.laid, revolt.votes, strict=True) if vote == side), Cards())


def fight_out(position: Position, revolt: Revolt, chance: Chance) -> None:
    """R6 to R11: people cards, the comparison, its result."""
    number = 2 * revolt.votes.count("sword")
    if len(position.seats) == 2:
        number += 3
    turn_up(position, number, chance)
    for laid in revolt.laid:
        position.discard_pile.update(laid)  # R11: before E1 shuffles the piles
    winner = winner_of(revolt, position.people.open_swords)
    record_last_revolt(position, revolt, winner)
    if winner == "leader":
        leader_wins(position, revolt, chance)
    else:
        king_wins(position, revolt)


def winner_of(revolt: Revolt, open_swords: int) -> str:
    """R8: a tie goes to the king."""
    for_king = 2 * revolt.votes.count("crown") + strength_of_cards(revolt, "crown")
    for_leader = open_swords + strength_of_cards(revolt, "sword")
    return "leader" if for_leader > for_king else "king"


def strength_of_cards(revolt: Revolt, side: str) -> int:
    """R4, R7: the combat of the cards of one side without the highest, one per ambush of the other side."""
    ambushes = laid_on(revolt, "sword" if side == "crown" else "crown")["ambush"]
    cards = laid_on(revolt, side).elements()
    values = sorted((ACTION_CARDS[card].combat for card in cards if card not in ACT_BY_THEIR_TEXT), reverse=True)
    return sum(values[ambushes:])


def king_wins(position: Position, revolt: Revolt) -> None:
    """R9: 2 VP per own cathedral for the king, 1 for other seats that voted crown; half of the swords stay open."""
    swords = position.people.open_swords
    reward_voters(position, revolt, "crown", winner=position.king)
    shuffle_people(position, stay_open=(swords + 1) // 2)


def leader_wins(position: Position, revolt: Revolt, chance: Chance) -> None:
    """R10, K5: the leader becomes king immediately, and announces the VP (E1)."""
    position.king = revolt.leader
    position.scores[revolt.leader] += position.castles(revolt.leader)
    reward_voters(position, revolt, "sword", winner=revolt.leader)
    shuffle_people(position, stay_open=0)
    turn_up(position, 1, chance)
    announce(position, revolt.leader, chance)


def reward_voters(position: Position, revolt: Revolt, side: str, winner: int) -> None:
    """R9, R10: per own cathedral 2 VP for the winner, 1 VP for each other player of that side."""
    for seat in position.seats:
        if revolt.votes[seat] == side:
            position.scores[seat] += position.cathedrals(seat) * (2 if seat == winner else 1)


def announce(position: Position, seat: int, chance: Chance) -> None:
    """E1: the new king names the VP; the first to reach the threshold begins the end."""
    points, threshold = position.scores[seat], END_THRESHOLD[len(position.seats)]
    position.announced[seat] = points
    if points >= threshold and not position.end_begun:
        position.end_begun = True
        hide_game_end(position, chance)

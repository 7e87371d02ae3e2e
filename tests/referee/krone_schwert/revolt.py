"""The revolt (chapter 9, Q7) and what a new king sets off (E1)."""

from collections.abc import Iterator

from tests.referee.actions import Action, Maybe

from .cards import ACT_BY_THEIR_TEXT, ACTION_CARDS, END_THRESHOLD, Cards, may_follow
from .chance import Chance
from .people import shuffle_people, turn_up
from .piles import hide_game_end
from .position import LastRevolt, Position, Revolt
from .turn import go_on


def revolt_choices(position: Position) -> Iterator[Action]:
    """R1, D7: there is a king, he is another and not under papal visit."""
    seat, king = position.player, position.king
    if king is None or king == seat or position.papal_visit[king]:
        return
    if position.action_points >= 1 and position.may_rule(seat):
        yield Action("revolt")


def declare(position: Position, action: Action, chance: Chance) -> None:
    """R2, Q7: the AP is spent at once; the two open votes lie there from the start; the last revolt goes (P3)."""
    position.cite("R1", "R2", "P3")
    position.last_revolt = None
    position.action_points -= 1
    seats, leader = position.seats, position.player
    votes: list[Maybe[str]] = [None for _ in seats]
    votes[leader], votes[position.king] = "sword", "crown"
    position.revolt = Revolt(leader, votes, laid=[Cards() for _ in seats], decided=[False for _ in seats])
    ask(position, leader)


def ask(position: Position, seat: int) -> None:
    """Q7: leader and king only lay cards, all others vote first."""
    has_vote = position.revolt.votes[seat] is not None
    position.phase, position.player = "revolt_lay" if has_vote else "revolt_vote", seat


def vote_choices(position: Position) -> Iterator[Action]:
    """R2: sword or crown."""
    yield Action("vote", choice="crown")
    yield Action("vote", choice="sword")


def vote(position: Position, action: Action, chance: Chance) -> None:
    """Q7: then the same seat lays cards."""
    position.cite("Q7")
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
    position.cite("Q7")
    position.hands[position.player][action.card] -= 1
    position.revolt.laid[position.player][action.card] += 1


def revolt_lay_done(position: Position, action: Action, chance: Chance) -> None:
    """Q7: clockwise from the leader; after the last seat the revolt is resolved."""
    position.cite("Q7")
    position.revolt.decided[position.player] = True
    if not resolves_revolt(position):
        ask(position, (position.player + 1) % len(position.seats))
        return
    revolt, position.revolt = position.revolt, None
    if any(laid["truce"] for laid in revolt.laid):
        call_off(position, revolt)
    else:
        fight_out(position, revolt, chance)
    go_on(position)


def resolves_revolt(position: Position) -> bool:
    """Has everybody been asked, or does only the seat deciding remain?"""
    decided = position.revolt.decided
    return all(decided[seat] or seat == position.player for seat in position.seats)


def keep_in_mind(position: Position, revolt: Revolt, result: str) -> None:
    """P3: what has been turned up stays public; to be told before cards go back and people cards are shuffled."""
    position.cite("P3")
    laid = [Cards(cards) for cards in revolt.laid]
    swords = position.people.open_swords
    position.last_revolt = LastRevolt(revolt.leader, position.king, list(revolt.votes), laid, swords, result)


def call_off(position: Position, revolt: Revolt) -> None:
    """R5: all cards go back to the hands but the truces; nothing else changes."""
    position.cite("R5")
    keep_in_mind(position, revolt, "truce")
    for seat, laid in enumerate(revolt.laid):
        position.discard_pile["truce"] += laid.pop("truce", 0)
        position.hands[seat].update(laid)


def fight_out(position: Position, revolt: Revolt, chance: Chance) -> None:
    """R6 to R11: people cards, the comparison, its outcome."""
    position.cite("R6", "R7", "R8", "R11")
    more_for_two = 3 if len(position.seats) == 2 else 0  # X1
    turn_up(position, 2 * revolt.votes.count("sword") + more_for_two, chance)
    for laid in revolt.laid:
        position.discard_pile.update(laid)  # R11: before E1 shuffles the piles
    winner = winner_of(revolt, position.people.open_swords)
    keep_in_mind(position, revolt, winner)
    if winner == "leader":
        leader_wins(position, revolt, chance)
    else:
        king_wins(position, revolt)


def winner_of(revolt: Revolt | LastRevolt, open_swords: int) -> str:
    """R8: a tie goes to the king."""
    for_king = 2 * revolt.votes.count("crown") + strength_of_cards(revolt, "crown")
    for_leader = open_swords + strength_of_cards(revolt, "sword")
    return "leader" if for_leader > for_king else "king"


def strength_of_cards(revolt: Revolt | LastRevolt, side: str) -> int:
    """R4, R7: the combat of the cards of one side without the highest, one per ambush of the other side."""
    ambushes = 0
    values: list[int] = []
    for vote, laid in zip(revolt.votes, revolt.laid, strict=True):
        if vote == side:
            values.extend(ACTION_CARDS[card].combat for card in laid.elements() if card not in ACT_BY_THEIR_TEXT)
        else:
            ambushes += laid["ambush"]
    return sum(sorted(values, reverse=True)[ambushes:])


def king_wins(position: Position, revolt: Revolt) -> None:
    """R9: 2 VP per own cathedral for him, 1 for the others who voted crown; half the swords stay open."""
    position.cite("R9")
    reward_voters(position, revolt, "crown", winner=position.king)
    shuffle_people(position, stay_open=(position.people.open_swords + 1) // 2)


def leader_wins(position: Position, revolt: Revolt, chance: Chance) -> None:
    """R10, K5: he is king at once, and announces his VP (E1)."""
    position.cite("R10")
    position.king = revolt.leader
    position.scores[revolt.leader] += position.castles(revolt.leader)
    reward_voters(position, revolt, "sword", winner=revolt.leader)
    shuffle_people(position, stay_open=0)
    turn_up(position, 1, chance)
    announce(position, revolt.leader, chance)


def reward_voters(position: Position, revolt: Revolt, side: str, winner: int) -> None:
    """R9, R10: per own cathedral 2 VP for the winner, 1 VP for each other player of his side."""
    for seat in position.seats:
        if revolt.votes[seat] == side:
            position.scores[seat] += position.cathedrals(seat) * (2 if seat == winner else 1)


def announce(position: Position, seat: int, chance: Chance) -> None:
    """E1: the new king names his VP; the first to reach the threshold begins the end."""
    position.cite("E1")
    position.announced[seat] = position.scores[seat]
    if not position.end_begun and position.scores[seat] >= END_THRESHOLD[len(position.seats)]:
        position.end_begun = True
        hide_game_end(position, chance)

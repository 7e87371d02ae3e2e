"""Decisions about the crown: taxes, revolts, votes, and cards to lay."""

from kschwert_env.agents.heuristics.krone_schwert.evaluation import card_value, is_candidate
from kschwert_env.agents.heuristics.krone_schwert.odds import cards_held, leader_chance
from kschwert_env.agents.heuristics.krone_schwert.opponents import opponent_weight, swing
from kschwert_env.agents.heuristics.selection import NO_OPTION, better_option
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.krone_schwert.kernel import actions as ids
from kschwert_env.krone_schwert.kernel.components import NOBODY, NUM_ACTION_CARDS, NUM_VOTES, Card, Supply, Tax, Vote

# -- what to lay ---------------------------------------------------------------------------------------------------


@compiled
def cost_per_strength(state, board, weights, forecast, seat, card):
    """Return the cost of a card per point of strength: cards are laid in this order. Truces are handled separately."""
    return card_value(state, board, weights, forecast, seat, card) / strength_of(board, weights, card) + 1e-6 * card


@compiled
def strength_of(board, weights, card):
    """R4, R7: return the strength of a card; an ambush removes expected cards of the other side."""
    return weights.ambush_strength if card == Card.AMBUSH else float(board.combat[card])


@compiled
def can_strengthen(state, board, seat, leader, card):
    """Return whether a card strengthens a side: an ambush only if the other side's leader or king holds cards."""
    if card == Card.AMBUSH:
        return cards_held(state, state.king if seat == leader else leader) > 0
    return card != Card.TRUCE and board.combat[card] > 0


@compiled
def plan_cards(state, board, weights, forecast, seat, leader, side, more_people):
    """Return the value of a revolt to a seat, and the most expensive card to lay (NOBODY for none).

    Cards are tried from the cheapest to the most expensive; cards already laid are sunk costs.
    """
    strength = 0.0
    if state.leader != NOBODY:
        for card in range(NUM_ACTION_CARDS):
            if can_strengthen(state, board, seat, leader, card):
                strength += state.laid[seat, card] * strength_of(board, weights, card)
    stake = swing(state, weights, forecast, seat, leader, side)
    best = stake * leader_chance(state, board, weights, forecast, seat, leader, side, strength, more_people)
    most_expensive = NOBODY
    cost, last = 0.0, -1.0
    while True:
        following, card = 1e9, NOBODY  # the next kind in the order
        for kind in range(NUM_ACTION_CARDS):
            if state.hands[seat, kind] > 0 and can_strengthen(state, board, seat, leader, kind):
                order = cost_per_strength(state, board, weights, forecast, seat, kind)
                if last < order < following:
                    following, card = order, kind
        if card == NOBODY:
            return best, most_expensive
        last = following
        price = card_value(state, board, weights, forecast, seat, card)
        for _ in range(state.hands[seat, card]):
            cost += price
            strength += strength_of(board, weights, card)
            chance = leader_chance(state, board, weights, forecast, seat, leader, side, strength, more_people)
            if stake * chance - cost > best:
                best, most_expensive = stake * chance - cost, card


@compiled
def truce_value(state, board, weights, forecast, seat):
    """Return the value of calling the revolt off, relative to a victory of the king (R5, R9)."""
    cathedrals = 0
    if state.votes[seat] == Vote.CROWN:
        cathedrals = state.buildings[seat, Supply.CATHEDRALS] * (2 if seat == state.king else 1)
    return -cathedrals - card_value(state, board, weights, forecast, seat, Card.TRUCE)


@compiled
def choose_cards_to_lay(state, board, mask, stream, weights, forecast):
    """Choose the next card to lay, in table order, up to the planned cost per strength; or a truce, or none."""
    seat, leader = state.player, state.leader
    first = ids.first_choice(board)
    value, most_expensive = plan_cards(state, board, weights, forecast, seat, leader, state.votes[seat], 0)
    calls_off = value < truce_value(state, board, weights, forecast, seat)
    is_off = state.laid[seat, Card.TRUCE] > 0 or (calls_off and state.hands[seat, Card.TRUCE] > 0)
    limit = -1.0
    if most_expensive != NOBODY and not is_off:
        limit = cost_per_strength(state, board, weights, forecast, seat, most_expensive)
    best = NO_OPTION
    if mask[first + ids.DONE]:
        best = better_option(best, first + ids.DONE, 0.0, stream)
    for card in range(NUM_ACTION_CARDS):
        if mask[first + ids.LAY + card]:
            price = card_value(state, board, weights, forecast, seat, card)
            score = -1.0 - price  # below 0: keep the card
            if card == Card.TRUCE:
                if is_off and state.laid[seat, Card.TRUCE] == 0:
                    score = 1.0
            elif can_strengthen(state, board, seat, leader, card):
                order = cost_per_strength(state, board, weights, forecast, seat, card)
                if order <= limit:
                    score = float(NUM_ACTION_CARDS - card)  # the first in the table, or it can be laid no more (Q7)
            best = better_option(best, first + ids.LAY + card, score, stream)
    return best[0]


# -- votes, taxes, revolts -----------------------------------------------------------------------------------------


@compiled
def choose_vote(state, board, mask, stream, weights, forecast):
    """Vote for the side with the greater expected value (R9, R10)."""
    first = ids.first_choice(board)
    best = NO_OPTION
    for side in range(NUM_VOTES):
        if mask[first + ids.VOTE + side] == 0:
            continue
        value, _ = plan_cards(state, board, weights, forecast, state.player, state.leader, side, 0)
        if side == Vote.CROWN:
            value += state.buildings[state.player, Supply.CATHEDRALS]  # `swing` is 0 where the king wins
        best = better_option(best, first + ids.VOTE + side, value, stream)
    return best[0]


@compiled
def revolt_value(state, board, weights, forecast, seat, more_people):
    """Return the value of leading a revolt after turning up this many more people cards."""
    value, _ = plan_cards(state, board, weights, forecast, seat, seat, Vote.SWORD, more_people)
    king_wins = 2 * state.buildings[state.king, Supply.CATHEDRALS]  # R9
    return value - opponent_weight(state, weights, seat, state.king) * king_wins


@compiled
def revolt_risk(state, board, weights, forecast, seat, more_people):
    """Return the expected loss of the king by the revolts of a round, after this many more people cards."""
    worst = 0.0
    strength = 0.0
    for card in range(NUM_ACTION_CARDS):
        strength += weights.lays * state.hands[seat, card] * strength_of(board, weights, card)
    for other in range(state.scores.shape[0]):
        if other != seat and is_candidate(state, other):
            chance = leader_chance(state, board, weights, forecast, seat, other, Vote.CROWN, strength, more_people)
            worst = max(worst, -chance * swing(state, weights, forecast, seat, other, Vote.CROWN))
    return weights.fear * worst


@compiled
def choose_tax(state, board, mask, stream, weights, forecast):
    """K3: choose between 1 VP per castle, with one more people card, and no tax."""
    seat = state.player
    first = ids.first_choice(board)
    risk = revolt_risk(state, board, weights, forecast, seat, 1) - revolt_risk(state, board, weights, forecast, seat, 0)
    best = NO_OPTION
    if mask[first + ids.TAX + Tax.TAKE]:
        best = better_option(best, first + ids.TAX + Tax.TAKE, state.buildings[seat, Supply.CASTLES] - risk, stream)
    if mask[first + ids.TAX + Tax.LEAVE]:
        best = better_option(best, first + ids.TAX + Tax.LEAVE, 0.0, stream)
    return best[0]

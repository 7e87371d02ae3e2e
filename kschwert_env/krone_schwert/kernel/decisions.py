"""Chapter 13: the legal actions of a decision, and their effects."""

from kschwert_env.engine.jit.compiling import compiled, inlined, noalias
from kschwert_env.engine.jit.packed import packed
from kschwert_env.krone_schwert.kernel import actions as ids
from kschwert_env.krone_schwert.kernel import attack, building, cards, king, land, revolt, setup, turn
from kschwert_env.krone_schwert.kernel.components import Card, Phase, Reaction, Supply, Tax, Vote


@compiled
def step(state, stream, board, action):
    """Carry out one legal action, and all automatic effects up to the next decision (Q1 to Q10)."""
    fields = state.owner.shape[0]
    choice = action - ids.first_choice(board)
    if choice < 0:
        step_on_field(state, stream, board, action // fields, action % fields)
    elif choice >= ids.LARGE_CITY:
        site = board.city_sites[choice - ids.LARGE_CITY]
        building.large_city(state, stream, board, site[0], site[1])
    elif choice >= ids.REACT:
        step_by_choice(state, stream, board, choice)
    elif choice >= ids.LAY:
        state.hands[state.player, choice - ids.LAY] -= 1
        state.laid[state.player, choice - ids.LAY] += 1
    else:
        land.begin_expansion(state, board, choice - ids.EXPAND)


@inlined
def step_on_field(state, stream, board, block, field):
    """Carry out an action that names one field."""
    if block == ids.CLAIM:
        if state.phase == Phase.SETUP:
            setup.place(state, board, field)
        else:
            land.claim(state, board, field)
    elif block == ids.CASTLE:
        building.castle(state, stream, board, field)
    elif block == ids.SMALL_CITY:
        building.small_city(state, stream, board, field)
    elif block == ids.ATTACK:
        attack.declare(state, field)
    else:
        building.cathedral(state, stream, board, field)


@compiled
def step_by_choice(state, stream, board, choice):
    """Carry out an action that names neither field nor card."""
    if choice < ids.VOTE:
        attack.react(state, board, choice - ids.REACT)
    elif choice < ids.TAX:
        revolt.vote(state, choice - ids.VOTE)
    elif choice < ids.INCITE:
        king.decide_tax(state, stream, board, choice - ids.TAX)
    elif choice == ids.INCITE:
        cards.incite(state, stream, board)
    elif choice == ids.PAPAL_VISIT:
        cards.papal_visit(state, board)
    elif choice == ids.DRAW:
        cards.draw(state, stream, board)
    elif choice == ids.REVOLT:
        revolt.declare(state)
    elif choice == ids.DONE:
        done(state, stream, board)
    else:
        turn.end_turn(state, board)


@compiled
def done(state, stream, board):
    """Stop claiming fields (Q2, Q4) or laying or drawing cards (Q6, Q7, Q9)."""
    if state.phase == Phase.EXPAND:
        land.end_expansion(state, board)
    elif state.phase == Phase.REDRAW:
        turn.continue_turn(state, board)
    elif state.phase == Phase.RESETTLE:
        turn.ask_for_tax(state)
    elif state.phase == Phase.ATTACK_LAY:
        attack.ask_defender(state)
    else:
        revolt.done(state, stream, board)


@noalias
def legal_mask(state, board, mask):
    """Write 1 for every legal action of the deciding seat and 0 for all others; all zeros when over."""
    mask = packed(mask)
    for i in range(mask.shape[0]):
        mask[i] = 0
    claims = mask[ids.block_slice(ids.CLAIM, board)]
    choices = mask[ids.first_choice(board) :]
    if state.phase == Phase.ACTION:
        mask_actions(state, board, mask)
    elif state.phase == Phase.EXPAND:  # Q4
        land.adjacent_free_fields(state, claims)
        choices[ids.DONE] = state.claims_left < board.shields[state.expansion_card]
    elif state.phase == Phase.REDRAW:  # Q9: asked only where drawing is legal
        choices[ids.DRAW] = 1
        choices[ids.DONE] = 1
    elif state.phase == Phase.REVOLT_LAY:  # Q7
        revolt.lay_options(state, choices[ids.LAY :])
        choices[ids.DONE] = 1
    elif state.phase == Phase.REVOLT_VOTE:
        choices[ids.VOTE + Vote.CROWN] = 1
        choices[ids.VOTE + Vote.SWORD] = 1
    elif state.phase == Phase.ATTACK_LAY:  # Q6
        attack.lay_options(state, board, choices[ids.LAY :])
        choices[ids.DONE] = attack.strength_missing(state, board) <= 0
    elif state.phase == Phase.ATTACK_REACT:  # A4
        choices[ids.REACT + Reaction.NONE] = 1
        choices[ids.REACT + Reaction.AMBUSH] = state.hands[state.player, Card.AMBUSH] > 0
        choices[ids.REACT + Reaction.TRUCE] = state.hands[state.player, Card.TRUCE] > 0
    elif state.phase == Phase.TAX:  # K4
        choices[ids.TAX + Tax.TAKE] = 1
        choices[ids.TAX + Tax.LEAVE] = 1
    elif state.phase == Phase.SETUP:  # Q1
        setup.sites(state, claims)
    elif state.phase == Phase.RESETTLE:  # Q2
        land.free_fields(state, claims)
        choices[ids.DONE] = 1


@inlined
def mask_actions(state, board, mask):
    """Write 1 for every action of a turn that action points, hand, supplies and map allow (T3, C5, Q3)."""
    seat = state.turn_player
    choices = mask[ids.first_choice(board) :]
    if state.action_points == land.OCCUPY_COST and state.markers[seat] > 0:  # Q5
        land.free_fields(state, mask[ids.block_slice(ids.CLAIM, board)])
    if building.payable(state, Card.CASTLE) and state.supply[Supply.CASTLES] > 0:
        building.castle_sites(state, mask[ids.block_slice(ids.CASTLE, board)])
    if building.payable(state, Card.CITY):
        building.city_sites(state, board, mask[ids.block_slice(ids.SMALL_CITY, board)], choices[ids.LARGE_CITY :])
    if building.payable(state, Card.CATHEDRAL) and state.supply[Supply.CATHEDRALS] > 0:
        building.cathedral_sites(state, board, mask[ids.block_slice(ids.CATHEDRAL, board)])
    attack.targets(state, board, mask[ids.block_slice(ids.ATTACK, board)])
    land.expandable_cards(state, board, choices[ids.EXPAND : ids.LAY])
    choices[ids.INCITE] = state.hands[seat, Card.INCITE] > 0  # D6
    choices[ids.PAPAL_VISIT] = state.hands[seat, Card.PAPAL_VISIT] > 0 and not state.papal_visit[seat]  # D7
    choices[ids.DRAW] = cards.can_draw(state)
    choices[ids.REVOLT] = revolt.can_declare(state)
    choices[ids.END_TURN] = 1

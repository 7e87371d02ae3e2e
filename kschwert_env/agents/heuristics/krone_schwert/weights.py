"""Tuned weights of the heuristic player, in victory points unless a comment states otherwise."""

from typing import NamedTuple


class Weights(NamedTuple):
    """Weights; make a variant with `WEIGHTS._replace(name=value)`."""

    # -- how long things last ------------------------------------------------------------------------------------
    horizon: float = 8.0  # maximum number of rounds in a forecast
    claims_per_turn: float = 1.5  # claimed fields per turn: a full board ends the game (E3)
    draws_per_turn: float = 1.0  # drawn cards per turn: `game_end` ends the game (E2)
    turnover: float = 0.9  # probability per round that the king is overthrown
    late_rounds: float = 5.0  # last rounds, in which cards and bare sites lose their value
    # -- buildings -----------------------------------------------------------------------------------------------
    hope: float = 0.3  # castle per round, for a seat that is not king (K3, R10)
    city_scoring: float = 0.2  # city per round, unless king (D4)
    cathedral_revolts: float = 2.0  # cathedral per round (R9, R10)
    first_crown: float = 1.5  # becoming the first king, besides the reign (K1, K2)
    candidacy: float = 0.6  # value of the right to revolt, as a share of a reign (R1)
    half_way: float = 0.2  # share of it for the first of castle and city
    guard: float = 0.1  # building where an opponent could attack (A2)
    # -- land ----------------------------------------------------------------------------------------------------
    site_now: float = 0.8  # share of a building's value for a site whose card is in hand
    site_later: float = 0.5  # share without the card, for the first spare site
    action_point: float = 0.5  # action point, subtracted from the value of a site
    pair: float = 1.0  # plain that completes a site for a large city (B1)
    area: float = 0.1  # any field, for the areas at the end (E4)
    growth: float = 0.005  # each free field beside a new one
    riches: float = 0.05  # additional value if it is a mountain or plain
    contest: float = 0.02  # field beside an opponent
    tempo: float = 0.5  # share of the king's income that each claim ends (E3)
    finish: float = 0.3  # ending the game, per point of the own lead
    # -- cards in hand -------------------------------------------------------------------------------------------
    combat_point: float = 0.6
    castle_card: float = 0.5
    city_card: float = 0.7
    cathedral_card: float = 1.0
    incite_card: float = 0.1
    ambush_card: float = 0.5
    truce_card: float = 0.6
    papal_card: float = 0.4
    surplus: float = 0.609  # share of a building card's value without a site for it
    draw: float = 2.6
    full_hand: float = 0.2  # decrease of the value of a drawn card with each card in hand
    # -- opponents and revolts -------------------------------------------------------------------------------------
    opponent_point: float = 0.8  # one point lost by all opponents together, in own points
    front: float = 1.0  # additional weight of the points of a leading opponent
    field_lost: float = 0.4  # field, to its owner
    lays: float = 0.4  # expected share of their cards that leader and king lay
    voter_lays: float = 0.1  # expected share for other voters
    bandwagon: float = 0.7  # share of a voter's cathedrals that counts for the likely winner
    calm: float = 2.0  # number of open swords with which both sides are equal
    conviction: float = 4.5  # preference of a voter that makes its vote certain
    doubt: float = 0.5  # spread of hidden strength, as a share of its expectation
    ambush_strength: float = 3.0  # strength that an ambush removes from the other side (R7)
    fear: float = 0.7  # probability per round that a candidate revolts
    peace: float = 0.1  # open papal visit, for a seat that is not king (D7)
    incited: float = 0.5  # share of a revolt's value for inciting before it
    last_card: float = 0.04  # drawing once the end has begun, per point of the own lead (E2)
    # -- attacks ---------------------------------------------------------------------------------------------------
    attack_card: float = 0.1  # cards laid, besides their combat value
    attack_success: float = 0.9  # probability that no ambush or truce stops an attack (A5, A6)
    more_strength: float = 0.3  # each point of strength still to be laid


WEIGHTS = Weights()

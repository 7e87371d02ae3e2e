"""What the heuristic player believes, as one table of numbers. Victory points, unless a comment says otherwise."""

from typing import NamedTuple


class Weights(NamedTuple):
    """A variant of the player is `WEIGHTS._replace(name=value)`."""

    # -- how long things last ------------------------------------------------------------------------------------
    horizon: float = 8.0  # most rounds to count on
    claims_per_turn: float = 1.5  # fields that a player claims: full boards end games (E3)
    draws_per_turn: float = 1.0  # cards that a player draws: `game_end` ends games (E2)
    turnover: float = 0.9  # chance per round that the king is overthrown
    late_rounds: float = 5.0  # rounds before the end in which cards and bare sites lose their worth
    # -- buildings -----------------------------------------------------------------------------------------------
    hope: float = 0.3  # of a castle per round to who is not king (K3, R10)
    city_scoring: float = 0.2  # of a city per round, unless king (D4)
    cathedral_revolts: float = 2.0  # of a cathedral per round (R9, R10)
    first_crown: float = 1.5  # of the first king's lead, besides his reign (K1, K2)
    candidacy: float = 0.6  # share of a reign that the right to revolt is worth (R1)
    half_way: float = 0.2  # share of it for the first of castle and city
    guard: float = 0.1  # of building where a rival could attack (A2)
    # -- land ----------------------------------------------------------------------------------------------------
    site_now: float = 0.8  # share of a building's worth for a site whose card is in hand
    site_later: float = 0.5  # the same without the card, for the first spare site
    action_point: float = 0.5  # of one that a site still needs before it is built on
    pair: float = 1.0  # of a plain that makes room for a large city (B1)
    area: float = 0.1  # of any field, for the areas at the end (E4)
    growth: float = 0.005  # of each free field beside a new one
    riches: float = 0.05  # the same, more if it is a mountain or plain
    contest: float = 0.02  # of taking a field beside a rival
    tempo: float = 0.5  # share of the king's income that each claim ends sooner (E3)
    finish: float = 0.3  # of ending the game, per point of one's lead
    # -- cards in hand -------------------------------------------------------------------------------------------
    combat_point: float = 0.6
    castle_card: float = 0.5
    city_card: float = 0.7
    cathedral_card: float = 1.0
    incite_card: float = 0.1
    ambush_card: float = 0.5
    truce_card: float = 0.6
    papal_card: float = 0.4
    surplus: float = 0.609  # share of a building card's worth when there is no site for it
    draw: float = 2.6
    full_hand: float = 0.2  # how much each card in hand makes the next one less welcome
    # -- rivals and revolts ----------------------------------------------------------------------------------------
    opponent_point: float = 0.8  # of a point that the rivals lose together, in own points
    front: float = 1.0  # how much more the points of a rival count who is ahead
    field_lost: float = 0.4  # of a field to its owner
    lays: float = 0.4  # share of their cards that leader and king are expected to lay
    voter_lays: float = 0.1  # the same for others
    bandwagon: float = 0.7  # of a voter's cathedrals on the side that is likely to win
    calm: float = 2.0  # open swords with which either side may win
    conviction: float = 4.5  # how much a voter must prefer a side for its vote to be sure
    doubt: float = 0.5  # spread of hidden strength, as a share of what is expected
    ambush_strength: float = 3.0  # that an ambush takes from cards expected on the other side (R7)
    fear: float = 0.7  # chance per round that a candidate does revolt
    peace: float = 0.1  # of an open papal visit for who is not king (D7)
    incited: float = 0.5  # share of a revolt's worth for inciting before it
    last_card: float = 0.04  # of drawing once the end has begun, per point of one's lead (E2)
    # -- attacks ---------------------------------------------------------------------------------------------------
    attack_card: float = 0.1  # of the cards laid, besides their combat
    attack_success: float = 0.9  # chance that no ambush or truce stops an attack (A5, A6)
    more_strength: float = 0.3  # of each point of strength still to be laid


WEIGHTS = Weights()

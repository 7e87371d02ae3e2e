"""What the heuristic player believes, as one table of numbers. Victory points, unless a comment says otherwise."""

from typing import NamedTuple


class Weights(NamedTuple):
    """A variant of the player is `WEIGHTS._replace(name=value)`."""

    # -- how long things last ------------------------------------------------------------------------------------
    rolls_per_point: float = 1.12  # of the dice, for each point that the leader still needs
    last_rolls: float = 8.0  # that are always counted on
    delay: float = 0.93  # share of its worth that a purchase keeps for each round that it has to wait
    luck: float = 1.0  # rounds that a purchase waits longer than on average, since yields are uneven
    # -- resources -----------------------------------------------------------------------------------------------
    resource: float = 0.2  # one that comes in some day
    stock: float = 0.22  # one that lies in stock, besides what is planned with it
    robbed: float = 0.9  # share of wool and ore that brigands are feared to take (D1)
    # -- points and figures --------------------------------------------------------------------------------------
    opponent_point: float = 0.87  # of a point that the enemy loses
    fear: float = 0.25  # how much more that is when the enemy is about to win
    knight: float = 1.0  # of the knight figure
    windmill: float = 1.0  # of the windmill, besides what it takes from the enemy
    tithe: float = 1.0  # how much of what it may take is counted on
    margin: float = 0.06  # of each strength or trade point ahead, or less behind
    win: float = 100.0  # of what ends the game
    # -- places --------------------------------------------------------------------------------------------------
    way: float = 0.5  # share of a settlement's worth for the road to it
    slot: float = 0.15  # of a new one
    crowding: float = 0.2  # of the last free slot, to the cards that are laid there
    unlocked: float = 0.4  # share of their worth for cards that a first city makes room for
    # -- cards ---------------------------------------------------------------------------------------------------
    hand: float = 0.075  # of a higher hand limit
    service: float = 0.56  # how much what buildings do counts, beside their points
    hope: float = 0.4  # share of its worth for a card whose requirement is not met
    homeless: float = 0.34  # the same for a card that has no slot
    patience: float = 0.625  # share of its usual worth for which an action card is kept
    search: float = 0.58  # of each resource paid for a search, besides what the plan loses by it
    exchange: float = 0.16  # what a new card must be better


WEIGHTS = Weights()

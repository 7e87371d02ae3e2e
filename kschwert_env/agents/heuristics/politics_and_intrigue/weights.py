"""Tuned weights of the heuristic player, in victory points unless a comment states otherwise."""

from typing import NamedTuple


class Weights(NamedTuple):
    """Weights; make a variant with `WEIGHTS._replace(name=value)`."""

    # -- how long things last ------------------------------------------------------------------------------------
    rolls_per_point: float = 1.12  # expected rolls per point that the leader still needs
    last_rolls: float = 8.0  # minimum number of expected rolls
    delay: float = 0.93  # discount factor of a purchase per round of waiting
    luck: float = 1.0  # additional rounds of waiting, because yields vary
    # -- resources -----------------------------------------------------------------------------------------------
    resource: float = 0.2  # future resource
    stock: float = 0.22  # resource in stock, besides planned purchases
    robbed: float = 0.9  # expected share of wool and ore that brigands take (D1)
    # -- points and figures --------------------------------------------------------------------------------------
    opponent_point: float = 0.87  # point that the enemy loses
    fear: float = 0.25  # additional value when the enemy is about to win
    knight: float = 1.0  # knight figure
    windmill: float = 1.0  # windmill, besides the resources that it takes from the enemy
    tithe: float = 1.0  # expected share of the resources that it may take
    margin: float = 0.06  # each point of a lead in strength or trade points
    win: float = 100.0  # winning the game
    # -- places --------------------------------------------------------------------------------------------------
    way: float = 0.5  # share of a settlement's value for the road to it
    slot: float = 0.15  # new slot
    crowding: float = 0.2  # cost of using the last free slot
    unlocked: float = 0.4  # share of the value of cards that a first city allows
    # -- cards ---------------------------------------------------------------------------------------------------
    hand: float = 0.075  # higher hand limit
    service: float = 0.56  # factor of the effects of buildings
    hope: float = 0.4  # share of the value of a card whose requirement is not met
    homeless: float = 0.34  # share of the value of a card without a slot
    patience: float = 0.625  # share of its base value below which an action card is kept
    search: float = 0.58  # cost of each resource paid for a search, besides the loss for the plan
    exchange: float = 0.16  # required advantage of a new card


WEIGHTS = Weights()

"""The attack (chapter 7, Q6)."""

from collections.abc import Iterator

from tests.referee.actions import Action

from .cards import ACTION_CARDS, Cards, combat_sum, may_follow
from .chance import Chance
from .land import discard_from_hand
from .position import Attack, Position
from .turn import go_on


def attack_choices(position: Position) -> Iterator[Action]:
    """A1 to A3, L3: the fields of others that can be attacked and might be won."""
    seat = position.player
    first_turns_over = position.turn >= len(position.seats)
    may_attack = position.action_points >= 1 and not position.attack_spent and position.has_marker(seat)
    if not (first_turns_over and may_attack):
        return
    strength, built = combat_sum(position.hands[seat]), position.built_fields()
    beside = {place for own in position.land(seat) for place in position.neighbours(own)}
    for place in beside - built:
        defender = position.owner[place]
        if defender is None or defender == seat or position.papal_visit[defender]:
            continue
        if strength > position.castles(defender):
            yield Action("attack", field=place)


def attack(position: Position, action: Action, chance: Chance) -> None:
    """Q6: 1 AP and the turn's attack are spent at once."""
    position.cite("A1", "Q6")
    position.action_points -= 1
    position.attack_spent = True
    position.attack = Attack(action.field, Cards())
    position.phase = "attack_lay"


def _castles_to_beat(position: Position) -> int:
    """A3: all castles of the defender count."""
    return position.castles(position.owner[position.attack.field])


def attack_lay_choices(position: Position) -> Iterator[Action]:
    """A3, Q6: cards in table order that leave the castles within reach; done once they are exceeded."""
    hand, laid, castles = +position.hands[position.player], position.attack.cards, _castles_to_beat(position)
    for card in hand:
        if ACTION_CARDS[card].combat and may_follow(card, laid):
            still_possible = Cards({other: hand[other] for other in hand if may_follow(other, Cards([card]))})
            if combat_sum(laid) + combat_sum(still_possible) > castles:
                yield Action("lay", card=card)
    if combat_sum(laid) > castles:
        yield Action("done")


def attack_lay(position: Position, action: Action, chance: Chance) -> None:
    """Q6: one more card, open to all (P1)."""
    position.cite("Q6")
    position.hands[position.player][action.card] -= 1
    position.attack.cards[action.card] += 1


def attack_lay_done(position: Position, action: Action, chance: Chance) -> None:
    """A4, Q6: the defender is always asked."""
    position.cite("A4")
    position.phase, position.player = "attack_react", position.owner[position.attack.field]


def react_choices(position: Position) -> Iterator[Action]:
    """A4: nothing, or a reaction card he holds."""
    yield Action("react", choice="none")
    for card in ("ambush", "truce"):
        if position.hands[position.player][card]:
            yield Action("react", choice=card)


def react(position: Position, action: Action, chance: Chance) -> None:
    """A5 to A7: the attack is called off, or decided with or without its highest card."""
    fight, position.attack = position.attack, None
    attacker, defender = position.turn_player, position.player
    if action.choice != "none":
        discard_from_hand(position, defender, action.choice)
    if action.choice == "truce":
        position.cite("A5")
        position.hands[attacker].update(fight.cards)
    else:
        position.cite("A6" if action.choice == "ambush" else "A4", "A7")
        strength = combat_sum(fight.cards)
        if action.choice == "ambush":
            strength -= max(ACTION_CARDS[card].combat for card in +fight.cards)
        if strength > position.castles(defender):
            position.owner[fight.field] = attacker
        position.discard_pile.update(fight.cards)
    go_on(position)

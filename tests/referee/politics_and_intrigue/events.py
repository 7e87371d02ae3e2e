"""The event cards (chapter 6), the yield of the dice (T4), and gains of one's own choice (T2)."""

from collections.abc import Callable, Iterator, Sequence

from tests.referee.actions import Action
from tests.referee.politics_and_intrigue.land import (
    ask,
    ask_action,
    asks_to_trim,
    borders,
    count_working,
    gain,
    give,
    has_room,
    is_city,
    is_safe_from_events,
    knight_owner,
    movable,
    own_cards,
    windmill_owner,
    working,
    working_beside,
)
from tests.referee.politics_and_intrigue.piles import (
    Chance,
    enters_hand,
    goes_back,
    holds,
    lay_down,
    look,
    open_with_cards,
    remove,
    take,
)
from tests.referee.politics_and_intrigue.positions.position import (
    DONE,
    FULL,
    PASS,
    RESOURCES,
    SEATS,
    Cards,
    Position,
    each,
    is_building,
    is_unit,
    of,
)

MILLS = {
    "brick_factory": "brick",
    "grain_mill": "grain",
    "iron_foundry": "ore",
    "lumber_mill": "lumber",
    "weaving_mill": "wool",
}  # F3
MOST_NAMED = 3  # E5
MENDICANT = 2  # E8


def harvest(p: Position) -> None:
    """T4: every region that bears the number; then the actions of the turn. H1: the enemy keeps its limit before."""
    if asks_to_trim(p, "yield"):
        return
    assert p.dice
    for seat in SEATS:
        for number, region in enumerate(p.principalities[seat].regions):
            if region.number == p.dice["number"]:
                beside = working_beside(p, seat, number)
                mills = [card for card in beside if MILLS.get(card) == region.kind]
                before = region.stock
                region.stock = FULL if "republic_house" in beside else min(FULL, before + 1 + bool(mills))
    ask_action(p)


def in_turn(p: Position) -> tuple[int, int]:
    """T2: the turn player comes first."""
    return p.turn_player, p.enemy


def ask_gains(p: Position, gains: list[int]) -> None:
    """T2, Q8: each seat that has gains and room for them; without room they are set to 0 at that seat's turn."""
    for seat in in_turn(p):
        if gains[seat]:
            if any(has_room(p.principalities[seat], resource) for resource in RESOURCES):
                ask(p, "gain", seat, {"gains": gains})
                return
            gains[seat] = 0
    harvest(p)


def gain_choices(p: Position) -> Iterator[Action]:
    """T2: resources for which there is room."""
    land = p.principalities[p.player]
    yield from each("resource", (kind for kind in RESOURCES if has_room(land, kind)))


def choose_gain(p: Position, action: Action, chance: Chance) -> None:
    """One resource."""
    gain(p.principalities[p.player], action.resource)
    gains = p.pending["gains"]
    gains[p.player] -= 1
    ask_gains(p, gains)


def draw_event(p: Position, chance: Chance) -> None:
    """D5, E3: a new year shuffles all other events together, and is shuffled into the rest once one is drawn."""
    card, events = chance.event(p), p.events
    is_new_year = card == "new_year"
    if is_new_year:
        events.stack, events.discard = events.stack + events.discard - Cards([card]), Cards()
        card = chance.event(p)
    events.stack = events.stack - Cards([card]) + Cards(["new_year"] * is_new_year)
    events.discard[card] += 1
    CARRIED_OUT[card](p)


def rest_of(p: Position) -> Sequence[int]:
    """Q7: the seats still to be asked after the one that decides."""
    return () if p.player == p.enemy else (p.enemy,)


# -- E1 -------------------------------------------------------------------------------------------------------


def units_at_war(p: Position, seat: int) -> list[int]:
    """E1, F7, F17: the slots of enemy units that this seat may name."""
    enemy = 1 - seat
    return [slot for card, slot in own_cards(p, enemy) if is_unit(card) and not is_safe_from_events(p, enemy, slot)]


def ask_civil_war(p: Position, seats: Sequence[int]) -> None:
    """T3: who can name nothing is not asked."""
    for seat in seats:
        if units_at_war(p, seat):
            ask(p, "civil_war", seat)
            return
    harvest(p)


def name_unit(p: Position, action: Action, chance: Chance) -> None:
    """E1, N4: back into the enemy's hand, openly."""
    enemy = 1 - p.player
    enters_hand(p, enemy, remove(p, enemy, action.slot), openly=True)
    ask_civil_war(p, rest_of(p))


# -- E2 -------------------------------------------------------------------------------------------------------


def struck(p: Position, seat: int) -> list[int]:
    """E2, F9: regions that lose something: they border a city, and none with a working bath house."""
    land = p.principalities[seat]
    cities = [place for place in range(len(land.places)) if is_city(land, place)]
    bathed = {slot // 4 for card, slot in working(p, seat) if card == "bath_house"}
    safe = {region for place in cities if place in bathed for region in borders(land, place)}
    near = {region for place in cities for region in borders(land, place)}
    return [region for region in sorted(near - safe) if land.regions[region].stock]


def ask_physician(p: Position, seats: Sequence[int], safe: list[bool]) -> None:
    """Q4: each seat that would lose something when its turn to be asked comes; then the plague."""
    for seat in seats:
        if struck(p, seat):
            ask(p, "physician", seat, {"safe": safe})
            return
    for seat in SEATS:
        for region in [] if safe[seat] else struck(p, seat):
            p.principalities[seat].regions[region].stock -= 1
    harvest(p)


def physician_choices(p: Position) -> Iterator[Action]:
    """Yield the physician, and passing (A18, B12)."""
    if holds(p, p.player, "physician"):
        yield of("play", "physician")
    yield PASS


def answer_plague(p: Position, action: Action, chance: Chance) -> None:
    """Play a physician, or pass (A18)."""
    safe = p.pending["safe"]
    if action != PASS:
        lay_down(p, p.player, "physician")
        safe[p.player] = True
    ask_physician(p, rest_of(p), safe)


# -- E4, E7, E9, E10 ------------------------------------------------------------------------------------------


def fruitful_year(p: Position) -> None:
    """E7: per working abbey and garrison beside a region."""
    for seat in SEATS:
        land = p.principalities[seat]
        for number, region in enumerate(land.regions):
            fruits = sum(card in ("abbey", "garrison") for card in working_beside(p, seat, number))
            region.stock = min(3, region.stock + fruits)
    harvest(p)


def good_neighbours(p: Position) -> None:
    """E9, N3: the top card of every stack, but not under a ban; it stays there."""
    for number, stack in enumerate(p.stacks):
        if number not in p.bans and stack:
            stack[0].seen = [True, True]
    harvest(p)


# -- E5 -------------------------------------------------------------------------------------------------------


def raid(p: Position) -> None:
    """E5: the owner of the knight figure, if there is one."""
    owner = knight_owner(p)
    if owner is None or not raided(p, owner, []):
        harvest(p)
    else:
        ask(p, "raid_name", owner, {"slots": []})


def raided(p: Position, seat: int, named: list[int]) -> list[int]:
    """E5: the enemy's buildings that are not named yet."""
    return [slot for card, slot in own_cards(p, 1 - seat) if is_building(card) and slot not in named]


def name_building(p: Position, action: Action, chance: Chance) -> None:
    """E5, Q8: three, or all."""
    slots = sorted([*p.pending["slots"], action.slot])
    if len(slots) < MOST_NAMED and raided(p, p.player, slots):
        ask(p, "raid_name", p.player, {"slots": slots})
    else:
        ask(p, "raid_lose", 1 - p.player, {"slots": slots})


def lose_building(p: Position, action: Action, chance: Chance) -> None:
    """Take a named building back (E5)."""
    card = remove(p, p.player, action.slot)
    goes_back(p, p.player, card)
    harvest(p)


# -- E6 -------------------------------------------------------------------------------------------------------


def ask_builder(p: Position, seats: Sequence[int]) -> None:
    """T3: nobody is asked for `done` alone."""
    for seat in seats:
        if open_with_cards(p, seat):
            ask(p, "builder", seat)
            return
    harvest(p)


def builder_choices(p: Position) -> Iterator[Action]:
    """Yield the stacks that can be searched, and none (E6)."""
    yield from each("search", open_with_cards(p, p.player))
    yield DONE


def choose_stack_of_builder(p: Position, action: Action, chance: Chance) -> None:
    """E6: free of charge."""
    if action == DONE:
        ask_builder(p, rest_of(p))
    else:
        look(p, p.player, action.stack)
        ask(p, "builder_take", p.player, {"stack": action.stack})


def builder_take(p: Position, action: Action, chance: Chance) -> None:
    """Take a card of the stack (E6)."""
    take(p, p.player, p.pending["stack"], action.card)
    ask_builder(p, rest_of(p))


# -- E8 -------------------------------------------------------------------------------------------------------


def mendicant(p: Position) -> None:
    """E8: the owner of the windmill, if there is one."""
    owner = windmill_owner(p)
    if owner is None:
        harvest(p)
    else:
        ask_mendicant(p, owner, MENDICANT)


def ask_mendicant(p: Position, owner: int, left: int) -> None:
    """E8: with room for fewer, fewer."""
    can_give = movable(p.principalities[owner], p.principalities[1 - owner])
    if left and can_give:
        ask(p, "mendicant", owner, {"left": left})
    else:
        harvest(p)


def mendicant_choices(p: Position) -> Iterator[Action]:
    """Yield the resources that can be given (E8)."""
    own, other = p.principalities[p.player], p.principalities[1 - p.player]
    yield from each("resource", movable(own, other))


def give_to_enemy(p: Position, action: Action, chance: Chance) -> None:
    """Give a resource to the enemy (E8)."""
    give(p.principalities[p.player], p.principalities[1 - p.player], action.resource)
    ask_mendicant(p, p.player, p.pending["left"] - 1)


CARRIED_OUT: dict[str, Callable[[Position], None]] = {
    "civil_war": lambda p: ask_civil_war(p, in_turn(p)),  # E1: each seat in turn
    "plague": lambda p: ask_physician(p, in_turn(p), [False, False]),  # E2: physicians first
    "progress": lambda p: ask_gains(p, [count_working(p, seat, "abbey", "library") for seat in SEATS]),  # E4
    "raid": raid,
    "master_builder": lambda p: ask_builder(p, in_turn(p)),  # E6
    "fruitful_year": fruitful_year,
    "mendicant": mendicant,
    "good_neighbours": good_neighbours,
    "church_feast": lambda p: ask_gains(
        p, [2 * count_working(p, seat, "church") + 4 * count_working(p, seat, "cathedral") for seat in SEATS]
    ),  # E10, F7, F10
}

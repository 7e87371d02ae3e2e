"""Faults to plant in the engine. The land, the setup, the turn and its events (chapters 2 to 6)."""

from tests.referee.planted import Fault

FAULTS = tuple(
    Fault(rule, what, f"kernel/{module}", right, wrong, tests, players=2)
    for rule, what, module, right, wrong, tests in (
        (
            "P2",
            "the column of the leftmost place lies on its inner side",
            "land",
            "if edge == home:",
            "if edge == 0:",
            "building",
        ),
        (
            "P4",
            "far slots lie below, near ones above",
            "land",
            "return slot // 2 % 2",
            "return slot % 2",
            "building turn",
        ),
        (
            "P5",
            "paid from the region with the lowest stock",
            "stock",
            "if state.region_kind[seat, region] == kind and state.stock[seat, region] > most:",
            "at = state.stock[seat, region] if state.region_kind[seat, region] == kind else 0\n"
            "        if at > 0 and (most == 0 or at < most):",
            "building",
        ),
        (
            "P5",
            "stored in the highest id among equals",
            "stock",
            "best, least = 0, MOST_STOCK\n"
            "    for region in range(land.num_regions(state, seat)):\n"
            "        if state.region_kind[seat, region] == kind and state.stock[seat, region] < least:",
            "best, least = 0, MOST_STOCK\n"
            "    for region in range(land.num_regions(state, seat)):\n"
            "        if state.region_kind[seat, region] == kind and state.stock[seat, region] <= least:",
            "building",
        ),
        (
            "C2",
            "what does not fit flows over into another region",
            "stock",
            "change(state, seat, region, min(amount, MOST_STOCK - int(state.stock[seat, region])))",
            "room = min(amount, MOST_STOCK - int(state.stock[seat, region]))\n"
            "    change(state, seat, region, room)\n"
            "    if room < amount and state.room[seat, state.region_kind[seat, region]] > 0:\n"
            "        gain(state, seat, int(state.region_kind[seat, region]))",
            "building turn",
        ),
        (
            "S4",
            "the second seat may not name the same stack",
            "decisions",
            "stacks.options(state, board, state.player, mask[ids.first_stack(board) :], True)",
            "stacks.options(state, board, state.player, mask[ids.first_stack(board) :], True)\n"
            "        for stack in range(board.num_stacks):\n"
            "            mask[ids.first_stack(board) + stack] &= state.stack_marks[stacks.start(state, stack)] "
            "== 0",
            "setup",
        ),
        (
            "T1",
            "the yield comes before the brigands",
            "turn",
            "if state.turn >= PEACEFUL_TURNS:\n"
            "            for seat in range(NUM_PLAYERS):\n"
            "                brigands(state, seat)\n"
            "        gains.harvest(state)",
            "gains.harvest(state)\n"
            "        if state.turn >= PEACEFUL_TURNS:\n"
            "            for seat in range(NUM_PLAYERS):\n"
            "                brigands(state, seat)",
            "turn",
        ),
        (
            "T2",
            "seat 0 gains first, whoever's turn it is",
            "gains",
            "seat = state.turn_player if i == 0 else 1 - state.turn_player",
            "seat = i",
            "turn",
        ),
        (
            "T3",
            "a seat without a bishop is not asked",
            "play",
            "asking.ask(state, Phase.REACT, 1 - seat)\n        state.card = card",
            "state.card = card\n"
            "        if state.hands[1 - seat, Card.BISHOP] > 0:\n"
            "            asking.ask(state, Phase.REACT, 1 - seat)\n"
            "        else:\n"
            "            attacks.do(state, board, card)",
            "cards",
        ),
        (
            "T3",
            "a seat without room is asked",
            "gains",
            "state.gains[seat] > 0 and stock.has_room(state, seat)",
            "state.gains[seat] > 0",
            "turn",
        ),
        (
            "T4",
            "only the turn player's regions yield",
            "gains",
            "== state.number:",
            "== state.number and seat == state.turn_player:",
            "turn",
        ),
        (
            "D1",
            "brigands rob gold and wool",
            "turn",
            "stock.lose_all_of(state, seat, Resource.ORE, safe)",
            "stock.lose_all_of(state, seat, Resource.GOLD, safe)",
            "turn",
        ),
        ("D1", "brigands come in the second round", "turn", "PEACEFUL_TURNS = 4", "PEACEFUL_TURNS = 2", "turn"),
        ("D1", "robbed at 7 already", "turn", "MOST_GOODS = 7", "MOST_GOODS = 6", "turn"),
        (
            "F2",
            "a garrison's regions count",
            "turn",
            "goods += 0 if safe >> region & 1 else state.stock[seat, region]",
            "goods += state.stock[seat, region]",
            "turn",
        ),
        (
            "F2",
            "a garrison's regions are robbed",
            "turn",
            "stock.lose_all_of(state, seat, Resource.WOOL, safe)",
            "stock.lose_all_of(state, seat, Resource.WOOL, 0)",
            "turn",
        ),
        (
            "F24",
            "the court's limit without a court",
            "turn",
            "MOST_GOODS_AT_COURT if survey.works(state, seat, Card.COURT) else MOST_GOODS",
            "MOST_GOODS_AT_COURT",
            "turn",
        ),
        ("F3", "a mill trebles", "gains", "1 + (twice >> region & 1)", "1 + 2 * (twice >> region & 1)", "turn"),
        (
            "F3",
            "any mill doubles any region",
            "effects",
            "land.regions_beside(state, seat, slot) & of_kind(state, seat, kind)",
            "land.regions_beside(state, seat, slot)",
            "turn",
        ),
        (
            "F25",
            "a republic house doubles",
            "gains",
            "MOST_STOCK if filled >> region & 1 else",
            "2 if filled >> region & 1 else",
            "turn",
        ),
        (
            "D2",
            "takes without room",
            "attacks",
            "mask[ids.RESOURCE + kind] = stock.can_move(state, giver, taker, kind)",
            "mask[ids.RESOURCE + kind] = state.resources[giver, kind] > 0",
            "cards events turn",
        ),
        (
            "F13",
            "two counting houses take three",
            "turn",
            "1 + survey.works(state, owner, Card.COUNTING_HOUSE)",
            "1 + survey.count_working(state, owner, Card.COUNTING_HOUSE)",
            "turn",
        ),
        (
            "D3",
            "on a tie both take one",
            "turn",
            "state.tournament[seat] > state.tournament[1 - seat]",
            "state.tournament[seat] >= state.tournament[1 - seat]",
            "turn",
        ),
        (
            "D3",
            "brothels lower tournament points",
            "survey",
            "tournament += board.tournament[card]",
            "tournament += max(0, int(board.tournament[card]) - lies_in(state, seat, Card.BROTHEL, "
            "land.place_of(state, seat, slot)))",
            "building effects turn",
        ),
        (
            "D4",
            "a bailiff's house brings nothing",
            "turn",
            "1 + survey.count_working(state, seat, Card.BAILIFF_HOUSE)",
            "1",
            "turn",
        ),
        (
            "D5",
            "the bailiff's house falls on one's own roll",
            "turn",
            "seat = 1 - state.turn_player",
            "seat = state.turn_player",
            "turn tricky",
        ),
        (
            "F18",
            "goods are lost only where the house really stands",
            "turn",
            "if survey.works(state, seat, Card.BAILIFF_HOUSE):",
            "if survey.stands(state, seat, Card.BAILIFF_HOUSE):",
            "turn tricky",
        ),
        (
            "F18",
            "only its owner sees the house buried",
            "events",
            "principality.remove(state, seat, slot), stacks.BOTH)",
            "principality.remove(state, seat, slot), 1 << seat)",
            "turn tricky",
        ),
        (
            "E1",
            "a church protects the whole principality",
            "effects",
            "if survey.works_in(state, seat, Card.CHURCH, land.place_of(state, seat, slot)):",
            "if survey.works(state, seat, Card.CHURCH):",
            "events tricky",
        ),
        (
            "E1",
            "an order castle protects small knights",
            "effects",
            "cards.is_knight(card) and cards.is_great(board, card) and survey",
            "cards.is_knight(card) and survey",
            "events tricky",
        ),
        (
            "E2",
            "a region loses two",
            "events",
            "stock.change(state, seat, region, -1)",
            "stock.change(state, seat, region, -min(2, int(state.stock[seat, region])))",
            "events tricky",
        ),
        (
            "E2",
            "settlements suffer, too",
            "effects",
            "if land.is_city(state, seat, place):",
            "if True:",
            "events tricky",
        ),
        (
            "E2",
            "asked only with a physician in hand",
            "events",
            "if effects.plagued(state, first):",
            "if effects.plagued(state, first) and state.hands[first, Card.PHYSICIAN] > 0:",
            "events",
        ),
        (
            "F9",
            "a bath house protects all cities",
            "effects",
            "if survey.works_in(state, seat, Card.BATH_HOUSE, place):",
            "if survey.works(state, seat, Card.BATH_HOUSE):",
            "events tricky",
        ),
        (
            "E3",
            "the new year is discarded",
            "events",
            "state.event_stack[Event.NEW_YEAR] += 1",
            "state.event_discard[Event.NEW_YEAR] += 1",
            "events tricky",
        ),
        (
            "E3",
            "the drawn card stays in the stack",
            "events",
            "state.event_discard[event] += 1",
            "state.event_discard[event] += 1\n    state.event_stack[event] += 1",
            "events tricky",
        ),
        (
            "E5",
            "a church goes to the hand",
            "principality",
            'goes openly to its hand, church and town hall to the row."""\n    if belongs_in_row(board, card):',
            'goes openly to its hand, church and town hall to the row."""\n    if False:',
            "events",
        ),
        (
            "E5",
            "brothels can be named",
            "effects",
            "int(cards.is_building(card) and card != Card.BROTHEL) << slot",
            "int(cards.is_building(card)) << slot",
            "events",
        ),
        (
            "E5",
            "the owner of the knight chooses what is lost",
            "events",
            "state.player = 1 - state.player",
            "pass",
            "events",
        ),
        (
            "E6",
            "the second seat is not asked once the first has declined",
            "events",
            "if state.player == state.turn_player:\n        ask_builder",
            "if state.player == state.turn_player and state.phase != Phase.BUILDER:\n        ask_builder",
            "events",
        ),
        (
            "E7",
            "garrisons bear no fruit",
            "events",
            "if card == Card.ABBEY or card == Card.GARRISON:",
            "if card == Card.ABBEY:",
            "events",
        ),
        (
            "E4",
            "a library brings nothing",
            "events",
            "survey.count_working(state, seat, Card.ABBEY) + survey.count_working(state, seat, Card.LIBRARY)",
            "survey.count_working(state, seat, Card.ABBEY)",
            "events",
        ),
        (
            "E8",
            "the enemy gives",
            "events",
            "asking.ask_times(state, Phase.MENDICANT, owner, ALMS)",
            "asking.ask_times(state, Phase.MENDICANT, 1 - owner, ALMS)",
            "events",
        ),
        ("E9", "a banned stack is turned up", "events", "if state.bans[stack] == NOBODY:", "if True:", "events tricky"),
        ("E10", "a cathedral brings two", "events", "FEAST = (2, 4)", "FEAST = (2, 2)", "events"),
    )
)

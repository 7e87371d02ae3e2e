"""Faults to plant in the engine, spread over all chapters: each is one wrong reading of a rule, or a slip."""

from tests.referee.planted import Fault

AREAS = "is_own & (size == largest)"
CASTLE_POINTS = "state.scores[state.king] += state.buildings[state.king, Supply.CASTLES]"
LAID_COUNT = "count += state.laid[other, card]"

FAULTS = (
    Fault("C5", "supply is not used up", "building", "state.supply[kind] -= 1", "state.supply[kind] -= 0", "building"),
    Fault(
        "C7", "a crown turned up vanishes", "people", "state.crowns_aside += 1", "state.crowns_aside += 0", "cards king"
    ),
    Fault("S2", "one round of markers", "setup", "board.markers - 2", "board.markers - 1", "setup"),
    Fault("S3", "one neighbour is allowed", "setup", "field] == 0", "field] <= 1", "setup"),
    Fault("T1", "four action points", "turn", "ACTION_POINTS = 3", "ACTION_POINTS = 4", "turn"),
    Fault("T2", "a papal visit vanishes", "turn", "[Card.PAPAL_VISIT] += 1", "[Card.PAPAL_VISIT] += 0", "turn cards"),
    Fault("T3", "building costs 1", "building", "\nCOST = 2", "\nCOST = 1", "building"),
    Fault(
        "B1", "built on built land", "building", "(state.building[field] == np.int8(Building.NONE))", "True", "building"
    ),
    Fault(
        "B2",
        "a second cathedral",
        "building",
        "octagon] == np.int8(Building.LARGE_CITY))",
        "octagon] >= np.int8(Building.LARGE_CITY))",
        "building",
    ),
    Fault("D2", "events without a king", "cards", "if state.king != NOBODY:  # D2", "if True:  # D2", "cards"),
    Fault(
        "D3",
        "a new pile forgets the discards",
        "piles",
        "state.draw_pile[card] += state.discard_pile[card]",
        "pass",
        "cards king",
    ),
    Fault("D4", "the king scores too", "cards", "if seat != state.king:", "if True:", "cards"),
    Fault("D5", "incite and unrest mixed up", "cards", "UNREST_REVEAL = 3, 2", "UNREST_REVEAL = 2, 3", "cards"),
    Fault("D7", "a second papal visit", "decisions", " and not state.papal_visit[seat]", "", "cards"),
    Fault("D7", "attack despite papal visit", "attack", "state.papal_visit[other] or ", "", "cards attack"),
    Fault("D7", "revolt despite papal visit", "revolt", " and not state.papal_visit[state.king]", "", "cards revolt"),
    Fault(
        "L1", "one field per card", "land", "state.claims_left = board.shields[card]", "state.claims_left = 1", "land"
    ),
    Fault(
        "L2",
        "occupation for 1",
        "decisions",
        "state.action_points == land.OCCUPY_COST",
        "state.action_points >= 1",
        "land",
    ),
    Fault(
        "L3",
        "claims without markers",
        "land",
        "found and state.markers[seat] > 0",
        "found",
        "land",
    ),
    Fault("A1", "attack in the first round", "attack", "state.turn < seats or ", "", "attack"),
    Fault("A1", "two attacks in a turn", "attack", "state.attack_spent = 1", "state.attack_spent = 0", "attack"),
    Fault(
        "A3",
        "equal strength may attack",
        "attack",
        "strength <= castles(state, other)",
        "strength < castles(state, other)",
        "attack",
    ),
    Fault(
        "A5",
        "a truce does not return cards",
        "attack",
        "take_back(state, seat)  # A5",
        "discard_laid(state, seat)",
        "attack",
    ),
    Fault(
        "A6",
        "an ambush counts for nothing",
        "attack",
        "strength -= highest_combat(board, state.laid[seat])",
        "strength -= 0",
        "attack",
    ),
    Fault(
        "A6",
        "equal strength captures",
        "attack",
        "if strength > castles(state, defender)",
        "if strength >= castles(state, defender)",
        "attack",
    ),
    Fault("A7", "the loser's marker is lost", "land", "state.markers[loser] += 1", "pass", "attack land"),
    Fault("K1", "castle or city is enough", "king", "> 0 and cities > 0", "> 0 or cities > 0", "king"),
    Fault("K2", "piles are not shuffled", "king", "piles.shuffle_discards_in(state)", "pass", "king"),
    Fault("K3", "tax counts cathedrals", "king", CASTLE_POINTS, CASTLE_POINTS.replace("CASTLES", "CATHEDRALS"), "king"),
    Fault("K4", "no choice of tax", "turn", "Phase.TAX if state.king == state.turn_player else ", "", "king turn"),
    Fault("R1", "a revolt costs nothing", "revolt", "    state.action_points -= 1\n", "", "revolt"),
    Fault("R5", "only two truces call it off", "revolt", "Vote.SWORD) > 0:", "Vote.SWORD) > 1:", "revolt"),
    Fault(
        "R5",
        "a truce does not return cards",
        "revolt",
        "attack.take_back(state, seat)",
        "attack.discard_laid(state, seat)",
        "revolt",
    ),
    Fault("R7", "ambushes hit their own side", "revolt", "Card.AMBUSH, 1 - side)", "Card.AMBUSH, side)", "revolt"),
    Fault(
        "R8",
        "the king's own vote is forgotten",
        "revolt",
        "crowns = STRENGTH_PER_VOTE * num_votes(state, Vote.CROWN)",
        "crowns = STRENGTH_PER_VOTE * (num_votes(state, Vote.CROWN) - 1)",
        "revolt",
    ),
    Fault(
        "R8",
        "a tie goes to the leader",
        "revolt",
        "if leader_strength > king_strength",
        "if leader_strength >= king_strength",
        "revolt",
    ),
    Fault("R9", "half is rounded down", "revolt", "(state.open_swords + 1) // 2", "state.open_swords // 2", "revolt"),
    Fault(
        "R10",
        "a sword stays open",
        "revolt",
        "people.shuffle_all_but(state, 0)",
        "people.shuffle_all_but(state, 1)",
        "revolt",
    ),
    Fault("R10", "followers get as much", "revolt", "(2 if seat == winner else 1)", "2", "revolt"),
    Fault("E1", "21 cards below game_end", "end", "others - below(", "others - 1 - below(", "end"),
    Fault("E1", "the end begins twice", "end", " and not state.end_begun", "", "end"),
    Fault(
        "X2",
        "threshold of other players",
        "rules",
        "edition.thresholds[rules.num_players]",
        "edition.thresholds[2]",
        "end",
    ),
    Fault(
        "E3",
        "a claim owed keeps the game alive",
        "land",
        "if state.free_land == 0:",
        "if state.free_land == 0 and state.claims_left == 0:",
        "end",
    ),
    Fault(
        "E4",
        "area points given twice",
        "end",
        f"has_largest |= {AREAS}",
        f"has_largest += 1 * ({AREAS})",
        "end scoring",
    ),
    Fault(
        "E4",
        "cathedrals are not scored",
        "end",
        "for kind in range(NUM_SUPPLIES):",
        "for kind in range(NUM_SUPPLIES - 1):",
        "end scoring",
    ),
    Fault(
        "E5", "winners do not share", "../engine/returns", "(1 / winners - 1 / seats)", "(1 - 1 / seats)", "end scoring"
    ),
    Fault(
        "X1",
        "no people cards more for two",
        "revolt",
        "EXTRA_REVEAL if state.scores.shape[0] == 2 else 0",
        "0",
        "revolt variant",
        2,
    ),
    Fault(
        "X3", "resettling is forgotten", "turn", "if state.markers[seat] == board.markers:", "if False:", "turn land"
    ),
    Fault(
        "P1", "hidden scores are shown", "observe", "shown = board.visible_scores or i == 0", "shown = True", "secrets"
    ),
    Fault("P2", "hands shrink as cards are laid", "observe", LAID_COUNT, "count += 0", "secrets"),
    Fault(
        "Q6",
        "attack cards in any order",
        "attack",
        "if state.laid[seat, card] > 0:  # never a card above the last one laid",
        "if False:",
        "attack",
    ),
    Fault(
        "Q10",
        "the cap comes a turn early",
        "turn",
        "state.turn == board.last_turn:",
        "state.turn == board.last_turn - 1:",
        "end turn",
    ),
)

"""Soundness checks: reject positions that no game can reach.

The parts of a position are well-formed here; the checks find contradictions between them. A position has no history, so
the checks do not verify how it was reached: they do not count the turns that a seat needs for its buildings.
docs/krone_schwert.md lists the cases that pass.
"""

from collections.abc import Iterator

import numpy as np

from kschwert_env.engine.contract.edition_rules import EditionRules
from kschwert_env.engine.contract.position_table import check_totals, check_turn
from kschwert_env.engine.jit.plain import PlainRecord, plain
from kschwert_env.krone_schwert.kernel import attack, cards, king, revolt
from kschwert_env.krone_schwert.kernel.components import (
    AREA_POINTS,
    CARD_NAMES,
    NOBODY,
    NUM_ACTION_CARDS,
    Building,
    Card,
    Phase,
    Result,
    Supply,
    Vote,
)
from kschwert_env.krone_schwert.kernel.end import KING_POINTS, MOST_BELOW
from kschwert_env.krone_schwert.kernel.setup import HAND
from kschwert_env.krone_schwert.kernel.turn import ACTION_POINTS

DRAWS_OF_AN_EVENT = 2  # upper bound per card and action point: before the discards are shuffled in (D3), and after


def contradictions(rules: EditionRules, state: np.void) -> list[str]:
    """Return every contradiction in a state as a text."""
    checks = [_pieces, _people, _game_end, check_turn, _turn, _crown, _points, _last_revolt]
    by_phase = {
        Phase.SETUP: _setup,
        Phase.RESETTLE: _resettle,
        Phase.TAX: _tax,
        Phase.REDRAW: _redraw,
        Phase.EXPAND: _expand,
        Phase.ATTACK_LAY: _attack,
        Phase.ATTACK_REACT: _attack,
        Phase.REVOLT_VOTE: _revolt,
        Phase.REVOLT_LAY: _revolt,
        Phase.OVER: _over,
    }
    if state["phase"] in by_phase:
        checks.append(by_phase[Phase(state["phase"])])
    return [text for check in checks for text in check(rules, state)]


def _qualifies(state: np.void, seat: int) -> bool:
    """Return whether a seat has a castle and a city (K1)."""
    return bool(plain(king.qualifies)(state, seat))


# -- pieces -----------------------------------------------------------------------------------------------------


def _pieces(rules: EditionRules, state: np.void) -> Iterator[str]:
    """Check the numbers of cards, markers and buildings (C4, C5, C6)."""
    parts = [int(part) for part in state["parts"] if part != NOBODY]
    if len(set(parts)) < len(parts):
        yield "parts: a part lies on the board twice"
    elif not rules.board["shuffle_parts"][0] and parts != rules.edition_data.first_parts(int(rules.board["map"][0])):
        yield "parts: without shuffling they lie in the order of the edition"
    held = state["hands"].sum(axis=0) + state["laid"].sum(axis=0)
    held[Card.PAPAL_VISIT] += state["papal_visit"].sum()
    total = state["draw_pile"] + state["discard_pile"]
    total[:NUM_ACTION_CARDS] += held
    every_card = slice(Card.GAME_END)  # but `game_end`, which is checked below
    yield from check_totals("cards", CARD_NAMES, total[every_card], rules.board["copies"][0, every_card])
    for seat, markers in enumerate(state["markers"]):
        if markers < 0:
            yield f"owner: seat {seat} has {-markers} markers more on the board than there are"
    for kind in Supply:
        if state["supply"][kind] < 0:
            yield f"buildings: {-state['supply'][kind]} {kind.name.lower()} more than there are"


def _people(rules: EditionRules, state: np.void) -> Iterator[str]:
    """Check the numbers of people cards (C7)."""
    crowns, swords = (int(count) for count in rules.board["people"][0])
    if state["face_down"][Vote.CROWN] + state["crowns_aside"] != crowns:
        yield f"people: there are {crowns} crowns in all"
    if state["face_down"][Vote.SWORD] + state["open_swords"] != swords:
        yield f"people: there are {swords} swords in all"


def _game_end(rules: EditionRules, state: np.void) -> Iterator[str]:
    """Check the position of `game_end` (S1, E1, E2)."""
    in_pile, discarded = (int(state[pile][Card.GAME_END]) for pile in ("draw_pile", "discard_pile"))
    above = int(state["cards_before_game_end"])
    if not state["end_begun"]:
        if in_pile or discarded or above != NOBODY:
            yield "game_end: it is put aside, and cards_before_game_end null, until the end has begun"
        return
    if in_pile + discarded != 1:
        yield "game_end: there is one, in the draw pile or drawn"
    elif discarded and (state["phase"] != Phase.OVER or above != 0):
        yield "game_end: when it is drawn the game is over, with cards_before_game_end 0"
    elif in_pile:
        below = int(state["draw_pile"].sum()) - 1 - above
        if above == NOBODY or not 0 <= below <= MOST_BELOW:
            yield f"cards_before_game_end: 0 to {MOST_BELOW} cards lie below game_end"


# -- the turn ---------------------------------------------------------------------------------------------------


def _turn(rules: EditionRules, state: np.void) -> Iterator[str]:
    """Check the turn's player, the deciding seat, and what the turn has spent (T1, A1, D7, Q10)."""
    phase, turn, seats = state["phase"], int(state["turn"]), rules.num_players
    if (turn == -1) != (phase == Phase.SETUP):
        yield "turn: null in setup, and only then"
    if phase == Phase.SETUP or turn == -1:
        return
    begun = max(int(rules.board["blank"]["turn"][0]), 0)
    if turn < begun:
        yield f"turn: games begin in turn {begun}"
    if state["turn_player"] != (state["start_player"] + turn - begun) % seats:
        yield f"turn_player: in turn {turn} it is (start_player + {turn - begun}) mod {seats}"
    elsewhere = (Phase.ATTACK_REACT, Phase.REVOLT_VOTE, Phase.REVOLT_LAY, Phase.OVER)
    if phase not in elsewhere and state["player"] != state["turn_player"]:
        yield "player: in this phase the turn's player decides"
    yield from _action_points(state)
    if phase != Phase.OVER and state["free_land"] == 0:
        yield "owner: the game is over when all plains and forests are taken"


def _action_points(state: np.void) -> Iterator[str]:
    """Check the action points left in each phase (T1)."""
    phase, points = state["phase"], int(state["action_points"])
    paid_for = (Phase.REDRAW, Phase.ATTACK_LAY, Phase.ATTACK_REACT, Phase.REVOLT_VOTE, Phase.REVOLT_LAY)
    least, most = (0, 2) if phase in paid_for else (0, 3) if phase == Phase.OVER else (1, 3)
    if not least <= points <= most:
        yield f"action_points: {points}, but in this phase there are {least} to {most}"
    if phase in (Phase.RESETTLE, Phase.TAX) and (points < 3 or state["attack_spent"]):
        yield "action_points: nothing has been done yet in this turn, so there are 3, and no attack is spent"


def _crown(rules: EditionRules, state: np.void) -> Iterator[str]:
    """Check who can be king, and the consequences of a king (K1, R1, E1)."""
    crowned = int(state["king"])
    if crowned == NOBODY:
        for seat in range(rules.num_players):
            if _qualifies(state, seat):
                yield f"king: seat {seat} has a castle and a city, so there is a king"
    elif not _qualifies(state, crowned):
        yield f"king: seat {crowned} has no castle and city"
    yield from _kings_by_revolt(state)
    if state["end_begun"] != (state["announced"] >= rules.board["threshold"][0]).any():
        yield "end_begun: true once a new king has announced the threshold, and only then"
    for seat, announced in enumerate(state["announced"]):
        if announced > state["scores"][seat]:
            yield f"announced: seat {seat} announced {announced}, more than its score of {state['scores'][seat]}"


def _kings_by_revolt(state: np.void) -> Iterator[str]:
    """Check that every king after the first has led a revolt and announced their VP (E1, K5, R1)."""
    announcers = np.flatnonzero(state["announced"] != NOBODY)
    if not len(announcers):
        return
    if state["king"] not in announcers:
        yield "announced: only kings by revolt announce, so the king is one of those who have (E1, K5)"
    for seat in announcers.tolist():
        if not _qualifies(state, seat):
            yield f"announced: seat {seat} has led a revolt, so it has a castle and a city (R1)"


def _points(rules: EditionRules, state: np.void) -> Iterator[str]:
    """Check an upper bound on scores: what turns and action points can have brought so far.

    What this phase may still bring is left out, so that no score of an accepted position exceeds the bound later.
    """
    phase, fields = state["phase"], len(state["owner"])
    scorings = int(rules.board["copies"][0, Card.CITY_SCORING])
    # D4; a revolt scores one VP per castle, two per cathedral
    in_an_action = (3 + DRAWS_OF_AN_EVENT * scorings) * fields
    in_a_turn = fields + ACTION_POINTS * in_an_action  # K4: one VP per castle for the tax
    spent = ACTION_POINTS - int(state["action_points"])
    most = max(int(state["turn"]), 0) * in_a_turn + spent * in_an_action
    most += (1 - _points_due(state, scorings)) * fields
    if phase == Phase.OVER:
        most += 2 * fields + sum(AREA_POINTS) + KING_POINTS  # E4
    if state["scores"].max() > (most := 0 if phase == Phase.SETUP else most):
        yield f"scores: {state['scores'].tolist()}, but by turn {state['turn']} nobody can have more than {most}"


def _points_due(state: np.void, scorings: int) -> int:
    """Return an upper bound on the VP per field that may still come before another action point is spent."""
    match Phase(state["phase"]):
        case Phase.RESETTLE | Phase.TAX:
            return 1
        case Phase.REVOLT_VOTE | Phase.REVOLT_LAY:
            return 3
        case Phase.REDRAW:  # D3: a pile without action cards can be emptied, and the discards shuffled in
            is_emptied = not state["end_begun"] and not state["draw_pile"][:NUM_ACTION_CARDS].any()
            return int(state["draw_pile"][Card.CITY_SCORING]) + scorings * is_emptied
    return 0


def _last_revolt(rules: EditionRules, state: np.void) -> Iterator[str]:
    """Check the seats, cards and result of the last revolt (P3, R2, R5 to R8)."""
    leader, king = int(state["last_leader"]), int(state["last_king"])
    if leader == NOBODY:
        return
    if state["leader"] != NOBODY:
        yield "last_revolt: null while another one is under way"
    if leader == king:
        yield "last_revolt: the king does not revolt against himself"
        return
    for seat in (leader, king):
        if not _qualifies(state, seat):
            yield f"last_revolt: seat {seat} was its leader or king, so it has a castle and a city (R1, B3)"
    for seat, vote in ((leader, Vote.SWORD), (king, Vote.CROWN)):
        if state["last_votes"][seat] != vote:
            yield f"last_revolt: the vote of seat {seat} is {vote.name.lower()}"
    for card in np.flatnonzero(state["last_laid"].sum(axis=0) > rules.board["copies"][0, :NUM_ACTION_CARDS]):
        yield f"last_revolt: more cards of {CARD_NAMES[card]} were laid than there are"
    last = PlainRecord(state)
    result = Result(plain(revolt.result)(last.last_votes, last.last_laid, last.last_open_swords, rules.board[0]))
    if state["last_result"] != result:
        yield f"last_revolt: by votes, cards and open swords its result is {result.name.lower()}"
    elif state["king"] != (leader if result == Result.LEADER else king):
        yield "last_revolt: who was king after it is king still (K5)"
    elif result == Result.LEADER and state["announced"][leader] == NOBODY:
        yield f"last_revolt: seat {leader} became king by it, and announced its VP (E1)"


# -- phases -----------------------------------------------------------------------------------------------------


def _setup(rules: EditionRules, state: np.void) -> Iterator[str]:
    """Check the setup (S1 to S3)."""
    seats = rules.num_players
    placed = int((state["owner"] != NOBODY).sum())
    if state["player"] != (state["start_player"] + placed) % seats or placed >= 2 * seats:
        yield "player: in setup each seat places two markers in two rounds"
    for seat in range(seats):
        due = placed // seats + ((seat - state["start_player"]) % seats < placed % seats)
        if (state["owner"] == seat).sum() != due:
            yield f"owner: seat {seat} has placed {due} markers by now"
    if state["player"] != state["turn_player"]:
        yield "turn_player: in setup it is the seat that places"
    if state["action_points"] or state["attack_spent"]:
        yield "action_points: 0, and no attack spent, in setup"
    if (state["hands"].sum(axis=1) != HAND).any() or state["discard_pile"].any() or state["papal_visit"].any():
        yield f"hands: in setup everybody holds {HAND} cards and nothing has been played"
    if state["building"].any() or state["king"] != NOBODY or state["open_swords"] or state["crowns_aside"]:
        yield "phase: nothing is built and nothing turned up in setup"


def _resettle(rules: EditionRules, state: np.void) -> Iterator[str]:
    """Check resettling (X3)."""
    if (state["owner"] == state["turn_player"]).sum() > 1:
        yield "phase: resettle is for a seat without fields, up to its second claim"
    if state["buildings"][state["turn_player"]].any():
        yield "phase: who resettles has no building, for buildings are never lost"


def _tax(rules: EditionRules, state: np.void) -> Iterator[str]:
    """Check the decision about the tax (K4)."""
    if state["king"] != state["turn_player"]:
        yield "phase: only the king is asked for the tax"


def _redraw(rules: EditionRules, state: np.void) -> Iterator[str]:
    """Check the offer of a replacement for an event (D1, D3, Q9)."""
    if not state["discard_pile"][NUM_ACTION_CARDS : Card.GAME_END].any():
        yield "phase: a replacement is offered for an event, and none has been discarded"
    if not plain(cards.can_draw)(state):
        yield "phase: no replacement is offered where no pile holds an action card"


def _expand(rules: EditionRules, state: np.void) -> Iterator[str]:
    """Check an expansion (L1, Q4)."""
    seat, card = state["turn_player"], int(state["expansion_card"])
    shields = int(rules.board["shields"][0, card])
    if state["claims_left"] > shields:
        yield f"expansion: {CARD_NAMES[card]} has {shields} shields"
    if state["discard_pile"][card] == 0:
        yield f"expansion: {CARD_NAMES[card]} has been discarded"
    if state["markers"][seat] < 1:
        yield "expansion: no marker is left to claim with"
    if not ((state["owner"] == NOBODY) & (state["own_neighbours"][seat] > 0)).any():
        yield "expansion: no free field lies beside an own one"


def _attack(rules: EditionRules, state: np.void) -> Iterator[str]:
    """Check an attack (A1 to A4, Q6)."""
    seat, field = state["turn_player"], state["attacked"]
    defender = int(state["owner"][field])
    if not state["attack_spent"] or state["turn"] < rules.num_players:
        yield "attack: it takes the turn's attack, which nobody has in the first round"
    if defender in (NOBODY, seat) or state["building"][field] != Building.NONE:
        yield "attack: its target is another player's field without a building"
        return
    if state["own_neighbours"][seat, field] == 0 or state["papal_visit"][defender] or state["markers"][seat] < 1:
        yield "attack: it takes an own field beside, a marker, and a defender without papal visit"
    combat = rules.board["combat"][0, :NUM_ACTION_CARDS]
    laid, castles = state["laid"][seat], int(state["buildings"][defender, Supply.CASTLES])
    strength = plain(attack.strength_laid)(state, rules.board[0], seat)
    if laid[combat == 0].any():
        yield "attack: cards of combat 0 can't be laid"
    is_laying = state["phase"] == Phase.ATTACK_LAY
    if is_laying:
        first = plain(attack.first_to_lay)(laid)
        strength += int((state["hands"][seat] * combat)[first:].sum())
    if strength <= castles:
        yield f"attack: with a strength of {strength} the {castles} castles of the defender are not exceeded"
    if state["player"] != (seat if is_laying else defender):
        yield "player: the attacker lays, the defender answers"


def _revolt(rules: EditionRules, state: np.void) -> Iterator[str]:
    """Check that the seats from the leader clockwise to the deciding seat have decided (R1 to R3, Q7)."""
    leader, king, seats = int(state["leader"]), int(state["king"]), rules.num_players
    if leader != state["turn_player"] or king in (NOBODY, leader) or not _qualifies(state, leader):
        yield "revolt: its leader is the turn's player, has a castle and a city, and is not king"
        return
    if state["papal_visit"][king]:
        yield "revolt: the king is under papal visit"
    for i in range(seats):
        seat, asked = (leader + i) % seats, (int(state["player"]) - leader) % seats
        due = {leader: Vote.SWORD, king: Vote.CROWN}.get(seat)
        has_voted = i < asked or (i == asked and state["phase"] == Phase.REVOLT_LAY)
        if due is not None:
            if state["votes"][seat] != due:
                yield f"revolt: the vote of seat {seat} is {due.name.lower()}"
            if i == asked and state["phase"] == Phase.REVOLT_VOTE:
                yield "phase: leader and king are not asked for a vote"
        elif (state["votes"][seat] != NOBODY) != has_voted:
            yield f"revolt: seat {seat} has {'' if has_voted else 'not '}voted by now"
        if bool(state["decided"][seat]) != (i < asked):
            yield f"revolt: seat {seat} has {'' if i < asked else 'not '}decided by now"
        if not has_voted and i >= asked and state["laid"][seat].any():
            yield f"revolt: seat {seat} has not been asked for cards yet"


def _over(rules: EditionRules, state: np.void) -> Iterator[str]:
    """Check that the game has exactly one reason to be over (E2, E3, E6)."""
    reasons = int(state["discard_pile"][Card.GAME_END]) + int(state["free_land"] == 0)
    if state["truncated"] and (reasons or state["turn"] != rules.board["last_turn"][0]):
        yield "truncated: a game is truncated after its last turn, unless it has ended before"
    elif not state["truncated"] and reasons != 1:
        yield "phase: a game is over when game_end is drawn, the board is full or the cap is reached"

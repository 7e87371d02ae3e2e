"""The middle of a picture: decision, last action, and the running battle or the end."""

from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.text.phrases import card_name, counted
from kschwert_env.rendering.boxes import SMALL, badge, frame, heading, heading_end, last_lines, title_lines
from kschwert_env.rendering.colours import FAINT
from kschwert_env.rendering.metrics import shortened
from kschwert_env.rendering.sentences import say_question
from kschwert_env.rendering.svg import group, moved, text, use
from kschwert_env.rendering.symbols import SWORDS, seat_symbol
from kschwert_env.two_crowns.kernel.components import CARD_NAMES, KNIGHT_NAMES, PRICE
from kschwert_env.two_crowns.kernel.special_cards import DAMAGE
from kschwert_env.two_crowns.positions import view
from kschwert_env.two_crowns.positions.view import SeatView
from kschwert_env.two_crowns.svg import cards as picture_cards
from kschwert_env.two_crowns.svg.sides import SIDE, TABLE
from kschwert_env.two_crowns.svg.targets import DRAWN
from kschwert_env.two_crowns.text.drawing import asking
from kschwert_env.two_crowns.text.questions import question

EVENT_HEIGHT = 182  # height
EFFECTS = {
    "catapult": f"{DAMAGE} points off the enemy castle",
    "bishop": "takes the strongest enemy knight",
    "feint": "the strongest enemy knight rests",
    "vassal": "doubles your points",
}
_TITLE = "Two Crowns"
HALF = SIDE / 2  # left end of the right half of a battle


def header(position: Position, viewer: int | None, width: float, is_own: bool = False) -> str:
    """Draw the turn, whether the die of fate has been rolled, and the viewer (`heading`)."""
    when = f"turn {position['turn'] + 1}: [{position['turn_player']}]"
    rolled = "die of fate rolled" if position["fate_used"] else "die of fate not rolled yet"
    end = heading_end(_TITLE, "turn 999: [0]")
    fate = [badge(end, 9, rolled)] if position["rules"]["die_of_fate"] else []
    return group(*heading(_TITLE, when, viewer, width, is_own), *fate)


def legend() -> str:
    """Draw the prices and effects of special cards."""
    lines = []
    for i, (card, effect) in enumerate(EFFECTS.items()):
        price = PRICE[CARD_NAMES.index(card)]
        name = f"{card_name(card)}, {f'{price} gold' if price else 'free'}"
        words = text(12, 43 + 36 * i, name, SMALL, font_weight="bold"), text(12, 58 + 36 * i, effect, SMALL)
        lines.append(group(*words, data_card=card))
    return group(frame(TABLE, EVENT_HEIGHT, "Special cards"), *lines)


def event_box(position: Position, viewer: int | None, seats: list[SeatView], last: str) -> str:
    """Draw the question, the line about the last action, and the battle, the cards drawn, or the end."""
    title, more = title_lines(say_question(question(position), position, viewer), SIDE)
    body = [*last_lines(last, SIDE), *_body(position, viewer, seats)]
    return group(frame(SIDE, EVENT_HEIGHT), *title, moved(0, more, *body) if body else "")


def _body(position: Position, viewer: int | None, seats: list[SeatView]) -> list[str]:
    if position["phase"] == "over":
        return _outcome(position["castles"])
    if position["phase"] == "keep":
        drawn = view.drawn(position, viewer)
        if drawn is None:
            return picture_cards.backs(2, 12, 66, "drawn")
        return picture_cards.row(drawn, 12, 66, DRAWN)
    if position["battle"]:
        attacker, defender = position["turn_player"], 1 - position["turn_player"]
        sides = _in_battle(position, seats[attacker], 12), _in_battle(position, seats[defender], HALF + 12)
        return [*sides, use(SWORDS, HALF - 8, 64, 1)]
    return []


def _outcome(castles: list[int]) -> list[str]:
    """Draw the winner: the higher castle (E1 to E3)."""
    if castles[0] == castles[1]:
        return [text(12, 84, f"Nobody wins: both castles have {castles[0]} points", 16, font_weight="bold")]
    winner = castles.index(max(castles))
    result = f"[wins]: the castles have {max(castles)} and {min(castles)} points"
    return [use(seat_symbol(winner), 28, 84), text(50, 90, f"[{winner}] {result}", 16, font_weight="bold")]


def _in_battle(position: Position, seat: SeatView, x: float) -> str:
    """Draw one side of a battle: cards laid, cards paid for, and its points if known."""
    number, y = seat.seat, 80
    place, count = f"laid {number}", position["battle"]["counts"][number]
    role = f"[{number}] [{_role(position, number)}] with {counted(count, 'card')}"
    title = [use(seat_symbol(number), x + 10, 62, 0.7), text(x + 28, 66, shortened(role, SMALL, 258), SMALL)]
    if count and view.lies_face_down(position, number):
        title.append(text(x + 302, 146, "face down", SMALL, text_anchor="end", fill=FAINT))
    if seat.laid is None:
        return group(*title, *picture_cards.backs(count, x, y, place))
    is_asked = position["phase"] == "pay" and position["player"] == number
    ring = [picture_cards.ring(seat.laid, asking(position), x, y)] if is_asked else []
    return group(
        *title,
        *picture_cards.row(seat.laid, x, y, place),
        *ring,
        *picture_cards.paid_row(seat.paid, x + picture_cards.STEP * sum(seat.laid.values()), y, f"paid {number}"),
        *([_points(seat, x + 272)] if count else []),
    )


def _role(position: Position, seat: int) -> str:
    return "attacks" if seat == position["turn_player"] else "defends"


def _points(seat: SeatView, x: float) -> str:
    """Draw the points of the knights laid (A4), doubled by every paid vassal (X4)."""
    vassals = seat.paid.get("vassal", 0)
    knights = points_of_knights(seat) // 2**vassals
    doubled = [text(x, 144, f"{knights} x {2**vassals}", SMALL, text_anchor="middle", fill=FAINT)] if vassals else []
    return group(
        text(x, 112, knights * 2**vassals, 22, text_anchor="middle", font_weight="bold", data_points=seat.seat),
        text(x, 128, "points", SMALL, text_anchor="middle", fill=FAINT),
        *doubled,
    )


def points_of_knights(seat: SeatView) -> int:
    """Return the points of the knights that a seat has laid (A4), doubled by every paid vassal (X4)."""
    laid = seat.laid or {}
    knights = sum((i + 1) * laid.get(knight, 0) for i, knight in enumerate(KNIGHT_NAMES))
    return int(knights * 2 ** seat.paid.get("vassal", 0))

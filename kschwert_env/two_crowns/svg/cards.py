"""The cards of a picture: one symbol per kind of card, rows of cards, and backs."""

from kschwert_env.rendering import symbols
from kschwert_env.rendering.boxes import target_of
from kschwert_env.rendering.colours import GOLD, INK, WHITE
from kschwert_env.rendering.svg import SMALLEST, box, document, element, group, moved, text, use
from kschwert_env.rendering.symbols import BACK, MITRE, OUTLINE, SWORD, SWORDS
from kschwert_env.two_crowns.kernel.components import CARD_NAMES, FIRST_SPECIAL, NUM_KNIGHTS, NUM_PLAYERS, PRICE
from kschwert_env.two_crowns.positions.view import Cards
from kschwert_env.two_crowns.svg.colours import FEINT, FLAG, GOLDS, KNIGHTS, SHOT, SPECIAL, WOOD

WIDTH, HEIGHT = 57, 74
TALL = 78.5  # height of a card alone, which then has the proportions of the other games' cards
STEP = 61  # distance from one card to the next
GROUNDS = (KNIGHTS, GOLDS, SPECIAL)  # backgrounds of knights, gold and special cards


def definitions() -> str:
    """Return the symbols of all cards, and the symbols that all games share."""
    return symbols.definitions(NUM_PLAYERS, *map(_face, range(len(CARD_NAMES))))


def draw_card(rules: object, card: str) -> str | None:
    """Return a picture of a card by its id; None for an unknown one. Cards look the same in all editions."""
    if card == "castle":
        return document(WIDTH, TALL, symbols.definitions(0), use(symbols.CASTLE, WIDTH / 2, TALL / 2, 1.4, fill=WOOD))
    if card not in CARD_NAMES:
        return None
    return document(WIDTH, TALL, symbols.definitions(0, _face(CARD_NAMES.index(card), TALL)), use(_symbol(card), 0, 0))


def row(cards: Cards, x: float, y: float, place: str) -> list[str]:
    """Draw cards face up side by side, in the order of the deck table; (x, y) is the upper left corner."""
    names = [card for card in CARD_NAMES for _ in range(cards.get(card, 0))]
    return [
        use(_symbol(card), x + STEP * i, y, data_card=card, data_place=place, data_target=target_of(place, card))
        for i, card in enumerate(names)
    ]


def paid_row(cards: Cards, x: float, y: float, place: str) -> list[str]:
    """Draw a row of cards that are paid for, each marked with a piece of gold."""
    gold = [
        group(
            box(x + STEP * i + 5, y + HEIGHT - 4, WIDTH - 10, 15, 6, fill=GOLD, stroke=INK),
            text(x + STEP * i + WIDTH / 2, y + HEIGHT + 8, "paid", SMALLEST, text_anchor="middle", font_weight="bold"),
        )
        for i in range(sum(cards.values()))
    ]
    return [*row(cards, x, y, place), *gold]


def backs(number: int, x: float, y: float, place: str) -> list[str]:
    """Draw `number` cards face down."""
    middle = x + WIDTH / 2, y + HEIGHT / 2
    return [use(BACK, middle[0] + STEP * i, middle[1], HEIGHT / 26, data_back=place) for i in range(number)]


def ring(cards: Cards, marked: str, x: float, y: float) -> str:
    """Draw a frame around the first card `marked` in the row of `cards` that begins at (x, y)."""
    before = sum(cards.get(card, 0) for card in CARD_NAMES[: CARD_NAMES.index(marked)])
    size = WIDTH + 6, HEIGHT + 6
    return box(x - 3 + STEP * before, y - 3, *size, 7, fill="none", stroke=GOLD, stroke_width=4, data_asking=marked)


def _symbol(card: str) -> str:
    return f"tc-{card}"


def _face(card: int, height: float = HEIGHT) -> str:
    """Draw background, sign and name; in the corner the points of a knight, the value of gold, or a price."""
    name, _, number = CARD_NAMES[card].partition("_")
    ground = GROUNDS[(card >= NUM_KNIGHTS) + (card >= FIRST_SPECIAL)]
    price = [element("circle", cx=10, cy=11, r=7, fill=GOLD, stroke=INK)] if PRICE[card] else []
    corner = number or PRICE[card] or ""
    return group(
        box(0.5, 0.5, WIDTH - 1, height - 1, 5, fill=ground, stroke=INK),
        *_sign(name, int(number or 0), WIDTH / 2, height / 2),
        *price,
        text(10, 15.5, corner, 13, font_weight="bold", text_anchor="middle"),
        text(WIDTH / 2, height - 7, name.capitalize(), SMALLEST, text_anchor="middle"),
        id=_symbol(CARD_NAMES[card]),
    )


def _sign(name: str, number: int, x: float, y: float) -> list[str]:
    """Return the symbol with its centre at (x, y)."""
    if name == "knight":
        return [use(sign, x + 3, y) for sign in ((SWORD,), (SWORDS,), (SWORDS, SWORD))[number - 1]]
    if name == "gold":
        return [_coin(x + 9 * (i - (number - 1) / 2), y + 1) for i in range(number)]
    if name == "bishop":
        return [use(MITRE, x + 3, y + 1)]
    return [moved(x, y, *{"catapult": _catapult, "feint": _feint, "vassal": _vassal}[name]())]


def _coin(x: float, y: float) -> str:
    return element("circle", cx=x, cy=y, r=10, fill=GOLD, **OUTLINE)


def _catapult() -> list[str]:
    beams = element("path", d="M-14 10H14M-9 10L0 0L9 10M12 8L-8 -6", fill="none", stroke=WOOD, stroke_width=3.5)
    wheels = [element("circle", cx=x, cy=12, r=4, fill=WHITE, **OUTLINE) for x in (-9, 9)]
    return [beams, *wheels, element("circle", cx=-9, cy=-9, r=5, fill=SHOT, **OUTLINE)]


def _feint() -> list[str]:
    """Draw an arrow around an obstacle."""
    way = {"fill": "none", "stroke": FEINT, "stroke_width": 3.5, "stroke_linecap": "round"}
    return [element("path", d="M-13 9C-13 -12 10 -14 10 4M4 -2L10 6L16 -2", **way)]


def _vassal() -> list[str]:
    """Draw a banner with the text "x2"."""
    pole = element("path", d="M-13 13V-12", fill="none", stroke=WOOD, stroke_width=3)
    flag = element("path", d="M-12 -11H15L10 -2L15 7H-12z", fill=FLAG, **OUTLINE)
    return [pole, flag, text(-1, 3, "x2", 14, fill=WHITE, font_weight="bold", text_anchor="middle")]

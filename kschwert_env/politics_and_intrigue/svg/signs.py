"""The symbols of cards, events, faces of the die and resources: one for each (`rendering.signs`), own work."""

from functools import cache

from kschwert_env.politics_and_intrigue.svg.colours import (
    BLACK,
    CLOTH,
    FIRE,
    IRON,
    LEAF,
    PAGE,
    ROOF,
    ROSE,
    STONE,
    TIMBER,
    WALL,
    WATER,
)
from kschwert_env.rendering.colours import GOLD, STEEL, WHITE
from kschwert_env.rendering.signs import Part, disc, draw_sign

_SHIELD = "M-13 -15H13V0Q13 10 0 17Q-13 10 -13 0z"
_CHURCH = "M-13 16V0L0 -9L13 0V16z"
_SKULL = "M-12 -4A12 12 0 0 1 12 -4Q12 4 7 7V14H-7V7Q-12 4 -12 -4z"
_CASTLE = "M-15 15V-11H-9V-6H-4V-11H4V-6H9V-11H15V15H5V8A5 5 0 0 0 -5 8V15z"

_BUILDINGS: dict[str, tuple[Part, ...]] = {
    "abbey": (
        ("M-16 16V2L-6 -6L4 2V16z", WALL),
        ("M4 16V-7L10 -14L16 -7V16z", ROOF),
        ("M10 -21V-14M7 -18H13M-6 16V8", None),
    ),
    "garrison": (
        ("M-16 16V-2L-12 -7L-8 -2V16zM-8 16V-2L-4 -7L0 -2V16zM0 16V-2L4 -7L8 -2V16zM8 16V-2L12 -7L16 -2V16z", TIMBER),
        ("M0 -18L13 -14L0 -9z", ROOF),
        ("M0 -7V-19", None),
    ),
    "brick_factory": (("M-16 16V6H-3V16zM-1 16V6H14V16zM-9 4V-6H5V4zM-15 -8V-17H-1V-8zM7 4V-6H16V4z", ROOF),),
    "grain_mill": (
        ("M-8 17L-5 -5H5L8 17z", WALL),
        ("M-6 -6L0 -13L6 -6z", ROOF),
        ("M0 -4L-14 -16L-17 -11zM0 -4L14 -16L17 -11zM0 -4L-15 6L-11 10zM0 -4L15 6L11 10z", PAGE),
    ),
    "iron_foundry": (
        ("M-17 -8H12V-12H17Q16 -2 6 1V7H11V14H-11V7H-5V1Q-15 0 -17 -8z", IRON),
        ("M-9 -13L-12 -18M-2 -13V-19M5 -13L8 -18", None),
    ),
    "lumber_mill": (("M-10 -16L8 16L4 18L-14 -14z", TIMBER), ("M-16 -16Q-4 -22 5 -12L-7 -3Q-10 -12 -16 -16z", STEEL)),
    "weaving_mill": (
        (disc(0, 2, 14), CLOTH),
        ("M-11 -6Q2 -8 8 13M-14 2Q-2 2 2 16M-3 -12Q10 -6 13 6M11 12L18 17", None),
    ),
    "fire_brigade": (
        ("M-12 -3H12L9 16H-9z", TIMBER),
        ("M-12 -3Q0 -20 12 -3M-11 4H11M-10 10H10", None),
        ("M0 -19Q6 -12 0 -9Q-6 -12 0 -19z", WATER),
    ),
    "marketplace": (
        ("M-14 -4V16H14V-4z", WALL),
        ("M-17 -3L-12 -16H12L17 -3Q13 1 10 -3Q5 1 0 -3Q-5 1 -10 -3Q-13 1 -17 -3z", ROOF),
        ("M-6 -16L-8 -4M6 -16L8 -4M-14 7H14", None),
    ),
    "church": ((_CHURCH, WALL), ("M-6 -4V-12L0 -20L6 -12V-4z", ROOF), ("M0 -26V-19M-3 -23H3M0 16V7", None)),
    "town_hall": (
        ("M-16 16V0H16V16z", WALL),
        ("M-18 0L0 -10L18 0z", ROOF),
        ("M-5 -8V-19H5V-8z", WALL),
        (disc(0, -13, 2.6), WHITE),
        ("M-10 4V16M-3 4V16M3 4V16M10 4V16", None),
    ),
    "library": (
        ("M0 -9Q-8 -15 -17 -11V11Q-8 7 0 13Q8 7 17 11V-11Q8 -15 0 -9z", PAGE),
        ("M0 -9V13M-13 -6Q-8 -8 -4 -5M-13 0Q-8 -2 -4 1M13 -6Q8 -8 4 -5M13 0Q8 -2 4 1", None),
    ),
    "bath_house": (
        ("M-16 2H16Q15 14 9 14H-9Q-15 14 -16 2z", STEEL),
        ("M-13 2Q-6 -3 0 2Q6 -3 13 2z", WATER),
        ("M-8 -4Q-12 -9 -8 -13T-8 -19M0 -4Q-4 -9 0 -13T0 -19M8 -4Q4 -9 8 -13T8 -19M-9 14V17M9 14V17", None),
    ),
    "cathedral": (
        ("M-6 16V-4L0 -10L6 -4V16z", WALL),
        ("M-16 16V-10L-11 -19L-6 -10V16zM6 16V-10L11 -19L16 -10V16z", STONE),
        (disc(0, 0, 3.2), WATER),
        ("M0 16V8M-11 -5V0M11 -5V0", None),
    ),
    "mint": (
        ("M-14 15V9A9 4 0 0 1 6 9V15A9 4 0 0 1 -14 15z", GOLD),
        ("M-14 7V1A9 4 0 0 1 6 1V7A9 4 0 0 1 -14 7z", GOLD),
        (disc(7, -7, 9.5), GOLD),
        ("M2 -4V-11L5 -8L7 -12L9 -8L12 -11V-4z", None),
    ),
    "harbor": (
        ("M0 -10V14M-7 -4H7M-14 4Q-12 15 0 15Q12 15 14 4M-17 7L-14 3L-10 7M17 7L14 3L10 7", None),
        (disc(0, -14, 4), STEEL),
    ),
    "counting_house": (
        ("M-16 -15H16V16H-16z", WALL),
        ("M-16 -6H16M-16 3H16M-16 11H16", None),
        (disc(-9, -6, 3) + disc(-2, -6, 3) + disc(9, 3, 3) + disc(2, 3, 3) + disc(-9, 11, 3), ROOF),
    ),
    "merchant_guild": (
        ("M-15 -3Q-15 -13 0 -13T15 -3z", TIMBER),
        ("M-15 -3H15V14H-15z", TIMBER),
        ("M-4 -6H4V4H-4z", GOLD),
        ("M-15 -3H15M-10 -10V14M10 -10V14", None),
    ),
    "holy_place": (
        ("M-10 16V-4Q-10 -15 0 -15T10 -4V16z", STONE),
        ("M-4 12V-1H4V12z", PAGE),
        ("M0 -6Q4 -3 0 1Q-4 -3 0 -6z", FIRE),
        ("M-17 -8L-13 -6M17 -8L13 -6M0 -21V-18", None),
    ),
    "mission": (("M-18 16Q-8 2 0 5T18 16z", LEAF), ("M-2.5 8V-17H2.5V8zM-9 -8V-12H9V-8z", TIMBER)),
    "order_castle": ((_CASTLE, STONE), ("M-7 -2H7V3Q7 9 0 12Q-7 9 -7 3z", WHITE), ("M0 -2V11M-7 3H7", None)),
    "bailiff_house": (
        ("M-15 -8L-4 -18L6 -8L-5 2z", TIMBER),
        ("M2 -4L15 9L11 13L-2 0z", WALL),
        ("M-16 17V12H6V17z", IRON),
    ),
    "metropolis": ((_CASTLE, ROOF), ("M-9 -13L-12 -23L-5 -18L0 -25L5 -18L12 -23L9 -13z", GOLD)),
    "bishops_see": (
        ("M-4 17H0V-5Q0 -9 4 -9Q8 -9 8 -5Q8 -2 5 -2V2Q12 2 12 -5Q12 -13 4 -13Q-4 -13 -4 -5z", GOLD),
        ("M-15 13Q-17 0 -10 -7Q-7 0 -9 13z", WHITE),
        ("M-12 -3V13M-15 3H-9", None),
    ),
    "brothel": (
        ("M-9 -7H9L11 9H-11z", ROSE),
        ("M-7 -7V-11H7V-7zM-9 9V13H9V9z", IRON),
        ("M0 -11V-18M-4 -4V6M4 -4V6", None),
    ),
    "brewery": (
        ("M-12 -8H7V15H-12z", GOLD),
        ("M-14 -6Q-16 -14 -8 -14Q-5 -19 0 -15Q8 -17 9 -7Q4 -3 1 -7Q-4 -2 -7 -7Q-11 -3 -14 -6z", WHITE),
        ("M7 -4H11Q15 -4 15 0V5Q15 9 11 9H7M-7 -1V10M-1 -1V10", None),
    ),
    "court": (
        ("M-10 16V-14Q0 -22 10 -14V16z", TIMBER),
        ("M-6 3V-11Q0 -15 6 -11V3zM-12 3H12V9H-12z", ROSE),
        ("M-10 16V9M10 16V9M-10 -14V-18M10 -14V-18", None),
    ),
    "republic_house": (
        ("M-17 -5L0 -16L17 -5z", STONE),
        ("M-14 11V-3H-9V11zM-3 11V-3H3V11zM9 11V-3H14V11z", PAGE),
        ("M-17 16V11H17V16z", STONE),
    ),
    "theater": (
        ("M-17 -14Q-9 -11 -1 -14V-2Q-3 9 -9 11Q-15 9 -17 -2z", WHITE),
        ("M1 -8Q9 -5 17 -8V4Q15 15 9 17Q3 15 1 4z", ROSE),
        ("M-13 -6L-11 -7M-7 -7L-5 -6M-13 0Q-9 6 -5 0M5 0L7 -1M11 -1L13 0M5 10Q9 4 13 10", None),
    ),
}
"""Buildings."""

_ACTIONS: dict[str, tuple[Part, ...]] = {
    "black_knight": (
        ("M-11 15V-5Q-11 -16 0 -16T11 -5V15L0 10z", BLACK),
        ("M-8 -4H-1V0H-8zM1 -4H8V0H1z", WHITE),
        ("M0 -16Q2 -23 10 -20", None),
    ),
    "arsonist": (
        ("M-3 -2L3 -2L2 18H-2z", TIMBER),
        ("M0 -20Q4 -13 8 -10Q10 -2 3 0H-3Q-10 -3 -6 -10Q-5 -6 -2 -8Q-4 -14 0 -20z", FIRE),
    ),
    "spy": (("M-18 0Q-9 -12 0 -12T18 0Q9 12 0 12T-18 0z", WHITE), (disc(0, 0, 7), WATER), (disc(0, 0, 3), BLACK)),
    "alchemist": (
        ("M-4 -17H4V-7L14 12Q15 16 11 16H-11Q-15 16 -14 12L-4 -7z", WHITE),
        ("M-8 3H8L12.5 12Q13 14 11 14H-11Q-13 14 -12.5 12z", LEAF),
        (disc(-3, 8, 1.8) + disc(4, 5, 1.4), WHITE),
    ),
    "merchant": (
        ("M-5 -9Q-16 0 -14 11Q-12 17 0 17T14 11Q16 0 5 -9z", WALL),
        ("M-5 -9L-8 -17Q0 -13 8 -17L5 -9z", WALL),
        (disc(0, 5, 5), GOLD),
        ("M-5 -9H5", None),
    ),
    "caravan": (
        ("M-16 6V-6Q-16 -15 -4 -15T9 -6V6z", PAGE),
        ("M-18 6H13V10H-18z", TIMBER),
        (disc(-10, 12, 5) + disc(6, 12, 5), STEEL),
        ("M13 8L19 4M-4 -15V6", None),
    ),
    "scout": ((disc(0, 0, 16), PAGE), ("M0 -12L4 0H-4z", ROOF), ("M0 12L4 0H-4z", STEEL), ("M-16 0H-12M16 0H12", None)),
    "highwaymen": (
        ("M-13 4Q-13 -16 0 -16T13 4Q8 0 0 0T-13 4z", BLACK),
        ("M-12 2Q0 -4 12 2L9 14Q0 19 -9 14z", ROSE),
        ("M-7 -5H-2M2 -5H7", None),
    ),
    "bishop": (("M-11 15Q-17 -6 0 -19Q17 -6 11 15z", WHITE), ("M0 -13V15M-7 1H7M-11 11H11", None)),
    "secret_alliance": ((disc(-6, 0, 11) + disc(-6, 0, 7), GOLD), (disc(6, 0, 11) + disc(6, 0, 7), GOLD)),
    "archivist": (
        ("M-12 -14H8V12H-12zM-12 -14Q-16 -14 -16 -10H-12zM8 12Q14 14 14 9H8", PAGE),
        ("M-8 -8H4M-8 -3H4M-8 2H0", None),
        ("M16 -18Q2 -8 2 12Q12 2 16 -18z", STEEL),
    ),
    "bribery": (("M-17 4L-6 3Q2 3 8 8L15 3Q19 6 14 10L5 16H-17z", WALL), (disc(2, -8, 8), GOLD), ("M2 -12V-4", None)),
    "diplomat": (("M-17 -11H17V12H-17z", PAGE), ("M-17 -11L0 3L17 -11", None), (disc(0, 4, 5.5), ROOF)),
    "wedding": (("M0 16Q-17 4 -15 -7Q-12 -16 0 -8Q12 -16 15 -7Q17 4 0 16z", ROSE), ("M-7 -3Q-5 -8 -1 -5", None)),
    "chancellor": (
        ("M-14 -18H-8Q-6 -4 0 -1Q6 -4 8 -18H14Q12 2 0 6Q-12 2 -14 -18z", GOLD),
        (disc(0, 10, 7), GOLD),
        ("M0 6V14M-4 10H4", None),
    ),
    "church_ban": (
        (disc(0, 0, 17) + disc(0, 0, 12), ROOF),
        ("M-2 10V-10H2V10zM-7 -2V-6H7V-2z", WHITE),
        ("M-11 11L11 -11", None),
    ),
    "physician": (
        ("M-13 0H13Q12 12 5 14V17H-5V14Q-12 12 -13 0z", STONE),
        ("M2 -2L10 -18L14 -16L8 0z", TIMBER),
        ("M-4 7H4M0 3V11", None),
    ),
    "council": (
        (disc(0, 0, 8), TIMBER),
        ("".join(disc(x, y, 4) for x, y in ((0, -14), (13, -5), (8, 12), (-8, 12), (-13, -5))), WALL),
    ),
}
"""Action cards."""

_EVENTS: dict[str, tuple[Part, ...]] = {
    "civil_war": (
        ("M-14 -17L8 9L5 12L-17 -14z", STEEL),
        ("M14 -17L-8 9L-5 12L17 -14z", STEEL),
        ("M-13 8L-6 15M13 8L6 15M-10 12L-15 17M10 12L15 17", None),
    ),
    "plague": ((_SKULL, WHITE), (disc(-5, -3, 3.4) + disc(5, -3, 3.4), BLACK), ("M-3 14V9M0 14V9M3 14V9", None)),
    "new_year": (
        ("M-12 10Q-9 6 -9 -3Q-9 -14 0 -14T9 -3Q9 6 12 10z", GOLD),
        (disc(0, 13, 3.4), IRON),
        ("M0 -14V-18", None),
    ),
    "progress": (
        (
            "M-3 -17H3L4 -12L9 -10L13 -13L17 -8L13 -4L14 2L18 5L15 11L10 9L6 13L6 18H0L-2 13L-8 12L-12 15L-16 10"
            "L-13 6L-14 0L-18 -3L-15 -9L-10 -8L-5 -12z",
            STEEL,
        ),
        (disc(0, 0, 5), PAGE),
    ),
    "raid": (
        ("M-13 16V1L0 -9L13 1V16z", WALL),
        ("M-3 -6Q-12 -12 -5 -20Q-4 -15 0 -14Q1 -19 6 -20Q4 -15 9 -11Q12 -5 4 -4z", FIRE),
        ("M-4 16V7H4V16", None),
    ),
    "master_builder": (("M-3 -6L14 11L10 15L-7 -2z", TIMBER), ("M-17 -6L-6 -17L5 -11L-11 5z", STEEL)),
    "fruitful_year": (
        ("M0 18Q-2 6 0 -8Q2 6 0 18z", LEAF),
        (
            "M0 -18Q4 -13 0 -8Q-4 -13 0 -18zM0 -6Q10 -14 11 -6Q8 -1 0 -1zM0 -6Q-10 -14 -11 -6Q-8 -1 0 -1z"
            "M0 3Q10 -4 11 3Q8 8 0 8zM0 3Q-10 -4 -11 3Q-8 8 0 8z",
            GOLD,
        ),
    ),
    "mendicant": (
        ("M-15 0H15Q14 14 0 14T-15 0z", TIMBER),
        (disc(-4, -4, 4) + disc(5, -8, 4), GOLD),
        ("M-18 0H18", None),
    ),
    "good_neighbours": (
        ("M-17 14V1L-9 -7L-1 1V14z", ROOF),
        ("M1 14V1L9 -7L17 1V14z", WATER),
        ("M-9 14V7M9 14V7M-5 -13Q0 -9 5 -13", None),
    ),
    "church_feast": (("M-11 -15H11Q11 0 2 2V10H8V15H-8V10H-2V2Q-11 0 -11 -15z", GOLD), ("M-9 -10H9", None)),
    "brigands": (("M-2 4V-18L0 -21L2 -18V4z", STEEL), ("M-9 4H9V8H-9zM-2 8H2V17H-2z", TIMBER)),
    "trade": (
        ("M-14 3Q-13 9 -9 9T-4 3zM4 3Q5 9 9 9T14 3z", GOLD),
        ("M0 -14V15M-7 15H7M-9 -9H9M-9 -9L-14 3H-4zM9 -9L4 3H14z", None),
    ),
    "tournament": (
        ("M-17 16L6 -9L9 -6L-14 18z", TIMBER),
        ("M6 -12L18 -18L11 -6z", STEEL),
        ("M-9 3L-15 -4L-8 -11L0 -4z", ROSE),
    ),
    "sun": (
        (disc(0, 0, 9), GOLD),
        ("M0 -18V-13M0 18V13M-18 0H-13M18 0H13M-13 -13L-9 -9M13 13L9 9M13 -13L9 -9M-13 13L-9 9", None),
    ),
    "event": (("M-11 -16H11V16H-11z", PAGE), ("M-5 -7Q-5 -12 0 -12T5 -7Q5 -3 0 -1V3M0 8V9", None)),
}
"""Events, and faces of the event die."""

_RESOURCES: dict[str, tuple[Part, ...]] = {
    "lumber": (
        ("M-16 -6H9V8H-16z", TIMBER),
        (disc(9, 1, 7), WALL),
        (disc(9, 1, 3), None),
        ("M-12 -1H1M-14 4H-2", None),
    ),
    "brick": (("M-17 12V3H-1V12zM1 12V3H17V12zM-9 1V-8H7V1z", ROOF),),
    "wool": (
        ("M-12 -4Q-15 -12 -6 -11Q-1 -17 5 -11Q14 -11 12 -2Q14 7 5 6Q-1 10 -7 6Q-16 5 -12 -4z", WHITE),
        ("M8 -4Q17 -6 17 2Q13 7 9 3z", BLACK),
        ("M-7 7V14M4 7V14", None),
    ),
    "grain": (
        ("M0 17V-8", None),
        (
            "M0 -18Q4 -13 0 -8Q-4 -13 0 -18zM0 -4Q9 -12 10 -4Q8 0 0 1zM0 -4Q-9 -12 -10 -4Q-8 0 0 1z"
            "M0 5Q9 -3 10 5Q8 9 0 10zM0 5Q-9 -3 -10 5Q-8 9 0 10z",
            GOLD,
        ),
    ),
    "ore": (("M-16 12L-11 -4L-2 -12L8 -9L16 3L13 12z", IRON), ("M-2 -12L1 1L-11 -4M1 1L16 3M1 1L-3 12", None)),
    "gold": ((disc(-4, 4, 10), GOLD), (disc(6, -5, 9), GOLD), ("M6 -9V-1", None)),
}
"""Resources."""

_ARMS: tuple[tuple[Part, ...], ...] = (
    (("M-13 -15H13V-5H-13z", ROOF),),
    (("M-4 -15H4V15L0 17L-4 15z", WATER),),
    (("M-13 -15L13 4V0Q13 5 9 10L-13 -8z", LEAF),),
    (("M-4 -15H4V-5H13V3H4V15L0 17L-4 15V3H-13V-5H-4z", ROSE),),
    (("M-13 2L0 -9L13 2V8L0 -1L-13 9z", GOLD),),
    (("M0 -15H13V0H0zM-13 0H0V17Q-13 10 -13 0z", BLACK),),
    (("M0 -11L8 0L0 11L-8 0z", ROOF),),
    (("M-13 -15L0 -5L13 -15V-9L5 0L10 8L6 13L0 6L-6 13L-10 8L-5 0L-13 -9z", WATER),),
)
"""Arms of the knights, on a shield."""

_KNIGHTS = ("arno", "bertram", "dietrich", "eckart", "konrad", "falk", "gerold", "hartmut")

_SIGNS: dict[str, tuple[Part, ...]] = {
    **_BUILDINGS,
    **_ACTIONS,
    **_EVENTS,
    **_RESOURCES,
    **{
        f"knight_{name}": ((_SHIELD, WHITE), *arms, (_SHIELD, None)) for name, arms in zip(_KNIGHTS, _ARMS, strict=True)
    },
}


def has_sign(name: str) -> bool:
    """Return whether a card, event, face or resource has a symbol."""
    return name in _SIGNS


@cache
def sign(name: str, scale: float = 1, x: float = 0, y: float = 0) -> str:
    """Return the symbol of a card, event, face or resource, with its middle at (x, y)."""
    return draw_sign(_SIGNS[name], scale, x, y)

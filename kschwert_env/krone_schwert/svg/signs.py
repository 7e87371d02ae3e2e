"""The symbols of cards, one for each, beside those of buildings."""

from kschwert_env.krone_schwert.svg.colours import BUSH, FLAME, ROBE, TIMBER
from kschwert_env.rendering.colours import GOLD, STEEL, WHITE
from kschwert_env.rendering.signs import Part, disc

_BANNER = "M-13 -17H13V8L0 15L-13 8z"

SIGNS: dict[str, tuple[Part, ...]] = {
    "leader_3": ((_BANNER, ROBE), ("M-9 5L-7 -8L-3 -3L0 -11L3 -3L7 -8L9 5z", GOLD)),
    "leader_4": ((_BANNER, ROBE), ("M-10 -2V-10L-5 -6L0 -13L5 -6L10 -10V-2z", GOLD), ("M-10 1H10V5H-10z", GOLD)),
    "incite": (("M-2 -4H2V18H-2z", TIMBER), ("M-11 -18L-9 -8Q-8 -3 0 -3Q8 -3 9 -8L11 -18M0 -18V-3", None)),
    "ambush": (
        ("M-2 -20L2 -20L2 4L0 9L-2 4z", STEEL),
        ("M-8 -9H8V-5H-8z", TIMBER),
        ("M-18 16Q-17 3 -8 6Q-5 -3 2 3Q10 -2 12 6Q19 6 18 16z", BUSH),
    ),
    "truce": (("M-13 17V-18", None), ("M-12 -17Q0 -25 16 -15V5Q0 -5 -12 3z", WHITE)),
    "papal_visit": (("M-11 15Q-17 -6 0 -19Q17 -6 11 15z", WHITE), ("M0 -13V13M-7 1H7M-11 10H11", None)),
    "city_scoring": (
        ("M-17 15V2L-9 -5L-1 2V15zM1 15V-1L8 -8L16 -1V15z", WHITE),
        ("M0 -20L2 -14L8 -14L3 -10L5 -4L0 -8L-5 -4L-3 -10L-8 -14L-2 -14z", GOLD),
    ),
    "unrest": (
        ("M-3 -2L3 -2L2 18H-2z", TIMBER),
        ("M0 -20Q4 -13 8 -10Q10 -2 3 0H-3Q-10 -3 -6 -10Q-5 -6 -2 -8Q-4 -14 0 -20z", FLAME),
    ),
    "game_end": (
        ("M-10 -17H10L-7 12H7z", WHITE),
        ("M-12 -17H12M-12 15H12M-9 -17Q-9 -6 0 -1Q9 4 9 15M9 -17Q9 -6 0 -1Q-9 4 -9 15", None),
        (disc(0, 11, 2.6), GOLD),
    ),
}
"""Symbols by card."""

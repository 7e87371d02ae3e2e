"""Colours shared by the pictures of all games; a game's own colours are in its `pictures/colours.py`.

Seat colours come from the palette of Okabe and Ito (2008), which is suitable for colour-blind people; seats also differ
in shape and number.
"""

INK = "#1d1d1b"
"""Text and outlines, nearly black."""

PAPER = "#fbf8f1"
"""Background of a picture."""

WHITE = "#ffffff"
"""Boxes, and the background of rasterised pictures."""

FRAME = "#8a8378"
"""Edges of boxes."""

FAINT = "#6b655c"
"""Secondary text."""

CHIP_GROUND = "#f3ecdd"
"""Background of chips."""

GOLD = "#e6b800"
"""Crowns, coins and highlights."""

STEEL = "#e9edf0"
"""Blades."""

CARD_BACK = "#6d597a"
"""A face-down card."""

BACK_PATTERN = "#d9cde0"
"""The lozenge on a face-down card."""

MITRE_CROSS = "#b3261e"
"""The cross on a bishop's mitre."""

SEATS = ("#d55e00", "#0072b2", "#f0e442", "#8f3f83", "#3b3b3b")
"""Markers, by seat."""

ON_SEATS = (WHITE, WHITE, INK, WHITE, WHITE)
"""Numbers on markers, by seat."""

"""The colours that pictures of several games share; those of one game are in its `pictures/colours.py`.

Those of seats come from the palette of Okabe and Ito (2008), which colour-blind people can tell apart; seats also
differ in shape and number.
"""

INK = "#1d1d1b"
"""Of words and outlines, nearly black."""

PAPER = "#fbf8f1"
"""What a picture is drawn on."""

WHITE = "#ffffff"
"""Of boxes, and behind the pixels of a picture."""

FRAME = "#8a8378"
"""Of the edges of boxes."""

FAINT = "#6b655c"
"""Of words that matter less."""

CHIP_GROUND = "#f3ecdd"
"""Of the boxes of counted cards."""

GOLD = "#e6b800"
"""Of crowns and coins, and of what stands out."""

STEEL = "#e9edf0"
"""Of blades."""

CARD_BACK = "#6d597a"
"""Of a card that lies face down."""

BACK_PATTERN = "#d9cde0"
"""Of the lozenge on such a card."""

MITRE_CROSS = "#b3261e"
"""Of the cross on a bishop's mitre."""

SEATS = ("#d55e00", "#0072b2", "#f0e442", "#8f3f83", "#3b3b3b")
"""Of markers, by seat."""

ON_SEATS = (WHITE, WHITE, INK, WHITE, WHITE)
"""Of the number on a seat's marker, by seat."""

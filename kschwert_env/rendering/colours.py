"""The colours that pictures of several games share; those of one game are in its `pictures/colours.py`.

Those of seats come from the palette of Okabe and Ito (2008), which colour-blind people can tell apart; seats also
differ in shape and number.
"""

INK, PAPER, WHITE = "#1d1d1b", "#fbf8f1", "#ffffff"
FRAME, FAINT, CHIP_GROUND = "#8a8378", "#6b655c", "#f3ecdd"  # of boxes, of words that matter less, of counted cards
GOLD, STEEL = "#e6b800", "#e9edf0"
CARD_BACK, BACK_PATTERN, MITRE_CROSS = "#6d597a", "#d9cde0", "#b3261e"

SEATS = ("#d55e00", "#0072b2", "#f0e442", "#8f3f83", "#3b3b3b")
ON_SEATS = (WHITE, WHITE, INK, WHITE, WHITE)  # of the number on a seat's marker

"""The colours of cards and castles. `rendering.colours` has the colours of all games."""

KNIGHTS, GOLDS, SPECIAL = "#e3e8ec", "#fbf0c4", "#f1e3ef"  # backgrounds of cards
WOOD, SHOT = "#7a4e2d", "#8a8378"  # catapults and flagpoles; the stone that a catapult throws
FEINT, FLAG = "#0072b2", "#8f3f83"
LOST = "#c9c2b6"  # outline of a lost castle point
FELT = "#e4ead9"  # the ground of a battle

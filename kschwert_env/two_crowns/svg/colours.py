"""The colours of cards and castles; `rendering.colours` has those of all games."""

KNIGHTS, GOLDS, SPECIAL = "#e3e8ec", "#fbf0c4", "#f1e3ef"  # grounds of cards
WOOD, SHOT = "#7a4e2d", "#8a8378"  # of catapults and poles, of what is thrown
FEINT, FLAG = "#0072b2", "#8f3f83"
LOST = "#c9c2b6"  # outline of a castle's stone that has fallen

"""The colours of the board; `rendering.colours` has those of all games. Terrain differs in brightness and pattern."""

PLAIN, GRASS = "#f8edc4", "#cfb35c"
MOUNTAIN, PEAKS = "#cbc4bb", "#756c64"
FOREST, TREES, TRUNKS = "#86b583", "#2f6b3f", "#2f4a2f"
BORDER, ROAD = "#4a443c", "#efe6d8"  # lines between fields; road between the two fields of a large city
ROBE, TIMBER, BUSH, FLAME = "#b8506a", "#a06f43", "#7fae5f", "#e8792c"  # parts of the symbols of cards
SNOW, SLOPE, LEAVES, FURROW = "#f1ede6", "#9a9188", "#4c8a5c", "#e6d192"  # lights and shades of terrain
CROWNS = "#f7efd2"  # background of people cards that show a crown
PEOPLE_BACK, PEOPLE_SIGN = "#7a5230", "#f3e6cf"  # people cards that lie face down

"""Colours of cards and regions; `rendering.colours` has those of all games."""

GREEN, RED, SEA, STEELY, SCROLL = "#e2efda", "#f6ddd6", "#dbe9f4", "#e6e6ea", "#fbf3d6"  # backgrounds of cards, by type
CENTRE = "#efe3cf"  # background of places
ROAD, ROOF, SAIL = "#b08d5b", "#b5533c", "#f7f3e8"
KINDS = ("#4f7f4a", "#c4643f", "#a9cf7c", "#e8c24a", "#8d949c", "#d9a521")  # of resources, in their order
LAND = ("#8fb387", "#e0a58a", "#d3e8b8", "#f4e2a0", "#c3c8cd", "#f0d58a")  # backgrounds of regions, likewise
DOT = "#fffdf6"  # stock on a region
EMPTY, SLOT = "#b9ae9b", "#ffffff40"  # outline and ground of a free slot
FELT = "#e9e0cc"  # the ground of stacks and dice
WALL, TIMBER, STONE, IRON = "#efdfc0", "#a06f43", "#c6c3bd", "#6d7580"  # parts of symbols
LEAF, WATER, FIRE, ROSE, CLOTH, PAGE, BLACK = (
    *("#7fae5f", "#6fa3c7", "#e8792c", "#b8506a", "#e7ddf0", "#fbf4dc"),
    "#33312e",
)

"""Colours of cards and regions; `rendering.colours` has those of all games."""

GREEN, RED, SEA, STEELY, SCROLL = "#e2efda", "#f6ddd6", "#dbe9f4", "#e6e6ea", "#fbf3d6"  # backgrounds of cards, by type
CENTRE = "#efe3cf"  # background of places
ROAD, ROOF, SAIL = "#b08d5b", "#b5533c", "#f7f3e8"
KINDS = ("#4f7f4a", "#c4643f", "#a9cf7c", "#e8c24a", "#8d949c", "#d9a521")  # of resources, in their order
LAND = ("#8fb387", "#e0a58a", "#d3e8b8", "#f4e2a0", "#c3c8cd", "#f0d58a")  # backgrounds of regions, likewise
DOT = "#fffdf6"  # stock on a region
EMPTY = "#d8d0c2"  # outline of a free slot

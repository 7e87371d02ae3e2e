"""`kschwert play`: a game table in the browser, where people and agents play, watch and analyse.

The server accesses games through the game specification, and agents by their specs.
"""

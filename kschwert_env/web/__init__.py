"""`kschwert play`: a table in the browser, at which people and agents play, watch and analyse.

The server knows games by the engine's contract, and agents by what is typed for them.
"""

"""The methods of training by the names of their scripts, each with what it does; importing this imports no torch."""

METHODS = {
    "imitate": "a network learns the actions of an agent, and what comes of them",
    "ppo": "proximal policy optimisation by self-play",
    "sb3_maskable_ppo": "MaskablePPO of sb3-contrib against past selves",
    "curves": "draws the learning curves of runs",
    "demo": "imitation, self-play, an arena, and one page about it",
}

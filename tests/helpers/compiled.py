"""Compile what most tests use, before they run in parallel: `python -m tests.helpers.compiled`."""

from kschwert_env import GAMES
from kschwert_env.engine.simulation.warmup import STAGES, ensure_compiled
from kschwert_env.importing import find_game
from kschwert_env.web.workers.preparation import prepare
from tests.helpers.cases import OFTEN

if __name__ == "__main__":
    for case in OFTEN:
        ensure_compiled(case.rules, *STAGES)
    for game in GAMES:
        prepare(find_game(game)(2))

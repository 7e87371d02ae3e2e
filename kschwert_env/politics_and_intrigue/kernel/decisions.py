"""Chapter 12: which actions are legal in each phase, and what follows from an action.

The functions of each phase are in `phases.TABLE`. Compiled code cannot call functions from a table. So on import
`dispatching` writes the source of `legal_mask` and `step`, with a branch for each function.
"""

import linecache
from collections import defaultdict

from kschwert_env.engine.jit.compiling import compiled, inlined, noalias
from kschwert_env.engine.jit.packed import packed
from kschwert_env.politics_and_intrigue.kernel import pending
from kschwert_env.politics_and_intrigue.kernel.chapters import game_end, hand_limit
from kschwert_env.politics_and_intrigue.kernel.components import Phase, Resume
from kschwert_env.politics_and_intrigue.kernel.phases import TABLE


def dispatching(column, name, arguments, first="pass", last="pass"):
    """Return a function that calls the function in a column of the phase's row, between two statements.

    A function of several phases is called in one branch, because it may be inlined there.
    """
    phases = defaultdict(list)
    for row in TABLE[: Phase.OVER]:
        phases[getattr(row, column)].append(row.phase.name)
    lines, names = [f"def {name}({arguments}):", f"    {first}", "    phase = state.phase"], globals().copy()
    for i, (function, alternatives) in enumerate(phases.items()):
        called = f"{column}_{alternatives[0].lower()}"
        names[called] = function
        test = " or ".join(f"phase == Phase.{each}" for each in alternatives)
        lines += [f"    {'elif' if i else 'if'} {test}:", f"        {called}({arguments})"]
    source, path = "\n".join([*lines, f"    {last}"]), f"<{__name__}.{name}>"
    linecache.cache[path] = len(source), None, source.splitlines(keepends=True), path  # for tracebacks
    exec(compile(source, path, "exec"), names)
    return names[name]


@inlined
def cleared(mask):
    """Write 0 for every action, and return the mask as packed."""
    mask = packed(mask)
    for i in range(mask.shape[0]):
        mask[i] = 0
    return mask


@inlined
def finish_step(state):
    """Carry out what follows from any action without a choice (Q1)."""
    if state.phase == Phase.ACTION and hand_limit.enemy_must_trim(state):
        hand_limit.ask_enemy_to_trim(state, Resume.ACTION)
    game_end.check(state)
    pending.clear_unused(state)


legal_mask = noalias(dispatching("options", "legal_mask", "state, board, mask", first="mask = cleared(mask)"))
"""Writes 1 for every legal action of the deciding seat and 0 for all others; all zeros when over."""

step = compiled(dispatching("apply", "step", "state, stream, board, action", last="finish_step(state)"))
"""Carries out one legal action, and everything that follows without a choice (Q1)."""

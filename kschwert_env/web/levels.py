"""Opponents by strength, in words that players use: the bundled agents from weak to strong (docs/results.md)."""

LEVELS = {"Easy": "greedy", "Medium": "heuristic", "Strong": "policy"}
"""Agents by level."""

_NAMES = {spec: level for level, spec in LEVELS.items()}


def level_of(spec: str) -> str | None:
    """Return the level of an agent, None for one without a level."""
    return _NAMES.get(spec)


def display_names(names: list[str]) -> tuple[str, ...]:
    """Return the names of players as texts show them: agents by their levels, and equal names numbered."""
    found: list[str] = []
    for name in names:
        base = level_of(name) or name
        number = 1
        while (shown := base if number == 1 else f"{base} {number}") in found:
            number += 1
        found.append(shown)
    return tuple(found)

"""Options of Krone & Schwert stay inside its package."""

from pathlib import Path

import kschwert_env

PACKAGE = Path(kschwert_env.__file__).parent


def test_only_the_game_handles_hidden_scores() -> None:
    """P1: `observe`, `resample` and drawings hide scores; no agent, adapter or server does it again."""
    mentions = {
        path.relative_to(PACKAGE).parts[0]
        for path in PACKAGE.rglob("*.py")
        if "visible_scores" in path.read_text(encoding="utf-8")
    }
    assert mentions == {"krone_schwert"}

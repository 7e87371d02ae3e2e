"""Golden playthroughs: one complete readable game per game and number of players.

`python -m tests.games.golden` writes them. Their diff shows the effect of a code change on the games.
"""

import hashlib
import json
import random
from pathlib import Path
from typing import Any

from kschwert_env.engine.records.record import Recorder
from tests.helpers.cases import CASES, Case
from tests.helpers.play import pick

FOLDER = Path(__file__).with_name("golden")
SEED = 2002
GOLDEN = list({(case.rules.package, case.rules.num_players): case for case in reversed(CASES)}.values())[::-1]
"""First case of every game for each number of players."""


def path_of(case: Case) -> Path:
    return FOLDER / f"{case.rules.package}_{case.rules.num_players}_players.txt"


def playthrough(case: Case) -> str:
    """Return a random game that chooses the kind of action first, so that rare kinds occur."""
    recorder, choose = Recorder(case.game, case.rules, SEED), random.Random(SEED)
    lines = [
        f"rules {json.dumps(case.rules.options())}",
        f"seed {SEED}",
        f"chance {json.dumps(recorder.lines[0]['chance'])}",
    ]
    while not recorder.game.is_over:
        recorder.step(pick(recorder.game, choose))
        lines.append(decision_line(recorder))
    game = recorder.game
    lines.append(f"scores {game.scores.tolist()} returns {[round(value, 6) for value in game.returns.tolist()]}")
    lines += [f"{key} {json.dumps(value)}" for key, value in game.position().items() if key not in ("rules", "fields")]
    return "\n".join(lines) + "\n"


def decision_line(recorder: Recorder[Any]) -> str:
    """Return the latest decision: seat, action, next phase, changes, and a digest of the observations of all seats."""
    game, line = recorder.game, recorder.lines[-1]
    action = game.rules.actions.encode(**line["action"])
    views = b"".join(game.observe(seat)["observation"].tobytes() for seat in range(game.rules.num_players))
    digest = hashlib.sha256(views + game.legal_mask().tobytes()).hexdigest()[:8]
    return (
        f"{len(recorder.lines) - 1:4} seat {line['player']}: {game.rules.actions.describe(action)} -> {game.phase}, "
        f"scores {game.scores.tolist()}, {len(game.legal_actions())} legal, seen {digest}, "
        f"chance {json.dumps(line['chance'])}"
    )


def main() -> None:
    """Write all playthroughs, and remove those of games that no longer exist."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for case in GOLDEN:
        path_of(case).write_text(playthrough(case))


if __name__ == "__main__":
    main()

"""Golden playthroughs: one whole game per game and number of players, as text that people can read.

`python -m tests.games.golden` writes them anew; what changes in them is what a change of the code did to the games.
"""

import hashlib
import json
import random
from pathlib import Path
from typing import Any

from kschwert_env.engine.records import Recorder
from tests.games.cases import CASES, Case
from tests.games.play import pick

FOLDER = Path(__file__).with_name("golden")
SEED = 2002
GOLDEN = list({(case.rules.package, case.rules.num_players): case for case in reversed(CASES)}.values())[::-1]
"""The first case of every game for each number of players."""


def path_of(case: Case) -> Path:
    return FOLDER / f"{case.rules.package}_{case.rules.num_players}_players.txt"


def playthrough(case: Case) -> str:
    """A game by one who chooses the kind of action first, so that rare kinds come up too."""
    recorder, choose = Recorder(case.game, case.rules, SEED), random.Random(SEED)
    lines = [
        f"rules {json.dumps(case.rules.options())}",
        f"seed {SEED}",
        f"chance {json.dumps(recorder.lines[0]['chance'])}",
    ]
    while not recorder.game.is_over:
        recorder.step(pick(recorder.game, choose))
        lines.append(told(recorder))
    game = recorder.game
    lines.append(f"scores {game.scores.tolist()} returns {[round(value, 6) for value in game.returns.tolist()]}")
    lines += [f"{key} {json.dumps(value)}" for key, value in game.position().items() if key not in ("rules", "fields")]
    return "\n".join(lines) + "\n"


def told(recorder: Recorder[Any]) -> str:
    """The latest decision: who did what, where it led, what changed, and a digest of what every seat sees now."""
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
    """Write all playthroughs, and remove those of games that are no more."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for case in GOLDEN:
        path_of(case).write_text(playthrough(case))


if __name__ == "__main__":
    main()

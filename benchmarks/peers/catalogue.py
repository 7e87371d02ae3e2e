"""The peers, and the requirements of each."""

import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
ENVIRONMENTS = ROOT / ".venv" / "peers"


class Peer(NamedTuple):
    """A measured package. `name` is the name of its module here and of its virtual environment."""

    name: str
    title: str
    requirements: tuple[str, ...]

    @property
    def folder(self) -> Path:
        """Return the folder of its virtual environment."""
        return ENVIRONMENTS / self.name

    @property
    def python(self) -> Path:
        """Return its interpreter; for ours the current one."""
        return self.folder / "bin" / "python" if self.requirements else Path(sys.executable)

    def missing(self) -> str | None:
        """Return the reason why it can't be measured, or None."""
        if not self.requirements or (self.folder / READY).exists():
            return None
        failed = self.folder / FAILED
        return failed.read_text() if failed.exists() else "not installed: python -m benchmarks.peers setup"


READY, FAILED = "ready", "failed"  # files that `setup` writes into the folder; FAILED contains the reason

OURS = Peer("ours", "kschwert_env", ())
PEERS = (
    Peer("openspiel", "OpenSpiel", ("open_spiel==2.0.2",)),
    Peer("pgx", "Pgx", ("pgx==2.6.0", "jax==0.10.2")),
    Peer("pettingzoo", "PettingZoo", ("pettingzoo[classic]==1.27.0", "open_spiel==2.0.2", "shimmy==2.0.1")),
    Peer("rlcard", "RLCard", ("rlcard==1.2.0",)),
    Peer("catanatron", "Catanatron", ("catanatron==3.2.1",)),
    Peer(  # its requirements, for the environments in C; `build_pufferlib` builds these
        "pufferlib", "PufferLib", ("numpy==1.26.4", "gymnasium==0.29.1", "gym==0.23.0", "pettingzoo==1.24.1")
    ),
)

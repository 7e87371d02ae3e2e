"""Which peers there are, and what is installed for each."""

import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
ENVIRONMENTS = ROOT / ".venv" / "peers"


class Peer(NamedTuple):
    """A package that is measured. `name` is that of its module here and of its virtual environment."""

    name: str
    title: str
    requirements: tuple[str, ...]

    @property
    def python(self) -> Path:
        """Its interpreter: this one for ours."""
        return ENVIRONMENTS / self.name / "bin" / "python" if self.requirements else Path(sys.executable)


OURS = Peer("ours", "kschwert_env", ())
PEERS = (
    Peer("openspiel", "OpenSpiel", ("open_spiel==2.0.2",)),
    Peer("pgx", "Pgx", ("pgx==2.6.0", "jax==0.10.2")),
    Peer("pufferlib", "PufferLib", ("pufferlib==2.0.2",)),  # later ones have no wheel; see its module
    Peer("pettingzoo", "PettingZoo", ("pettingzoo[classic]==1.27.0", "open_spiel==2.0.2", "shimmy==2.0.1")),
    Peer("rlcard", "RLCard", ("rlcard==1.2.0",)),
    Peer("catanatron", "Catanatron", ("catanatron==3.2.1",)),
)

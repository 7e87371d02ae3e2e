"""Creation of a virtual environment for each peer, with the pinned versions of the catalogue."""

import shutil
import subprocess
import sys

from benchmarks.client import without_paths
from benchmarks.peers.build_pufferlib import build_commands
from benchmarks.peers.catalogue import FAILED, READY, Peer

TIMEOUT = 900.0  # seconds for one command


def install(peer: Peer) -> str | None:
    """Create the environment of a peer again; return the reason of a failure, or None."""
    shutil.rmtree(peer.folder, ignore_errors=True)
    for command in commands(peer):
        reason = _failure(command)
        if reason:
            peer.folder.mkdir(parents=True, exist_ok=True)
            (peer.folder / FAILED).write_text(reason)
            return reason
    (peer.folder / READY).write_text("\n".join(peer.requirements))
    return None


def commands(peer: Peer) -> list[list[str]]:
    """Return the commands that create the environment and install the peer."""
    pip = [str(peer.python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--prefer-binary"]
    create = [[sys.executable, "-m", "venv", str(peer.folder)], [*pip, *peer.requirements]]
    return [*create, *build_commands(peer.folder)] if peer.name == "pufferlib" else create


def _failure(command: list[str]) -> str | None:
    """Run a command; return the first error that it prints, or a timeout; None if it succeeds."""
    try:
        completed = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    except FileNotFoundError:
        return f"the command {command[0]!r} was not found"
    except subprocess.TimeoutExpired:
        return f"the installation took longer than {TIMEOUT:.0f} s"
    if completed.returncode == 0:
        return None
    lines = [line for line in completed.stderr.splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line.lower()]
    return without_paths((errors or lines or ["no error message"])[0].strip())

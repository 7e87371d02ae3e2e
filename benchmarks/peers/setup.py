"""A virtual environment for each peer, with the versions that the catalogue pins."""

import shutil
import subprocess
import sys

from benchmarks.ask import without_places
from benchmarks.peers.catalogue import FAILED, READY, Peer

PATIENCE = 900.0  # seconds for one command


def install(peer: Peer) -> str | None:
    """Make its environment anew; why that failed, or None."""
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
    """What makes the environment and installs the peer."""
    pip = [str(peer.python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--prefer-binary"]
    return [[sys.executable, "-m", "venv", str(peer.folder)], [*pip, *peer.requirements]]


def _failure(command: list[str]) -> str | None:
    """Why a command failed: the first error it tells, or how long it took."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return f"the installation was not done within {PATIENCE:.0f} s"
    if done.returncode == 0:
        return None
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line.lower()]
    return without_places((errors or lines or ["it did not say why"])[0].strip())

"""Connections to Ray clusters. Needs the extra `ray`."""

import socket
from types import ModuleType
from typing import Any

from kschwert_env.engine.text.phrases import brief
from kschwert_env.importing import needing

LOCAL = "local"
"""Address of a temporary cluster on this machine, which ends with this process."""

_TIMEOUT = 10.0  # seconds, for who is asked at an address


def join(address: str, cores: int = 1) -> ModuleType:
    """Return the module `ray`, connected to the cluster at `address`; an existing connection is kept.

    Raises ImportError without the extra, and ValueError if no cluster answers or it has fewer than `cores` cores.
    """
    with needing("ray", "clusters"):
        import ray
    if not ray.is_initialized():
        own: dict[str, Any] = {"num_cpus": cores, "include_dashboard": False} if address == LOCAL else {}
        try:
            _reach(address)
            ray.init(address, log_to_driver=False, logging_level="warning", **own)
        except (OSError, ValueError, RuntimeError) as error:
            raise ValueError(f"can't connect to a Ray cluster at {brief(address)}: {error}") from None
    available = int(ray.cluster_resources().get("CPU", 0))
    if available < cores:
        raise ValueError(f"the Ray cluster has {available} cores; {cores} workers need {cores}")
    return ray


def _reach(address: str) -> None:
    """Raise OSError if nothing listens at host:port: Ray itself would try for minutes, then end the process."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if port.isdecimal():
        socket.create_connection((host, int(port)), _TIMEOUT).close()

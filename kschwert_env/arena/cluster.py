"""Ray clusters: how one is joined. Needs the extra `ray`."""

import socket
from types import ModuleType
from typing import Any

from kschwert_env.engine.text import brief
from kschwert_env.extras import needing

LOCAL = "local"
"""The address that stands for a cluster of this machine alone, which lasts as long as this process."""

_PATIENCE = 10.0  # seconds, for who is asked at an address


def join(address: str, cores: int = 1) -> ModuleType:
    """Ray, connected to the cluster at that address, or to which this process is connected already.

    Raises ImportError without the extra, and ValueError where there is no such cluster, or with fewer cores in all.
    """
    with needing("ray", "clusters"):
        import ray
    if not ray.is_initialized():
        own: dict[str, Any] = {"num_cpus": cores, "include_dashboard": False} if address == LOCAL else {}
        try:
            _reach(address)
            ray.init(address, log_to_driver=False, logging_level="warning", **own)
        except (OSError, ValueError, RuntimeError) as error:
            raise ValueError(f"there is no Ray cluster at {brief(address)}: {error}") from None
    there = int(ray.cluster_resources().get("CPU", 0))
    if there < cores:
        raise ValueError(f"the Ray cluster has {there} cores, too few for {cores} workers")
    return ray


def _reach(address: str) -> None:
    """Raises OSError where nobody listens at host:port: Ray would try for minutes, and end the process."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if port.isdecimal():
        socket.create_connection((host, int(port)), _PATIENCE).close()

"""Number of cores that a process may use."""

import math
import os
from contextlib import suppress
from functools import cache
from pathlib import Path


def available_cores() -> int:
    """Return the number of cores that this process may use: by its affinity, and by the quota of its container."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, math.ceil(min(allowed, container_quota())))


@cache
def container_quota(root: Path = Path("/sys/fs/cgroup"), own: Path = Path("/proc/self/cgroup")) -> float:
    """Return the number of cores by the quotas of this process's control groups; infinity without any."""
    quota = math.inf
    with suppress(OSError, ValueError):
        groups = [line.partition("::")[2] for line in own.read_text().splitlines() if line.startswith("0::")]
        for group in groups:  # version 2: a quota of a parent holds, too
            folder = (root / group.lstrip("/")).resolve()
            for each in [folder, *folder.parents]:
                if each.is_relative_to(root) and (each / "cpu.max").is_file():
                    share, period = (each / "cpu.max").read_text().split()
                    quota = min(quota, math.inf if share == "max" else int(share) / int(period))
    with suppress(OSError, ValueError):  # version 1
        share, period = ((root / "cpu" / f"cpu.cfs_{name}_us").read_text() for name in ("quota", "period"))
        quota = min(quota, int(share) / int(period)) if int(share) > 0 else quota
    return quota

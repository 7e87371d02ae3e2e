"""Ray clusters of several nodes on this machine. Run by `make ray`, in an environment with the extra `ray`."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"  # no usage report
os.environ["RAY_AUTH_MODE"] = "disabled"  # no files in the home folder
os.environ["RAY_gcs_rpc_server_reconnect_timeout_s"] = "5"  # noqa: SIM112 # Ray's name

import ray
from ray.cluster_utils import Cluster

NODE = {"object_store_memory": 100 * 2**20}


@pytest.fixture
def new_cluster() -> Iterator[Callable[..., Cluster]]:
    """Return a function that makes clusters: a head without cores, and `nodes` nodes of one core each."""
    made: list[Any] = []

    def new(nodes: int) -> Cluster:
        made.append(Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False, **NODE}))
        for _ in range(nodes):
            made[-1].add_node(num_cpus=1, **NODE)
        return made[-1]

    yield new
    ray.shutdown()
    for cluster in made:
        cluster.shutdown()

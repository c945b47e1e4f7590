"""Nodes of Ray on this machine, for scripts and tests."""

import logging
import os
import time
from contextlib import contextmanager

#: The object store of each node in bytes. With more, Ray would use the disk on machines with little shared memory.
MEMORY = 200 << 20

# Set before Ray is imported: no reports of its use, and few messages.
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("RAY_DEDUP_LOGS", "0")
os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
os.environ.setdefault("RAY_DATA_DISABLE_PROGRESS_BARS", "1")


class Nodes:
    """A cluster of nodes with one CPU each."""

    def __init__(self, cluster):
        self.cluster = cluster
        self.others = []

    def add(self):
        """Adds a node."""
        self.others.append(self.cluster.add_node(num_cpus=1, object_store_memory=MEMORY))
        self.cluster.wait_for_nodes()

    def lose(self):
        """Removes the last node at once, as a power failure does."""
        self.cluster.remove_node(self.others.pop(), allow_graceful=False)

    def replace(self):
        """Waits until the cluster has noticed the loss, and adds another node."""
        import ray

        while sum(node["Alive"] for node in ray.nodes()) > 1 + len(self.others):
            time.sleep(0.1)
        self.add()


@contextmanager
def nodes(number):
    """Runs a cluster with a number of nodes."""
    import ray
    import ray.data
    from ray.cluster_utils import Cluster

    head = {"num_cpus": 1, "object_store_memory": MEMORY, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    try:
        all = Nodes(cluster)
        for _ in range(number - 1):
            all.add()
        ray.init(address=cluster.address, logging_level=logging.CRITICAL, log_to_driver=False)
        ray.data.DataContext.get_current().enable_progress_bars = False
        logging.getLogger("ray.data").setLevel(logging.ERROR)
        yield all
    finally:
        ray.shutdown()
        cluster.shutdown()

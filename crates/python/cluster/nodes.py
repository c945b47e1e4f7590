"""Some nodes of Ray on this machine, for scripts and tests that want to see what a cluster does."""

import logging
import os
import time
from contextlib import contextmanager

#: For each node, in bytes; on a machine with little shared memory Ray would have it on disk.
MEMORY = 200 << 20

# Before Ray is imported: it is to talk to nobody, and to be quiet.
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
        """One more node."""
        self.others.append(self.cluster.add_node(num_cpus=1, object_store_memory=MEMORY))
        self.cluster.wait_for_nodes()

    def lose(self):
        """The last node is gone at once, as if it had lost its power."""
        self.cluster.remove_node(self.others.pop(), allow_graceful=False)

    def replace(self):
        """Waits until the cluster has noticed what it lost, and adds another node for it."""
        import ray

        while sum(node["Alive"] for node in ray.nodes()) > 1 + len(self.others):
            time.sleep(0.1)
        self.add()


@contextmanager
def nodes(number):
    """A cluster of so many nodes, which is there as long as it is used."""
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

"""Some nodes of Ray on this machine, for scripts and tests that want to see what a cluster does."""

import logging
import os
from contextlib import contextmanager

#: For each node, in bytes; on a machine with little shared memory Ray would have it on disk.
MEMORY = 200 << 20

# Before Ray is imported: it is to talk to nobody, and to be quiet.
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("RAY_DEDUP_LOGS", "0")
os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
os.environ.setdefault("RAY_DATA_DISABLE_PROGRESS_BARS", "1")


@contextmanager
def nodes(number):
    """A cluster of so many nodes with one CPU each, and what stops one of them: the last, at once, as if it lost its power."""
    import ray
    import ray.data
    from ray.cluster_utils import Cluster

    common = {"num_cpus": 1, "object_store_memory": MEMORY, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=common)
    others = [cluster.add_node(num_cpus=1, object_store_memory=MEMORY) for _ in range(number - 1)]
    try:
        cluster.wait_for_nodes()
        ray.init(address=cluster.address, logging_level=logging.ERROR, log_to_driver=False)
        context = ray.data.DataContext.get_current()
        context.enable_progress_bars = False
        context.print_on_execution_start = False
        yield lambda: cluster.remove_node(others.pop(), allow_graceful=False)
    finally:
        ray.shutdown()
        cluster.shutdown()

"""Rates the puzzles of Parquet files on Dask, with `map_partitions`.

    python with_dask.py IN OUT [ADDRESS]

Without the address of a scheduler, it starts two processes on this machine.
"""

import sys

import dask.dataframe
import distributed
import pandas

import minirow


def rated(rows: pandas.DataFrame) -> pandas.DataFrame:
    """Returns the rows of a partition with their ratings. One thread, as Dask counts cores by tasks."""
    ratings = minirow.grade(rows["puzzle"].tolist(), threads=1).to_pandas()
    ratings = ratings.drop(columns=[name for name in ratings if name in rows]).set_index(rows.index)
    return pandas.concat([rows, ratings], axis=1)


def main(source: str, target: str, *address: str) -> None:
    options = {} if address else {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.Client(*address, **options):
        rows = dask.dataframe.read_parquet(source)
        rows.map_partitions(rated, meta=rated(rows.head(1))).to_parquet(target)


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Generates a data set on a cluster of Ray that runs already, such as that of ray.sbatch or rayjob.yaml."""

import argparse

import ray

import minirow.ray

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("path", help="a folder that all machines share, or s3://..., gs://...")
parser.add_argument("--seed", type=int, default=42)
parser.add_argument("--count", type=int, required=True)
parser.add_argument("--shard-rows", type=int, default=10_000)
asked = parser.parse_args()
ray.init(address="auto")
made = minirow.ray.make(asked.path, seed=asked.seed, count=asked.count, shard_rows=asked.shard_rows)
print(f"{made.puzzles} puzzles in {len(made.files)} files")

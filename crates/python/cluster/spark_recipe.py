"""Generates rated puzzles on Spark with `mapInArrow`, on this machine, and compares them with `minirow.generate`.

    python crates/python/cluster/spark_recipe.py

It needs the built package, pyspark, pyarrow and Java. Without them, the exit status is 3.
"""

import os
import sys
import tempfile

import pyarrow

import minirow

# -- The recipe, for copying. ------------------------------------------------------------------------------------------


def puzzles(batches):
    """Returns the puzzles for rows with the columns seed, start and count. For `mapInArrow`."""
    for batch in batches:
        for seed, start, count in zip(*(batch[name].to_pylist() for name in ("seed", "start", "count"))):
            # A few thousand rows are in memory at a time. One thread, as Spark counts cores by tasks.
            for made in minirow.generate_batches(seed, start, count, batch_rows=4096, threads=1):
                yield pyarrow.record_batch(made).cast(schema())


def schema():
    """Returns the columns in types that Spark has. It has no unsigned integers."""
    columns = pyarrow.record_batch(minirow.generate(1, count=0)).schema
    signed = {pyarrow.uint8(): pyarrow.int16(), pyarrow.uint16(): pyarrow.int32(), pyarrow.uint64(): pyarrow.int64()}
    return pyarrow.schema([column.with_type(signed.get(column.type, column.type)) for column in columns])


def make(spark, path, *, seed, count, rows=10_000):
    """Generates a data set of rated puzzles, with a task for each `rows` rows."""
    from pyspark.sql.functions import col, least, lit
    from pyspark.sql.pandas.types import from_arrow_schema

    start = col("id") * rows
    # A partition for each range. If a machine is lost, Spark runs its partitions again elsewhere.
    ranges = spark.range(0, -(-count // rows), numPartitions=-(-count // rows)).select(
        lit(seed).alias("seed"), start.alias("start"), least(lit(rows), lit(count) - start).alias("count")
    )
    ranges.mapInArrow(puzzles, from_arrow_schema(schema())).write.parquet(path)


# -- The end of the recipe. --------------------------------------------------------------------------------------------


def without_spark():
    """Runs the function alone, with the input that Spark would give it."""
    ranges = pyarrow.record_batch({"seed": [7, 7], "start": [0, 60], "count": [60, 40]})
    return pyarrow.Table.from_batches(puzzles(iter([ranges])))


def with_spark():
    """Runs Spark with two threads on this machine."""
    from pyspark.sql import SparkSession

    # The workers must use the same Python, which has the package.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    spark = SparkSession.builder.master("local[2]").appName("minirow").config("spark.ui.enabled", False).getOrCreate()
    try:
        with tempfile.TemporaryDirectory(prefix="minirow-spark-") as folder:
            make(spark, f"{folder}/puzzles", seed=7, count=100, rows=30)
            return spark.read.parquet(f"{folder}/puzzles").orderBy("index").toArrow()
    finally:
        spark.stop()


def main():
    expected = pyarrow.table(minirow.generate(7, count=100)).to_pylist()
    assert without_spark().to_pylist() == expected
    print("the function gives the rows of minirow.generate")
    try:
        made = with_spark()
    except Exception as error:
        if type(error).__name__ not in ("ModuleNotFoundError", "PySparkRuntimeError"):
            raise
        print(f"Spark did not run: {error}", file=sys.stderr)
        return 3
    assert made.to_pylist() == expected
    print("Spark writes the same rows, in four tasks")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The scripts and manifests in jobs/: each runs here as far as it can, with two processes as two nodes."""

import os
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("ray", reason="Ray is not installed: pip install -r crates/python/cluster/requirements.txt")

import minirow
import pyarrow.parquet
import yaml  # Ray needs it

JOBS = Path(__file__).with_name("jobs")
ENVIRONMENT = {
    **os.environ,
    "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}

#: Commands of Slurm for nodes on this machine: `srun` runs the command after its options.
SLURM = {
    "scontrol": 'printf "127.0.0.1\\n127.0.0.1\\n"\n',
    "srun": 'while [ "${1#--}" != "$1" ]; do shift; done\necho "$@" >> "$SRUN_LOG"\nexec "$@"\n',
}


def run(*words, folder, **variables):
    environment = {**ENVIRONMENT, **variables}
    return subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=True, timeout=300)


def whole_pack(folder):
    run("minirow", "pack", "--seed", "42", "--count", "40", "--level", "easy", "--quiet", "--out", "whole.csv", folder=folder)
    return (folder / "whole.csv").read_bytes()


@pytest.mark.parametrize("index", ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"])
def test_ranges_of_two_tasks_are_the_pack_of_one_run(tmp_path, index):
    task = {"SEED": "42", "ROWS": "20", "OUT": str(tmp_path / "shared" / "sudoku")}
    for number in (1, 0, 1):  # one is run again
        run("sh", JOBS / "range.sh", "--level", "easy", folder=tmp_path, **task, **{index: str(number)})
    parts = sorted(tmp_path.glob("shared/sudoku/part-*.csv"))
    assert [part.name for part in parts] == ["part-00000.csv", "part-00001.csv"]
    run("minirow", "pack", "merge", "--quiet", "--out", "merged.csv", *parts, folder=tmp_path)
    assert (tmp_path / "merged.csv").read_bytes() == whole_pack(tmp_path)


def test_a_range_needs_its_variables(tmp_path):
    with pytest.raises(subprocess.CalledProcessError) as error:
        run("sh", JOBS / "range.sh", folder=tmp_path, OUT=str(tmp_path / "out"))
    assert "expected a task of a Slurm array or of an indexed Kubernetes job" in error.value.stderr


def test_the_kubernetes_job_runs_the_script_with_its_variables(tmp_path):
    job = yaml.safe_load((JOBS / "job.yaml").read_text())["spec"]
    container = job["template"]["spec"]["containers"][0]
    assert job["completionMode"] == "Indexed" and job["completions"] == job["parallelism"] == 64
    variables = {variable["name"]: variable["value"] for variable in container["env"]}
    variables |= {"ROWS": "5", "OUT": str(tmp_path), "JOB_COMPLETION_INDEX": "3"}
    run(*(word.replace("/job/", f"{JOBS}/") for word in container["command"]), folder=tmp_path, **variables)
    assert (tmp_path / "part-00003.csv").read_text().count("\n") == 6


def test_ray_starts_on_the_nodes_of_a_slurm_job(tmp_path):
    for name, text in SLURM.items():
        path = tmp_path / name
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    job = {
        "PATH": os.pathsep.join([str(tmp_path), ENVIRONMENT["PATH"]]),
        "SRUN_LOG": str(tmp_path / "srun.log"),
        "SLURM_JOB_NODELIST": "node[1-2]",
        "SLURM_CPUS_ON_NODE": "1",
        "RAY_PORT": port,
    }
    words = ["python", JOBS / "make.py", "made", "--count", "200", "--shard-rows", "50"]
    done = run("bash", JOBS / "ray.sbatch", *words, folder=tmp_path, **job)
    assert done.stdout.endswith("200 puzzles in 4 files\n")
    starts = (tmp_path / "srun.log").read_text().splitlines()
    assert len(starts) == 2 and starts[0].endswith(f"--head --port {port}") and starts[1].endswith(f"--address 127.0.0.1:{port}")
    made = pyarrow.parquet.read_table(sorted((tmp_path / "made").glob("*.parquet")))
    assert made.to_pylist() == pyarrow.table(minirow.generate(42, count=200)).to_pylist()


def test_a_node_that_does_not_hear_the_signal_holds_no_job(tmp_path):
    """It would hold all nodes until the time of the job is over."""
    for name, text in {**SLURM, "srun": 'trap "" TERM\nexec sleep 1000\n', "ray": "exit 0\n"}.items():
        path = tmp_path / name
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)
    job = {"PATH": os.pathsep.join([str(tmp_path), ENVIRONMENT["PATH"]]), "SLURM_JOB_NODELIST": "", "SLURM_CPUS_ON_NODE": "1"}
    with pytest.raises(subprocess.CalledProcessError) as error:
        run("bash", JOBS / "ray.sbatch", "sh", "-c", "exit 7", folder=tmp_path, RAY_STOP_SECONDS="1", **job)
    assert error.value.returncode == 7


def test_the_job_of_kuberay_has_the_program_and_the_version_of_the_tests():
    job = yaml.safe_load((JOBS / "rayjob.yaml").read_text())["spec"]
    program, *_ = job["entrypoint"].split()[1:]
    assert (JOBS / Path(program).name).is_file()
    assert f"ray[data]=={job['rayClusterSpec']['rayVersion']}" in Path(__file__).with_name("requirements.txt").read_text()
    assert job["rayClusterSpec"]["workerGroupSpecs"][0]["replicas"] == 63
    image = [line for line in (JOBS / "Dockerfile").read_text().splitlines() if "rayjob.yaml" in line]
    assert "s3://" in job["entrypoint"] and image[0].endswith("PACKAGES=s3fs")


def test_dask_rates_partitions_in_two_processes(tmp_path):
    pack = minirow.generate(seed=42, count=60)
    folder = tmp_path / "in"
    folder.mkdir()
    for number in range(3):
        rows = pyarrow.table(minirow.solve(pack["puzzle"][20 * number : 20 * number + 20]))
        pyarrow.parquet.write_table(rows, folder / f"part-{number}.parquet")
    run("python", JOBS / "with_dask.py", "in", "out", folder=tmp_path)
    made = pyarrow.parquet.read_table(sorted((tmp_path / "out").glob("*.parquet"))).to_pydict()
    assert {name: made[name] for name in ("puzzle", "er", "level")} == {name: pack[name] for name in ("puzzle", "er", "level")}

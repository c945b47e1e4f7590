"""The package in a process: Ctrl-C, other threads, forks, progress, and the command line."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from importlib import metadata
from pathlib import Path

import pytest
from conftest import EMPTY, PUZZLE, SOLUTION

import minirow

#: Seconds. A machine may be busy, so only a time far above the usual one is an error.
FAR_TOO_LONG = 20.0

#: Seconds of work of all threads. They do not depend on other processes.
MUCH_WORK = 4.0


#: ER 11.9, which takes thousands of times as long as usual to rate.
HARD = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
#: No solution, which takes thousands of times as long as usual to prove.
UNSOLVABLE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."

#: Calls that take minutes or longer. Some have long work between two rows.
LONG_CALLS = [
    f"[minirow.count('{EMPTY}') for _ in range(99)]",
    f"minirow.count(['{EMPTY}'] * 99, errors='null')",
    "minirow.generate(seed=1, count=10**6)",
    "minirow.generate(seed=1, count=100, er='11.5..', max_tries=10**9)",
    "minirow.generate(seed=1, count=100, er='11.5..', search='sample', max_tries=10**9, threads=7)",
    "list(minirow.generate_batches(seed=1, count=10**9, batch_rows=10**6))",
    f"minirow.grade(['{PUZZLE}'] * 3_000_000)",
    f"minirow.grade(['{HARD}'] * 40)",
    f"minirow.grade('{HARD}')",
    f"[minirow.explain('{HARD}') for _ in range(40)]",
    f"minirow.solve(['{UNSOLVABLE}'] * 4000, errors='null')",
    f"minirow.check(['{UNSOLVABLE}'] * 4000)",
    f"minirow.canonical(['{UNSOLVABLE}'] * 4000, solution=True, errors='null')",
    "list(minirow.solve_batches(itertools.repeat(81 * '.')))",
    f"minirow.solve(itertools.repeat('{PUZZLE}'))",
    "minirow.dataset('sudoku', count=10**6)",
    f"minirow.print_book(['{HARD}'] * 400, 'book.pdf', heading='rating')",
    f"minirow.stats(['{HARD}'] * 400, grade=True)",
]


@pytest.mark.skipif(os.name == "nt", reason="signals are different there")
@pytest.mark.parametrize("call", LONG_CALLS)
def test_ctrl_c_ends_it(call, record_property, tmp_path):
    program = (
        "import itertools, minirow, os, time\n"
        "def threads():\n"
        "    return len(os.listdir('/proc/self/task')) if os.path.exists('/proc/self/task') else 1\n"
        "before = threads()\n"
        "print('begun', flush=True)\n"
        f"try:\n    {call}\n"
        "except KeyboardInterrupt:\n"
        "    start = time.process_time()\n"
        "    print('interrupted', flush=True)\n"
        "while threads() > before:\n    time.sleep(0.001)\n"
        "print(time.process_time() - start, flush=True)\n"
        f"print(minirow.solve(['{PUZZLE}'])['solution'][0])\n"
    )
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    child = subprocess.Popen([sys.executable, "-c", program], **pipes, text=True, cwd=tmp_path)
    assert child.stdout.readline() == "begun\n"
    time.sleep(0.3)
    start = time.monotonic()
    child.send_signal(signal.SIGINT)
    assert child.stdout.readline() == "interrupted\n"
    gone = time.monotonic() - start
    record_property("seconds", gone)
    work = float(child.stdout.readline())
    print(f"{call}: {1000 * gone:.0f} ms, then {1000 * work:.0f} ms of work until the last thread ended")
    assert child.stdout.readline() == f"{SOLUTION}\n", "the process can continue"
    _, messages = child.communicate(timeout=FAR_TOO_LONG)
    assert (child.returncode, messages) == (0, "")
    assert gone < FAR_TOO_LONG and work < MUCH_WORK
    assert {path.name for path in tmp_path.iterdir()} <= {"sudoku.part", "sudoku.part.json"}, "no file is left"


@pytest.mark.skipif(os.name == "nt", reason="signals are different there")
@pytest.mark.parametrize("call", [LONG_CALLS[0], LONG_CALLS[2], f"minirow.grade(['{HARD}'] * 40)"])
def test_ctrl_c_ends_the_process(call):
    program = f"import minirow\nprint('begun', flush=True)\n{call}\n"
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "begun\n"
    time.sleep(0.3)
    child.send_signal(signal.SIGINT)
    output, messages = child.communicate(timeout=FAR_TOO_LONG)
    assert (child.returncode, output) == (-signal.SIGINT, "")
    assert messages.startswith("Traceback (most recent call last):\n") and messages.endswith("\nKeyboardInterrupt\n")


def test_other_threads_continue():
    counted = 0
    is_done = threading.Event()

    def count():
        nonlocal counted
        while not is_done.is_set():
            counted += 1
            time.sleep(0.001)

    other = threading.Thread(target=count)
    other.start()
    minirow.count(EMPTY, limit=20_000_000)
    before = counted
    is_done.set()
    other.join()
    assert before > 1, "the interpreter's lock was free"


def test_many_threads_at_once(pack):
    solutions = [None] * 8

    def solve(number):
        solutions[number] = minirow.solve(pack)["solution"]

    threads = [threading.Thread(target=solve, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert solutions == 8 * [pack["solution"]]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork does not exist there")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_forked_processes_work(pack):
    minirow.solve(pack)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(minirow.solve, pack["puzzle"][:4]) == pack["solution"][:4]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork does not exist there")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_process_has_no_threads_of_its_parent():
    stream = minirow.generate_batches(seed=1, count=10**9, batch_rows=10)
    first = next(stream)
    context = multiprocessing.get_context("fork")
    results = context.SimpleQueue()

    def work():
        nonlocal stream
        try:
            next(stream)
        except RuntimeError as error:
            results.put(str(error))
        del stream
        results.put(next(minirow.generate_batches(seed=1, count=10**9, batch_rows=10))["puzzle"])

    child = context.Process(target=work)
    child.start()
    child.join(FAR_TOO_LONG)
    if child.is_alive():
        child.kill()
    assert child.exitcode == 0
    expected = f"found an iterator of the process {os.getpid()} in the forked process {child.pid}, which has none of its threads"
    assert results.get().startswith(expected)
    assert results.get() == first["puzzle"], "the process can start threads of its own"
    assert len(next(stream)) == 10, "the parent can continue"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork does not exist there")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_processes_that_are_forked_at_any_time_end():
    # A thread of the parent waits for a batch, and holds the lock of the stream for most of the time.
    stream = minirow.generate_batches(seed=1, count=10**9, batch_rows=2000)
    is_done = threading.Event()

    def take():
        while not is_done.is_set():
            next(stream)

    other = threading.Thread(target=take)
    other.start()
    def ask():
        try:
            next(stream)
        except RuntimeError:
            sys.exit(3)

    children = [multiprocessing.get_context("fork").Process(target=ask) for _ in range(20)]
    for child in children:
        child.start()
    for child in children:
        child.join(FAR_TOO_LONG)
    is_done.set()
    other.join()
    alive = [child for child in children if child.is_alive()]
    for child in alive:
        child.kill()
    assert not alive and {child.exitcode for child in children} == {3}


def test_the_wheel_is_for_interpreters_with_a_lock():
    # pip does not install wheels with the tag abi3 in an interpreter without the lock.
    tags = [line for line in metadata.distribution("minirow").read_text("WHEEL").splitlines() if line.startswith("Tag: ")]
    assert tags and all(tag.startswith("Tag: cp310-abi3-") for tag in tags)


def test_progress_is_shown(capfd, pack):
    pytest.importorskip("tqdm")
    minirow.solve(pack, progress=True)
    assert "60.0/60.0" in capfd.readouterr().err
    list(minirow.generate_batches(seed=1, count=30, batch_rows=10, progress=True))
    assert "30.0/30.0" in capfd.readouterr().err
    minirow.stats(pack, progress=True)
    assert "60.0 puzzles" in capfd.readouterr().err
    minirow.solve(pack)
    minirow.stats(pack)
    assert capfd.readouterr().err == ""


def test_progress_without_tqdm_warns(monkeypatch, pack):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.warns(UserWarning, match="progress=True needs tqdm"):
        assert len(minirow.solve(pack, progress=True)) == 60


def run(*words, **options):
    return subprocess.run([sys.executable, "-m", "minirow", *words], capture_output=True, text=True, check=False, **options)


def test_the_module_is_the_command_line(tmp_path):
    assert run("solve", "-", input=PUZZLE).stdout == f"{SOLUTION}\n"
    assert run("--version").stdout == f"minirow {minirow.__version__}\n"
    wrong = run("slove")
    assert (wrong.returncode, wrong.stdout) == (2, "") and "Usage: minirow <COMMAND>" in wrong.stderr
    assert run("solve", "-", input="55" + 79 * ".").returncode == 1
    out = tmp_path / "pack.csv"
    assert run("pack", "--seed", "3", "--count", "5", "--out", out).returncode == 0
    assert out.read_text().splitlines()[1].startswith("3-0,")
    program = Path(sys.executable).with_name("minirow.exe" if os.name == "nt" else "minirow")
    assert subprocess.run([program, "count", PUZZLE], capture_output=True, text=True, check=True).stdout == "1\n"


@pytest.mark.skipif(os.name == "nt", reason="signals are different there")
def test_ctrl_c_leaves_a_partial_file_of_the_command_line(tmp_path):
    out = tmp_path / "pack.csv"
    words = ["pack", "--seed", "3", "--count", "1000000", "--out", str(out)]
    child = subprocess.Popen([sys.executable, "-m", "minirow", *words], stderr=subprocess.PIPE, text=True)
    partial = tmp_path / "pack.csv.part"
    while not (partial.exists() and partial.stat().st_size > 1000):
        assert child.poll() is None
        time.sleep(0.02)
    child.send_signal(signal.SIGINT)
    _, message = child.communicate(timeout=FAR_TOO_LONG)
    assert child.returncode == 130 and "--resume continues" in message
    assert not out.exists() and partial.exists()

"""How observed programs are started, how they end, and what they notice of it: nothing. None of them needs torch."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from zipfile import Path as ZipPath
from zipfile import ZipFile

import pytest

from tests.observed_runs import Ran, observed, plainly, planned
from tests.signals import timeout_begins_with
from torchlint.finding import Experiment, Finding, Span
from torchlint.reading import read_source
from torchlint.verify import session
from torchlint.verify.controls import Controls
from torchlint.verify.judge import verdict
from torchlint.verify.plan import Plan, plan_of

SUM = """
def work(values):
    total = 0
    for value in values:
        total += value  # undecided
    return total
"""
# What a program can see of itself, and an error whose traceback shows where it ran.
LOOK = """'''What it is for.'''
from __future__ import annotations
import sys, warnings
{imports}
print(work(range(3)), sys.argv, __file__, __name__, __doc__, __package__, __spec__ and __spec__.name)
print(sys.path, sys.flags.optimize, sorted(name for name in globals() if name != "__torchlint__"))
print(type(__loader__).__name__ if __spec__ is None else "", getattr(__loader__, "path", ""))
print(sys.stdin.read(), getattr(sys, "orig_argv", sys.argv)[1:])
warnings.warn("look out")
def deep(number):
    return 1 / number
total = 0
total += 1  # undecided
{end}
"""
# Another Python may be given, which needs no more than its standard library: the runtime wants 3.9 or newer.
PYTHON = os.environ.get("OBSERVED_PYTHON", sys.executable)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    package = tmp_path / "pkg"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "sums.py").write_text(SUM)
    (package / "fails.py").write_text(LOOK.format(imports="from .sums import work", end="deep(0)"))
    for name, end in (("ends", "sys.exit(3)"), ("fails", "deep(0)"), ("stopped", "raise KeyboardInterrupt")):
        (tmp_path / f"{name}.py").write_text(LOOK.format(imports="from pkg.sums import work", end=end))
    (tmp_path / "drives.py").write_text(
        f"import subprocess, sys\ncommand = [{PYTHON!r}, '-W', 'ignore', 'ends.py', '-n', '2']\n"
        "sys.exit(subprocess.run(command).returncode)\n"
    )
    (tmp_path / "wraps.sh").write_text(f'set -e\ncd .\nexec {PYTHON} -u ends.py "$@"\n')
    (tmp_path / "forks.py").write_text(
        "import multiprocessing, sys\nfrom pkg.sums import work\n"
        "if __name__ == '__main__':\n"
        "    for way in 'fork', 'spawn':\n"
        "        with multiprocessing.get_context(way).Pool(1) as pool:\n"
        "            print(pool.map(work, [range(3), range(4)]))\n"
        "            pool.close()\n"
        "            pool.join()\n"
    )
    return tmp_path


def plan_of_all(folder: Path) -> Plan:
    return planned(*(folder / name for name in ("ends.py", "fails.py", "stopped.py", "pkg/sums.py", "pkg/fails.py")))


def visits(ran: session.Session) -> int:
    return sum(seen.visits for evidence in ran.evidence.values() for seen in evidence.observations)


@pytest.mark.parametrize(
    ("command", "status", "reached"),
    [
        ((PYTHON, "ends.py", "--epochs", "1"), 3, 4),
        ((PYTHON, "-O", "./ends.py"), 3, 4),
        ((PYTHON, "-X", "dev", "-W", "ignore", "{folder}/fails.py"), 1, 4),
        ((PYTHON, "-m", "pkg.fails", "one"), 1, 4),
        ((PYTHON, "stopped.py"), -signal.SIGINT, 4),
        ((PYTHON, "drives.py"), 3, 4),
        (("bash", "wraps.sh", "two words"), 3, 4),
        ((PYTHON, "forks.py"), 0, 14),
    ],
    ids=lambda value: " ".join(value[1:]) if isinstance(value, tuple) else "",
)
def test_a_program_is_the_same(folder: Path, command: tuple[str, ...], status: int, reached: int) -> None:
    command = tuple(word.format(folder=folder) for word in command)
    ran, its = observed(folder, plan_of_all(folder), *command)
    there = sorted(folder.rglob("*.pyc"))
    assert ran == plainly(folder, *command)
    assert ran.status == status
    assert visits(its) == reached
    assert not [path for path in there if path.name.startswith(("sums.", "fails."))]


def test_a_symbolic_link_is_the_same(folder: Path) -> None:
    (folder / "bin").mkdir()
    (folder / "bin" / "run").symlink_to("../ends.py")
    ran, its = observed(folder, plan_of_all(folder), PYTHON, "bin/run")
    assert ran == plainly(folder, PYTHON, "bin/run")
    assert visits(its) == 4


def test_a_copy_is_looked_at_like_the_original(folder: Path) -> None:
    """As where a project was installed from the folder that is linted."""
    plan = plan_of_all(folder)
    (folder / "installed").mkdir()
    (folder / "pkg").rename(folder / "installed" / "pkg")
    command = (PYTHON, "-c", "import sys; sys.path[0] = 'installed'; from pkg.sums import work; print(work(range(5)))")
    ran, its = observed(folder, plan, *command)
    assert (ran.stdout, visits(its)) == ("10\n", 5)


def test_a_changed_file_is_left_alone(folder: Path) -> None:
    plan = plan_of_all(folder)
    with (folder / "ends.py").open("a") as file:
        file.write("# one more line\n")
    ran, its = observed(folder, plan, PYTHON, "ends.py")
    assert ran.status == 3
    assert visits(its) == 3
    assert its.notes == (f"{folder / 'ends.py'} has changed since it was checked",)
    assert [evidence.file for evidence in its.evidence.values()].count("changed") == 1


def test_python_that_looks_at_no_environment(folder: Path) -> None:
    ran, its = observed(folder, plan_of_all(folder), PYTHON, "-I", "-c", "print(1)")
    assert ran.stdout == "1\n"
    assert its.notes[0].startswith("no Python process could be observed")


def test_a_full_disk_costs_the_evidence_only(folder: Path) -> None:
    (folder / "full.py").write_text(
        "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\ntotal = 0\n"
        "for value in range(1000):\n    total += value  # undecided\nprint(total)\n"
    )
    ran, its = observed(folder, planned(folder / "full.py"), PYTHON, "full.py")
    assert (ran.status, ran.stdout, ran.stderr) == (0, "499500\n", "")
    assert visits(its) == 0


def test_a_timeout_ends_the_stubborn_and_their_children(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    timeout_begins_with(monkeypatch, folder / "there0", folder / "there1")
    (folder / "stubborn.py").write_text(
        "import os, signal, time\nfor sent in signal.SIGINT, signal.SIGTERM:\n    signal.signal(sent, signal.SIG_IGN)\n"
        "child = os.fork()\nif child:\n    open('child', 'w').write(str(child))\n"
        "total = 0\ntotal += 1  # undecided\nopen(f'there{child and 1}', 'w').close()\ntime.sleep(600)\n"
    )
    ran, its = observed(folder, planned(folder / "stubborn.py"), PYTHON, "stubborn.py", timeout=1, patience=0.3)
    assert ran.status == -signal.SIGKILL
    assert its.notes[0] == "stopped after 1 s"
    assert visits(its) == 2
    child = int((folder / "child").read_text())
    assert is_gone(child)


SAVES = """\
import pathlib, sys, time
pathlib.Path(sys.argv[1] + ".there").touch()
try:
    time.sleep(60)
finally:
    time.sleep(0.7)
    pathlib.Path(sys.argv[1] + ".saved").touch()
"""
LAUNCHES = """\
import os, pathlib, signal, subprocess, sys, time
workers = [subprocess.Popen([sys.executable, "saves.py", name]) for name in ("one", "two")]
while not (os.path.exists("one.there") and os.path.exists("two.there")):
    time.sleep(0.02)
total = 0
total += 1  # undecided
"""
PASSES_ON = """\
def pass_on(sent, _):
    time.sleep(0.2)
    for worker in workers:
        worker.send_signal(sent)
    for worker in workers:
        worker.wait()
    sys.exit(1)
for sent in signal.SIGINT, signal.SIGTERM:
    signal.signal(sent, pass_on)
"""
THERE = "pathlib.Path('there').touch()\ntime.sleep(600)\n"


# As torchrun, which sends its workers what it gets, and `accelerate launch` with one process, which does not wait.
@pytest.mark.parametrize(("launcher", "ends"), [("torchrun", PASSES_ON + THERE), ("accelerate", THERE)])
def test_workers_may_save_after_a_timeout(
    folder: Path, launcher: str, ends: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    timeout_begins_with(monkeypatch, folder / "there")
    (folder / "saves.py").write_text(SAVES)
    (folder / launcher).write_text(LAUNCHES + ends)
    ran, its = observed(folder, planned(folder / launcher), PYTHON, launcher, timeout=3, patience=10)
    assert ran.status != 0
    assert its.notes[0] == "stopped after 3 s"
    assert sorted(path.stem for path in folder.glob("*.saved")) == ["one", "two"]


def is_gone(process: int) -> bool:
    """Whether a process ends soon: whoever inherits it has to see it die."""
    for _ in range(100):
        if not is_there(process):
            return True
        time.sleep(0.05)
    return False


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_an_interrupt_is_passed_on(folder: Path) -> None:
    (folder / "waits.py").write_text(
        "import os, signal, sys, time\ntry:\n"
        "    os.kill(os.getppid(), signal.SIGINT)\n    time.sleep(60)\nexcept KeyboardInterrupt:\n    sys.exit(7)\n"
    )
    ran, its = observed(folder, planned(), PYTHON, "waits.py")
    assert ran.status == 7
    assert its.notes == ("interrupted",)


def test_an_experiment_that_captures_nothing_hurts_nobody(folder: Path) -> None:
    """A rule of the user's own may name roles that its probe does not know."""
    path = folder / "counts.py"
    path.write_text("total = 1\nprint(total)\n")
    proof = Experiment("softmaxed_input", (("no such role", Span(8, 9)),))
    finding = Finding(str(path), Span(8, 9), "", proof=proof)
    plan = plan_of([(read_source(str(path)), [finding])])
    ran, its = observed(folder, plan, PYTHON, "counts.py")
    assert ran == Ran(0, "1\n", "")
    assert "without evaluating it twice" in verdict(proof, its.evidence[0]).text


def test_the_folder_of_evidence_is_private_and_gone(folder: Path) -> None:
    where = "path = os.path.dirname(os.environ['TORCHLINT_VERIFY_PLAN'])"
    look = f"import os; {where}; print(oct(os.stat(path).st_mode & 0o777), path)"
    ran, _ = observed(folder, planned(), PYTHON, "-c", look)
    mode, path = ran.stdout.split()
    assert mode == "0o700"
    assert not Path(path).exists()


def test_what_is_written_by_value_needs_no_torchlint(folder: Path) -> None:
    """As cloudpickle writes a function of the main script: with the global names that it uses."""
    path = folder / "writes.py"
    path.write_text("import pickle\nprint(pickle.dumps(__torchlint__).hex())\ntotal = 0\ntotal += 1  # undecided\n")
    ran, _ = observed(folder, planned(path), PYTHON, "writes.py")
    program = (
        f"import pickle\nit = pickle.loads(bytes.fromhex({ran.stdout!r}))\nprint(it.value(7, 'same'), it.after(7, 1))"
    )
    assert plainly(folder, PYTHON, "-I", "-c", program) == Ran(0, "same None\n", "")


def test_no_thread_of_ours_is_there_while_a_program_forks(folder: Path) -> None:
    """Python 3.12 warns of a fork with threads; after it, the parent is asked again, and the child never."""
    (folder / "forking.py").write_text(
        "import os, sys, threading, time\ntotal = 0\ntotal += 1  # undecided\n"
        "def tasks(): return len(os.listdir('/proc/self/task'))\n"
        "stacks = sys.modules['_torchlint.stacks']\n"
        "stacks.start()\n"
        "time.sleep(0.2)\n"
        "print(tasks(), len(threading.enumerate()), threading.active_count())\n"
        "child = os.fork()\n"
        "if child:\n"
        "    os.waitpid(child, 0)\n"
        "    print('parent', tasks())\n"
        "    end = time.perf_counter() + 0.3\n"
        "    while time.perf_counter() < end: pass\n"
        "else:\n"
        "    print('child', tasks())\n"
        "sys.stdout.flush()\n"
    )
    command = (PYTHON, "-X", "dev", "-W", "error", "forking.py")
    ran, its = observed(folder, planned(folder / "forking.py"), *command, controls=Controls(stacks=True))
    assert (ran.status, ran.stderr) == (0, "")
    assert ran.stdout.splitlines()[-3:] == ["2 1 1", "child 1", "parent 2"]
    parent, child = sorted(its.processes, key=lambda process: not process.set_up)
    assert sum(parent.set_up.values()) >= 5
    # Without what has started the script for us.
    outermost = {stack.partition(";")[0].rpartition(":")[0] for stack in parent.set_up}
    assert outermost == {f"{folder / 'forking.py'}:<module>"}
    assert not child.stacks
    assert not child.set_up


def test_a_process_waits_for_few_imports(folder: Path) -> None:
    heavy = ("ctypes", "hashlib", "importlib.abc", "inspect", "tempfile")
    ran, its = observed(folder, plan_of_all(folder), PYTHON, "-c", f"import sys; print(sys.modules.keys() & {heavy!r})")
    assert (ran.stdout, its.notes) == ("set()\n", ())


def test_a_torchlint_in_a_zip_unpacks_what_runs_in_the_processes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = folder / "torchlint.zip"
    with ZipFile(archive, "w") as file:
        for path in session.RUNTIME.rglob("*.py"):
            file.write(path, Path("runtime", path.relative_to(session.RUNTIME)))
    monkeypatch.setattr(session, "RUNTIME", archive / "runtime")
    monkeypatch.setattr(session, "files", lambda package: ZipPath(archive))
    ran, its = observed(folder, plan_of_all(folder), PYTHON, "ends.py")
    assert ran == plainly(folder, PYTHON, "ends.py")
    assert visits(its) == 4

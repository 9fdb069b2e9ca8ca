"""Cached results: reported again where nothing has changed, computed anew where a dependency has."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import torchlint.lint
from tests.command import Ran
from tests.command import run as run_command
from tests.snippets import snippet
from torchlint.cache.code_version import code_version
from torchlint.cache.encoding import decoded, encoded
from torchlint.cache.file_stamps import FileStamps
from torchlint.files.source import Source
from torchlint.finding import Edit, Experiment, Finding, Fix, Span
from torchlint.result import Checked
from torchlint.runner.outcome import Outcome
from torchlint.runner.session import Session

TRAIN = """
from torch import nn
from torch.utils.data import DataLoader

from model import Net, loss_of


def train(loader: DataLoader, net: Net, optimizer):
    total = 0
    for x, y in loader:
        loss = loss_of(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss
    return total
"""
MODEL = """
import torch
from torch import nn
from torch.nn import functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.out = nn.Linear(3, 2)

    def forward(self, x):
        return self.out(x)


def loss_of(scores, labels):
    return F.cross_entropy(scores, labels)
"""
# The same without a graph: what train.py adds up then keeps nothing alive.
PLAIN = MODEL.replace("F.cross_entropy(scores, labels)", "F.cross_entropy(scores, labels).item()")


# A file's time and that of its folder, when it was written; each later than the one before, and long ago.
_clock = [1_700_000_000_000_000_000]

EVALUATE = """
import hydra
import torch


def main(cfg, loader):
    net = hydra.utils.instantiate(cfg.model)
    net.eval()
    for x in loader:
        print(net(x).argmax(1))
"""


def write(path: Path, text: str) -> None:
    """Write a file as if that had been a while ago: nobody doubts its time."""
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text(text, encoding="utf-8")
    age(path)


def age(*paths: Path) -> None:
    """Give files that changed just now, and their folders, a time that is long ago and was never there before."""
    for path in paths:
        _clock[0] += 1_000_000_000
        for each in (path, path.parent):
            if each.exists():
                os.utime(each, ns=(_clock[0], _clock[0]))


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A training, the file that it imports, and one that has nothing to do with them."""
    monkeypatch.delenv("TORCHLINT_NO_CACHE")
    (tmp_path / ".git").mkdir()
    write(tmp_path / "train.py", TRAIN)
    write(tmp_path / "model.py", MODEL)
    write(tmp_path / "other.py", "import torch\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that were checked now, and not told again; with one process, which shares its memory with the test."""
    names: list[str] = []
    check = torchlint.lint._checked

    def noted(source: Source, *rest: object) -> Checked:
        names.append(os.path.basename(source.path))
        return check(source, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(torchlint.lint, "_checked", noted)
    return names


def run(*arguments: str) -> Ran:
    """A run over the working directory."""
    return run_command("-j1", "--select=ALL", "--suspected", "--output-format=json", *arguments, ".")


def same_as_anew(checked: list[str], *arguments: str) -> list[str]:
    """Which files a run has checked, which has to tell what one without a cache tells."""
    checked.clear()
    found = run(*arguments)
    done = sorted(checked)
    assert found.out == run("--no-cache", *arguments).out
    return done


def test_what_was_found_is_told_again_and_nothing_is_checked(project: Path, checked: list[str]) -> None:
    first = run()
    assert first.told == ["train.py:15:9 loss-accumulates-graph"]
    assert sorted(checked) == ["model.py", "other.py", "train.py"]
    for form in ("json", "full", "sarif", "github"):
        assert same_as_anew(checked, f"--output-format={form}:{project.parent / form}") == []


def test_a_file_that_has_changed_is_checked_with_those_that_hang_on_it(project: Path, checked: list[str]) -> None:
    run()
    write(project / "model.py", PLAIN)
    assert same_as_anew(checked) == ["model.py", "train.py"]
    assert run().told == []
    write(project / "model.py", MODEL)  # what was found with this text is still known
    assert same_as_anew(checked) == []
    assert run().told == ["train.py:15:9 loss-accumulates-graph"]


def test_a_file_that_was_only_touched_is_not_checked(project: Path, checked: list[str]) -> None:
    run()
    age(project / "model.py", project / "train.py")
    assert same_as_anew(checked) == []


def test_a_change_within_one_tick_of_the_clock_is_seen(
    project: Path, checked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("torchlint.cache.file_stamps._TICK", 60_000_000_000)  # of a slow clock
    at = time.time_ns()
    os.utime(project / "model.py", ns=(at, at))
    run()
    (project / "model.py").write_text(MODEL.replace("Linear(3, 2)", "Linear(2, 3)"))  # as long as it was
    os.utime(project / "model.py", ns=(at, at))
    assert same_as_anew(checked) == ["model.py", "train.py"]


def _shadowed(project: Path) -> None:
    """The nearest file of a name is meant: now there is one that nobody has asked about, as it was not there."""
    write(project / "src" / "model.py", PLAIN)
    (project / "model.py").unlink()
    age(project / "model.py")


def _there_now(project: Path) -> None:
    write(project / "losses.py", PLAIN)


def _there_now_where_git_does_not_look(project: Path) -> None:
    write(project / "made" / "losses.py", PLAIN)


def _required(project: Path) -> None:
    write(project / "requirements.txt", "torch==1.7\n")


def _required_by_another_folder(project: Path) -> None:
    write(project / "docker" / "requirements.txt", "torch==1.7\n")


def _used_by_another(project: Path) -> None:
    """Who calls a function says what it is given."""
    write(project / "main.py", "from train import train\nfrom model import Net\ntrain([], Net(), None)\n")


def _moved(project: Path) -> None:
    (project / "model.py").rename(project / "models.py")
    age(project / "model.py", project / "models.py")


@pytest.mark.parametrize(
    ("change", "says_something_else"),
    [
        (_shadowed, True),
        (_there_now, True),
        (_there_now_where_git_does_not_look, True),
        (_required, True),
        (_required_by_another_folder, True),
        (_used_by_another, False),
        (_moved, False),
    ],
)
def test_what_changes_around_a_file_is_seen(
    project: Path, checked: list[str], change: Callable[[Path], None], says_something_else: bool
) -> None:
    write(project / "first.py", TRAIN.replace("from model import Net", "from losses import Net"))
    write(project / "second.py", TRAIN.replace("from model import Net", "from made.losses import Net"))
    write(project / "scaled.py", "import torch\n\nscaler = torch.cuda.amp.GradScaler()\n")  # deprecated since 2.4
    write(project / "made" / "notes.txt", "")
    write(project / ".gitignore", "made/\n")
    before = run().told
    change(project)
    same_as_anew(checked)
    assert (run().told != before) == says_something_else
    assert same_as_anew(checked) == []


def test_what_the_requirements_say_now_counts(project: Path, checked: list[str]) -> None:
    write(project / "other.py", "import torch\n\n\ndef load(path):\n    return torch.load(path)\n")
    write(project / "requirements.txt", "torch==2.7\n")
    before = run().told
    write(project / "requirements.txt", "torch==1.7\n")
    same_as_anew(checked)
    assert run().told == ["other.py:5:12 torch-load-untrusted", *before]


def test_the_classes_that_the_configuration_names_now_count(project: Path, checked: list[str]) -> None:
    def configured(name: str) -> str:
        return f"model:\n  _target_: {name}\n"

    write(project / "nets.py", "from model import Net\n\n\nclass Plain:\n    pass\n")
    write(project / "evaluate.py", EVALUATE)
    write(project / "conf" / "base.yaml", configured("nets.Plain"))
    assert not any("evaluate.py" in told for told in run().told)
    write(project / "conf" / "base.yaml", configured("nets.Net"))
    assert same_as_anew(checked) == ["evaluate.py"]
    assert "evaluate.py:10:15 eval-without-no-grad" in run().told


def test_a_new_file_that_nobody_imports_costs_itself_alone(project: Path, checked: list[str]) -> None:
    run()
    write(project / "new.py", "import torch\n")
    assert same_as_anew(checked) == ["new.py"]


def test_other_rules_are_other_findings(project: Path, checked: list[str]) -> None:
    run()
    assert same_as_anew(checked, "--ignore=memory") == ["model.py", "other.py", "train.py"]
    assert same_as_anew(checked, "--ignore=memory") == []
    write(project / "torchlint.toml", 'torch-version = "1.7"\n')
    assert same_as_anew(checked) == ["model.py", "other.py", "train.py"]


@pytest.mark.parametrize("setting", ['baseline = "none.json"', 'fail-on = "error"', 'severity = { memory = "info" }'])
def test_settings_that_change_no_finding_keep_what_is_known(project: Path, checked: list[str], setting: str) -> None:
    (project / "none.json").write_text('{"version": 1, "findings": []}')
    run()
    write(project / "torchlint.toml", f"{setting}\n")
    assert same_as_anew(checked) == []
    write(project / "torchlint.toml", f'{setting}\nunfixable = ["memory"]\n')
    assert same_as_anew(checked) == ["model.py", "other.py", "train.py"]


def test_rules_of_the_users_own_are_asked_again_when_they_change(project: Path, checked: list[str]) -> None:
    rule = project / "rules" / "no_torch" / "rule.py"
    write(
        rule,
        "from torchlint import File, Findings, finding, rule\n\n\n"
        '@rule(group="api", severity="warning")\n'
        "def check(file: File) -> Findings:\n"
        '    """Nothing is called."""\n'
        '    yield from (finding(call, "called") for call in file.calls("torch.zeros"))\n',
    )
    write(project / "torchlint.toml", 'packs = ["rules"]\nexclude = ["rules"]\n')
    assert run("--trust").status == 0
    write(project / "other.py", "import torch\n\nx = torch.zeros(2)\n")
    assert "other.py:3:5 no-torch" in run().told
    assert same_as_anew(checked) == []
    write(rule, rule.read_text().replace('"called"', '"CALLED"'))
    assert same_as_anew(checked) == ["model.py", "other.py", "train.py"]


def test_a_detector_of_the_users_own_that_changes_is_asked_again(project: Path, checked: list[str]) -> None:
    folder = project / "rules" / "no_torch"
    detect = "def calls(file):\n    return file.calls({name!r})\n"
    write(
        folder / "rule.py",
        "from torchlint import File, Findings, finding, rule\n\nfrom . import detect\n\n\n"
        '@rule(group="api", severity="warning")\n'
        "def check(file: File) -> Findings:\n"
        '    """Nothing is called."""\n'
        '    yield from (finding(call, "called") for call in detect.calls(file))\n',
    )
    write(folder / "detect.py", detect.format(name="torch.zeros"))
    write(project / "torchlint.toml", 'packs = ["rules"]\nexclude = ["rules"]\n')
    assert run("--trust").status == 0
    write(project / "other.py", "import torch\n\nx = torch.zeros(2)\ny = torch.ones(2)\n")
    assert "other.py:3:5 no-torch" in run().told
    assert same_as_anew(checked) == []
    write(folder / "detect.py", detect.format(name="torch.ones"))
    assert same_as_anew(checked) == ["model.py", "other.py", "train.py"]
    assert "other.py:4:5 no-torch" in run().told


def test_a_detector_in_the_checkout_is_part_of_the_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "torchlint" / "cache" / "code_version.py", "")
    detect = tmp_path / "rules" / "some_rule" / "detect.py"
    monkeypatch.setattr(
        "torchlint.cache.code_version.__file__", str(tmp_path / "torchlint" / "cache" / "code_version.py")
    )
    stamps = []
    for text in ("x = 1", "x = 2"):
        write(detect, text)
        stamps.append(code_version())
    assert stamps[0] != stamps[1] == code_version()


def test_what_comments_silence_is_told_again_too(project: Path, checked: list[str]) -> None:
    write(project / "other.py", TRAIN.replace("total += loss", "total += loss  # torchlint: ignore[memory] -- wanted"))
    run("--show-suppressed", f"--output-format=sarif:{project.parent / 'one'}")
    checked.clear()
    again = run("--show-suppressed", f"--output-format=sarif:{project.parent / 'two'}")
    assert checked == []
    assert again.status == 1
    assert (project.parent / "one").read_text() == (project.parent / "two").read_text()
    assert "wanted" in (project.parent / "two").read_text()


def test_fixing_tells_and_keeps_what_is_left(project: Path, checked: list[str]) -> None:
    run()
    checked.clear()
    assert "+        total += loss.detach()" in run("--diff", "--unsafe-fixes").out
    run("--fix", "--unsafe-fixes")
    assert {"train.py"} == set(checked)  # what is clean has nothing to fix
    assert "total += loss.detach()\n" in (project / "train.py").read_text()
    age(project / "train.py")
    assert same_as_anew(checked) == ["model.py", "train.py"]  # who calls the loss of model.py matters for it


def test_any_number_of_processes_keeps_the_same(project: Path, checked: list[str]) -> None:
    anew = run("--no-cache").out
    assert run("-j2").out == anew
    assert same_as_anew(checked) == []
    assert run("-j2").out == anew


def test_a_file_that_failed_is_checked_again(
    project: Path, checked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr("torchlint.queries.file.File.analysis", property(lambda self: 1 / 0))
        assert run().status == 2
    assert same_as_anew(checked) == ["model.py", "other.py", "train.py"]


def test_an_interrupted_run_keeps_what_it_has_checked(
    project: Path, checked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = Session.judge

    def interrupted(self: Session, source: Source, *rest: Any) -> Outcome:
        if source.path == "train.py":
            raise KeyboardInterrupt
        return judge(self, source, *rest)

    with monkeypatch.context() as stopped:
        stopped.setattr(Session, "judge", interrupted)
        assert run().status != 0
    assert checked == ["model.py", "other.py"]
    assert same_as_anew(checked) == ["train.py"]


def test_a_project_may_be_moved(project: Path, checked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    run()
    moved = project.with_name("moved")
    shutil.copytree(project, moved)
    monkeypatch.chdir(moved)
    assert same_as_anew(checked) == []


def test_it_is_kept_out_of_git_and_deleted_when_that_is_asked_for(project: Path, checked: list[str]) -> None:
    run()
    kept = project / ".torchlint_cache"
    assert (kept / ".gitignore").read_text() == "*\n"
    assert (kept / "CACHEDIR.TAG").read_text().startswith("Signature: 8a477f597d28d172789f06886806bc55")
    assert run_command("--clean").status == 0
    assert not kept.exists()
    assert run_command("--clean").status == 0
    kept.mkdir()
    write(kept / "mine.txt", "not of torchlint")
    assert run_command("--clean").status == 2
    assert (kept / "mine.txt").exists()


def test_several_projects_may_share_a_folder(tmp_path: Path, project: Path, checked: list[str]) -> None:
    shared = str(tmp_path / "shared")
    run("--cache-dir", shared)
    assert not (project / ".torchlint_cache").exists()
    assert same_as_anew(checked, "--cache-dir", shared) == []
    other = tmp_path / "other"
    (other / ".git").mkdir(parents=True)
    write(other / "train.py", TRAIN)
    assert run_command("--cache-dir", shared, "-q", str(other)).status == 1
    assert len(list((tmp_path / "shared").glob("*.sqlite"))) == 2


def test_nothing_is_kept_where_nothing_can_be_written(project: Path, checked: list[str]) -> None:
    write(project / "file", "")
    assert same_as_anew(checked, "--cache-dir", str(project / "file" / "below")) == ["model.py", "other.py", "train.py"]


def test_an_empty_file_is_begun_anew(project: Path, checked: list[str]) -> None:
    run()
    (kept,) = (project / ".torchlint_cache").glob("*.sqlite")
    kept.write_bytes(b"")
    assert same_as_anew(checked) == ["model.py", "other.py", "train.py"]
    assert same_as_anew(checked) == []


@pytest.mark.parametrize("page", [1, 4, 7, 10, 13])
def test_a_cache_of_which_a_page_is_damaged_is_no_trouble(project: Path, checked: list[str], page: int) -> None:
    run()
    (kept,) = (project / ".torchlint_cache").glob("*.sqlite")
    data = kept.read_bytes()
    assert len(data) >= 14 * 4096
    kept.write_bytes(data[: page * 4096] + b"\xff" * 4096 + data[(page + 1) * 4096 :])
    same_as_anew(checked)
    write(project / "other.py", "import torch\n\n")
    same_as_anew(checked)  # what is damaged is seen at the latest when something is written
    same_as_anew(checked)
    assert same_as_anew(checked) == []


def test_what_somebody_has_written_into_it_does_no_harm(project: Path, checked: list[str]) -> None:
    run()
    (kept,) = (project / ".torchlint_cache").glob("*.sqlite")
    with sqlite3.connect(kept) as connection:
        connection.execute("""UPDATE results SET found = '{"findings": [[1, 2]]}'""")
        connection.execute("UPDATE answers SET kept = x'00'")
        connection.execute("UPDATE meta SET value = '[[1]]' WHERE key LIKE 'rules %'")
    assert same_as_anew(checked) == ["model.py", "other.py", "train.py"]


def test_another_torchlint_finds_for_itself(project: Path, checked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    run()
    monkeypatch.setattr("torchlint.cache.caches.code_version", lambda: "of tomorrow")
    assert same_as_anew(checked) == ["model.py", "other.py", "train.py"]


def test_runs_at_the_same_time_and_killed_ones_leave_it_whole(project: Path, checked: list[str]) -> None:
    for number in range(30):
        write(project / f"part{number}.py", MODEL + f"\n# {number}\n")
    command = [sys.executable, "-m", "torchlint", "-q", "-j1", "--select=ALL", "--suspected", "."]
    environment = {key: value for key, value in os.environ.items() if key != "TORCHLINT_NO_CACHE"}
    runs = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(3)
    ]
    time.sleep(0.4)
    runs[0].send_signal(signal.SIGKILL)
    ended = [one.communicate() for one in runs]
    assert [one.returncode for one in runs[1:]] == [1, 1]
    assert ended[1] == ended[2]
    assert same_as_anew(checked) == []


def test_a_warm_run_loads_neither_rules_nor_model(project: Path) -> None:
    run()
    code = (
        "import sys\nfrom torchlint.cli import main\n"
        "try:\n    main(['-j1', '--select=ALL', '--suspected', '.'])\n"
        "except SystemExit:\n    pass\n"
        "print(sorted(name for name in sys.modules if name.startswith(('torchlint.rules.', 'libcst', 'torch.'))"
        " or name in ('torchlint.queries.file', 'torchlint.syntax.tree')), file=sys.stderr)\n"
    )
    environment = {key: value for key, value in os.environ.items() if key != "TORCHLINT_NO_CACHE"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert "loss-accumulates-graph" in done.stdout
    assert done.stderr.endswith("[]\n")


def test_the_page_says_what_works(project: Path, checked: list[str]) -> None:
    shown = snippet("speed.md", "What is cached between runs", "console")
    commands = [line.removeprefix("$ torchlint ").partition("#")[0].split() for line in shown.splitlines()]
    elsewhere = str(project.parent / "c")
    found = [run_command("-j1", *(elsewhere if word == "/tmp/c" else word for word in words)) for words in commands]
    assert [one.status for one in found] == [1, 1, 1, 1, 0]
    assert len({one.out for one in found[:4]}) == 1
    assert sorted(checked) == sorted(["model.py", "other.py", "train.py"] * 3)  # at first, without, and elsewhere
    assert not (project / ".torchlint_cache").exists()


def test_findings_are_carried_whole() -> None:
    source = Source("a.py", "x = 1\ny = 2\n")
    finding = Finding(
        "a.py",
        Span(0, 5),
        "said",
        Fix("title", (Edit(Span(0, 1), "z"),), safe=False),
        Experiment("probe", (("role", Span(2, 3)),)),
        ((Span(6, 7), "there"),),
        sure=False,
        rule="some-rule",
    )
    silenced = Finding("a.py", Span(6, 7), "quiet", rule="other-rule")
    checked = Checked(source, (finding,), (silenced,), True, {silenced: "why"}, 2)
    assert decoded(encoded(checked), source) == checked
    assert decoded(encoded(checked), source).reasons == {silenced: "why"}


def test_a_digest_is_that_of_what_was_read(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    write(path, "one")
    stamps = FileStamps({}, {})
    assert stamps.read(str(path)) == b"one"
    before = stamps.digest(str(path))
    write(path, "two")
    assert stamps.digest(str(path)) == before  # of what this run has seen
    assert FileStamps(stamps.files, {}).digest(str(path)) != before
    assert stamps.digest(str(tmp_path / "nothing")) == ""

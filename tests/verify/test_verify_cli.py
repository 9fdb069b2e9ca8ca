"""The command line of --verify: what is run, what is said of it and where, how it exits, and what is fixed."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.command import runner
from tests.notebook_texts import notebook
from tests.signals import send, timeout_begins_with, until
from torchlint.cli import main
from torchlint.evidence import Evidence
from torchlint.finding import Experiment
from torchlint.pack import builtin_rules
from torchlint.verdict import Number, Verdict

ROOT = Path(__file__).parent.parent.parent
RULES = ROOT / "rules"
PYTHON = sys.executable
COLUMNS = 60

# Finds sums that a comment marks, and looks at them with a probe that is there. No program here needs torch.
RULE = r'''
"""Finds marked sums."""

import re

from torchlint import Edit, File, Findings, Fix, rule
from torchlint.finding import Experiment, Finding, Span


@rule(group="memory", severity="{severity}")
def check(file: File) -> Findings:
    """A sum is marked {mark}."""
    for match in re.finditer(r"(\w+) \+= (\w+)(?=  # {mark}\b)", file.text):
        at, end = Span(*match.span()), Span(match.end(), match.end())
        proof = Experiment("retained_graph", (("accumulator", Span(*match.span(1))), ("at", at)))
        fix = Fix("Add nothing", (Edit(end, " + 0"),), safe={safe})
        yield Finding(file.path, at, f"`{{match[1]}}` grows", {details})
'''
PACK = {
    "sure_sum": ("SURE", "error", True, "fix=fix, proof=proof"),
    "other_sum": ("OTHER", "warning", True, "proof=proof"),
    "risky_sum": ("RISKY", "warning", False, "fix=fix, proof=proof"),
    "small_sum": ("SMALL", "info", True, "proof=proof"),
    "doubtful_sum": ("DOUBTFUL", "error", True, "fix=fix, proof=proof, sure=False"),
    "plain_sum": ("PLAIN", "error", True, ""),
    "plain_doubt": ("UNSURE", "error", True, "sure=False"),
}
SUMS = """\
kind = "torch"
import sys
total = other = once = twice = plain = 0
print("out")
print("err", file=sys.stderr)
for value in range(3):
    total += value  # SURE
    other += value  # DOUBTFUL
once += 1  # OTHER
for value in range(2):
    twice += value  # DOUBTFUL
if len(sys.argv) > 9:
    plain += value  # SURE
print(total, *sys.argv[1:], end="")
"""


@dataclass(frozen=True, slots=True)
class Ran:
    """How a run ended, and what it wrote."""

    status: int
    out: str
    err: str

    @property
    def records(self) -> list[dict[str, Any]]:
        records: list[dict[str, Any]] = json.loads(self.out)
        return records

    @property
    def told(self) -> list[str]:
        """Row, rule and verdict of each finding, from the JSON on standard output."""
        return [f"{r['location']['row']} {r['name']} {r['evidence']['status']}" for r in self.records]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a program and a pack that has something to ask of it, and no influence from outside."""
    for name, (mark, severity, safe, details) in PACK.items():
        home = tmp_path / "pack" / name
        home.mkdir(parents=True)
        (home / "rule.py").write_text(RULE.format(mark=mark, severity=severity, safe=safe, details=details))
        (home / "README.md").write_text(f"# {name.replace('_', '-')}\n\nA sum is marked {mark}.\n")
    project = tmp_path / "project"
    project.mkdir()
    (project / "sums.py").write_text(SUMS)
    (project / "torchlint.toml").write_text('packs = ["../pack"]\n')
    (tmp_path / "temporary").mkdir()
    monkeypatch.chdir(project)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "TORCHLINT_OUTPUT_FORMAT", "PRE_COMMIT"):
        monkeypatch.delenv(name, raising=False)
    assert invoke("--trust").status == 0
    return project


def program(text: str) -> None:
    Path("sums.py").write_text(f"torch = None\n{text}")


def invoke(*arguments: str) -> Ran:
    """A run in this process; what the command itself writes is not in it."""
    result = runner().invoke(main, arguments, catch_exceptions=False, prog_name="torchlint")
    return Ran(result.exit_code, result.stdout, result.stderr)


def started(*arguments: str, stdin: str = "") -> Ran:
    """A run in a process of its own."""
    command = [PYTHON, "-m", "torchlint", *arguments]
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, check=False)
    return Ran(done.returncode, done.stdout, done.stderr)


def verified(*options: str, command: Sequence[str] = (PYTHON, "sums.py")) -> Ran:
    return invoke("sums.py", "--verify", *options, "--", *command)


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> None:
    """Verdicts by how often a place was reached: thrice confirms, twice refutes, once settles nothing."""
    outcomes: dict[int, Any] = {0: "not reached", 1: "undecided", 2: "refuted"}

    def verdict(experiment: Experiment, evidence: Evidence) -> Verdict:
        visits = sum(seen.visits for seen in evidence.observations)
        return Verdict(
            outcomes.get(visits, "confirmed"), f"reached {visits} times", (Number("visits", visits, "bytes/step"),)
        )

    monkeypatch.setattr("torchlint.verify.verification.verdict", verdict)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--verify"], "--verify needs a command after `--`: torchlint src/ --verify -- python train.py"),
        (["--verify", "--"], "--verify needs a command after `--`"),
        (["--", "python", "sums.py"], "a command after `--` needs --verify: torchlint src/ --verify -- "),
        (["--verify", "--", "./nowhere"], "--verify can't run `./nowhere`: no such program."),
        (["--verify", "--", "sums.py"], "no such program; to run a script, write `python sums.py`."),
        (["-", "--verify", "--", PYTHON], "does not work with `-`"),
        (["--stdin-filename", "a.py", "--verify", "--", PYTHON], "can't be combined with --stdin-filename"),
        (["--diff", "--verify", "--", PYTHON], "can't be combined with --diff"),
        (["--fix-only", "--verify", "--", PYTHON], "can't be combined with --fix-only"),
        (["--show-files", "--verify", "--", PYTHON], "can't be combined with --show-files"),
        (["--show-settings", "--verify", "--", PYTHON], "can't be combined with --show-settings"),
        (["--list-rules", "--verify", "--", PYTHON], "can't be combined with --list-rules"),
        (["--explain", "all", "--verify", "--", PYTHON], "can't be combined with --explain"),
        (["--verify-timeout", "3"], "--verify-timeout needs --verify"),
        (["--verify-limit-batches", "3"], "--verify-limit-batches needs --verify"),
        (["--verify-max-steps", "3"], "--verify-max-steps needs --verify"),
        (["--verify-report", "seen"], "--verify-report needs --verify"),
        (["--verify-json", "seen.json"], "--verify-json needs --verify"),
        (["--verify-tensorboard", "seen"], "--verify-tensorboard needs --verify"),
        (["--verify-memory-snapshot", "s.pickle"], "--verify-memory-snapshot needs --verify"),
        (["--verify-timeout", "0", "--verify", "--", PYTHON], "0 is not a number of seconds above 0"),
        (["--verify-timeout", "nan", "--verify", "--", PYTHON], "nan is not a number of seconds"),
        (["--verify-timeout", "inf", "--verify", "--", PYTHON], "inf is not a number of seconds"),
        (["--verify-timeout", "soon", "--verify", "--", PYTHON], "'soon' is not a valid float"),
        (["--verify-limit-batches", "0", "--verify", "--", PYTHON], "0 is not in the range x>=1"),
        (["--verify-max-steps", "-1", "--verify", "--", PYTHON], "-1 is not in the range x>=1"),
        (["--verify-max-steps", "1.5", "--verify", "--", PYTHON], "'1.5' is not a valid integer"),
        (["--config", "verify = true"], "unknown key 'verify'"),
        (["nowhere.py", "sums.py", "--verify", "--", PYTHON], "error: nowhere.py: No such file or directory\n"),
    ],
)
def test_wrong_usage(arguments: list[str], message: str) -> None:
    ran = invoke(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err
    assert "running" not in ran.err


@pytest.mark.usefixtures("folder")
def test_a_program_that_the_system_refuses() -> None:
    Path("broken").write_bytes(b"\0")
    os.chmod("broken", 0o755)
    ran = verified(command=["./broken"])
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.endswith("error: --verify: can't run ./broken: Exec format error\n")


@pytest.mark.usefixtures("folder")
def test_nothing_but_the_option_runs_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """No configuration, no variable and no hook."""
    for text in ("verify = true", 'verify = "python sums.py"', "verify-timeout = 3", "[verify]\na = 1"):
        Path("torchlint.toml").write_text(text)
        assert invoke("sums.py").status == 2
    Path("torchlint.toml").unlink()
    program("open('ran', 'w').close()\ntotal = 0\ntotal += 1  # SURE\n")
    for name in ("TORCHLINT_VERIFY", "VERIFY", "TORCHLINT_VERIFY_PLAN"):
        monkeypatch.setenv(name, "1")
    assert invoke("sums.py").status == 0
    monkeypatch.setenv("PRE_COMMIT", "1")
    ran = verified()
    assert ran.status == 2
    assert "must not happen in a pre-commit hook" in ran.err
    assert not Path("ran").exists()
    hooks = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    assert "--verify" not in hooks


@pytest.mark.usefixtures("folder", "judge")
def test_every_finding_has_its_verdict() -> None:
    Path("sums.py").write_text(SUMS + "plain += 1  # PLAIN\nplain += 1  # UNSURE\n")
    ran = verified("--output-format", "json")
    assert ran.told == [
        "7 sure-sum confirmed",
        "8 doubtful-sum confirmed",
        "9 other-sum undecided",
        "11 doubtful-sum refuted",
        "13 sure-sum not-reached",
        "15 plain-sum undecided",
    ]
    confirmed, plain = ran.records[0]["evidence"], ran.records[-1]["evidence"]
    assert confirmed == {
        "status": "confirmed",
        "text": "reached 3 times",
        "measurements": [{"name": "visits", "value": 3, "unit": "bytes/step"}],
        "processes": 1,
    }
    assert plain == {"status": "undecided", "text": "a run can't settle this", "measurements": [], "processes": 0}
    assert ran.err.splitlines()[-2] == "1 suspected finding is hidden; `--suspected` shows it."
    assert len(verified("--output-format", "json", "--suspected").told) == 7
    sure = ["sure-sum", "other-sum", "sure-sum", "plain-sum"]
    assert [line.split()[1] for line in verified("--output-format", "json", "--no-suspected").told] == sure
    assert json.loads(invoke("sums.py", "--output-format", "json").out)[0]["evidence"] is None


@pytest.mark.usefixtures("folder", "judge")
def test_the_report_for_people() -> None:
    ran = verified("--color", "never")
    assert ran.status == 1
    assert ran.out.startswith("\nerror[sure-sum] [*] `total` grows\n --> sums.py:7:5\n")
    assert "   = verdict: CONFIRMED, reached 3 times\n   = help: Add nothing\n" in ran.out
    assert "error[doubtful-sum] [*] (suspected) `other` grows\n" in ran.out
    assert "only suspected" not in ran.out
    assert ran.out.count(" = verdict: ") == 4
    *lines, last = ran.out.splitlines()
    assert last.startswith(
        "verify: 2 confirmed, 1 refuted, 1 not reached, 1 undecided of 5 findings; command ended with "
    )
    assert lines[-6:-3] == [
        "Suspected, and not confirmed by the run:",
        "  sums.py:11:5: doubtful-sum REFUTED, reached 2 times",
        "",
    ]
    assert lines[-3].startswith("The command succeeded after ")
    assert lines[-2].startswith("help: 1 finding was not reached; a longer run may reach more")
    assert lines[-1] == "[*] 2 of the confirmed fixable with the `--fix` option, which runs the command again."
    assert ran.err.splitlines() == [
        f"info: running `{PYTHON} sums.py` with 5 experiments in 1 file",
        "info: this is your real command: what it saves, uploads or deletes is real",
    ]


@pytest.mark.usefixtures("folder", "judge")
@pytest.mark.parametrize(
    ("program_text", "advice"),
    [
        ("raise SystemExit(1)\n", "a run that does not fail may reach more"),
        ("", "a longer run may reach more"),
        (
            "from torch.utils.data import DataLoader\nfor batch in DataLoader(range(9)):\n    pass\n",
            "a longer run may reach more, or `--verify-limit-batches 20`, which shortens every pass over a DataLoader",
        ),
    ],
)
def test_advice_is_about_this_run(program_text: str, advice: str) -> None:
    program(f"total = 0\n{program_text}if total:\n    total += 1  # SURE\n")
    assert f"help: 1 finding was not reached; {advice}\n" in verified("--color", "never").out


@pytest.mark.usefixtures("folder", "judge")
@pytest.mark.parametrize(
    ("raised", "told"),
    [("ValueError('long ' * 99)", "long lon..."), ("KeyboardInterrupt", "ended with KeyboardInterrupt")],
)
def test_the_exception_that_ended_a_process(raised: str, told: str) -> None:
    """It is seen where it was cut, and a nameless one ends without a colon."""
    program(f"total = 0\ntotal += 1  # SURE\nraise {raised}\n")
    (note,) = [line for line in verified("--color", "never").out.splitlines() if line.startswith("note: process")]
    assert note.endswith(told)


@pytest.mark.usefixtures("folder", "judge")
def test_other_formats_tell_verdicts() -> None:
    ran = verified("--output-format", "concise", "--color", "never")
    assert ran.out.splitlines()[1:6] == [
        "sums.py:7:5: error[sure-sum] [*] `total` grows [CONFIRMED visits 3 B/step]",
        "sums.py:8:5: error[doubtful-sum] [*] (suspected) `other` grows [CONFIRMED visits 3 B/step]",
        "sums.py:9:1: warning[other-sum] `once` grows [UNDECIDED]",
        "sums.py:11:5: error[doubtful-sum] [*] (suspected) `twice` grows [REFUTED visits 2 B/step]",
        "sums.py:13:5: error[sure-sum] [*] `plain` grows [NOT REACHED]",
    ]
    assert "[\033[1;91mCONFIRMED\033[0m" in verified("--output-format", "concise", "--color", "always").out
    ran = verified("--statistics", "--color", "never")
    assert ran.out.splitlines()[1:4] == [
        "2\t[*]\terror[doubtful-sum] in 1 file: 1 confirmed, 1 refuted",
        "2\t[*]\terror[sure-sum] in 1 file: 1 confirmed, 1 not reached",
        "1\t[ ]\twarning[other-sum] in 1 file: 1 undecided",
    ]
    lines = verified("--output-format", "json-lines", "--statistics").out.splitlines()
    assert json.loads(lines[0])["verdicts"] == {"confirmed": 1, "refuted": 1}
    assert "verdicts" not in json.loads(invoke("sums.py", "--statistics", "--output-format", "json").out)[0]


THRICE = "total = 0\nfor value in range(3):\n    total += value  # {mark}\n"


@pytest.mark.usefixtures("folder", "judge")
@pytest.mark.parametrize(
    ("mark", "options", "status"),
    [
        ("SURE", [], 1),
        ("SURE", ["--fail-on", "never"], 0),
        ("SURE", ["--exit-zero"], 0),
        ("DOUBTFUL", [], 1),
        ("OTHER", [], 1),
        ("OTHER", ["--fail-on", "error"], 0),
        ("SMALL", [], 0),
        ("SMALL", ["--fail-on", "info"], 1),
        ("PLAIN", [], 0),
    ],
)
def test_what_is_confirmed_fails(mark: str, options: list[str], status: int) -> None:
    program(THRICE.format(mark=mark))
    assert verified(*options).status == status


@pytest.mark.usefixtures("folder", "judge")
def test_what_is_not_confirmed_does_not_fail() -> None:
    program("total = 0\nfor value in range(2):\n    total += value  # SURE\ntotal += 1  # OTHER\n")
    ran = verified("--color", "never")
    assert ran.status == 0
    assert ran.out.splitlines()[-1].startswith("verify: 0 confirmed, 1 refuted, 0 not reached, 1 undecided of 2 ")
    assert "= verdict: REFUTED, reached 2 times" in ran.out


@pytest.mark.usefixtures("folder", "judge")
@pytest.mark.parametrize(
    ("end", "said"),
    [
        ("sys.exit(4)", ", with exit status 4."),
        ("1 / 0", ", with exit status 1.\nnote: process "),
        ("import os; os.kill(os.getpid(), 9)", "The command was ended by SIGKILL after "),
    ],
)
def test_a_command_that_fails_leaves_its_verdicts(end: str, said: str) -> None:
    sums = THRICE.format(mark="SURE").replace("3", "4")  # a process that is killed has told of visits 1, 2 and 4
    program(f"import sys\n{sums}{end}\n")
    ran = verified("--exit-zero", "--color", "never")
    assert ran.status == 3
    assert "1 confirmed, 0 refuted" in ran.out
    assert said in ran.out


@pytest.mark.usefixtures("folder", "judge")
def test_a_timeout_leaves_its_verdicts(monkeypatch: pytest.MonkeyPatch) -> None:
    timeout_begins_with(monkeypatch, Path("here"))
    program(f"import time\n{THRICE.format(mark='SURE')}open('here', 'w').close()\n"
            "try:\n    time.sleep(60)\nexcept KeyboardInterrupt:\n    pass\n")  # fmt: skip
    ran = verified("--verify-timeout", "1.5", "--color", "never")
    assert (ran.status, Path("here").exists()) == (3, True)
    assert ran.out.splitlines()[-3] == "The command was stopped after 1.5 s."
    assert ran.out.splitlines()[-1].startswith("verify: 1 confirmed, 0 refuted, 0 not reached, 0 undecided of 1 ")


@pytest.mark.usefixtures("folder")
def test_without_anything_to_look_at_nothing_is_run() -> None:
    program("open('ran', 'w').close()\ntotal = 0\ntotal += 1  # PLAIN\ntotal += 1  # UNSURE\n")
    found_by_run = ",".join(name for name, rule in builtin_rules().items() if rule.needs_run)
    ran = verified("--output-format", "json", "--ignore", found_by_run)
    assert (ran.status, ran.told) == (0, ["4 plain-sum undecided"])
    assert ran.err.startswith("info: no finding can be verified by a run, so the command was not run\n")
    program("open('ran', 'w').close()\n")
    ran = verified("--ignore", found_by_run)
    assert ran.status == 0
    assert ran.out.startswith("All checks passed!\nverify: 0 confirmed, ")
    assert ran.out.endswith(" of 0 findings; command not run\n")
    assert not Path("ran").exists()
    assert verified("-q", "--ignore", found_by_run) == Ran(0, "", "")


@pytest.mark.usefixtures("folder")
def test_a_notebook_that_no_kernel_runs_is_undecided() -> None:
    Path("a.ipynb").write_bytes(notebook("torch = None\ntotal = 0\ntotal += 1  # SURE\ntotal += 1  # DOUBTFUL"))
    ran = invoke("a.ipynb", "--verify", "--output-format", "json", "--", PYTHON, "sums.py")
    assert (ran.status, ran.told) == (0, ["3 sure-sum undecided", "4 doubtful-sum undecided"])
    assert {record["evidence"]["text"] for record in ran.records} == {"no kernel was observed"}


@pytest.mark.usefixtures("folder", "judge")
def test_a_rule_that_crashes_is_a_failure_of_torchlint() -> None:
    Path("../pack/plain_sum/rule.py").write_text(
        'from torchlint import File, Findings, rule\n\n\n@rule(group="memory", severity="error")\n'
        'def check(file: File) -> Findings:\n    """A sum is marked PLAIN."""\n    raise ValueError\n    yield\n'
    )
    ran = verified("--output-format", "json")
    assert (ran.status, ran.told[0]) == (2, "1 torchlint-error undecided")


@pytest.mark.usefixtures("folder")
def test_controls_reach_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    look = "import json, os; plan = json.load(open(os.environ['TORCHLINT_VERIFY_PLAN']))\n"
    program(f"{look}open('plan', 'w').write(json.dumps(plan))\ntotal = 0\ntotal += 1  # SURE\n")
    ran = verified("--verify-limit-batches", "7", "--verify-max-steps", "9")
    plan = json.loads(Path("plan").read_text())
    assert (plan["limit_batches"], plan["max_steps"], plan["losses"]) == (7, 9, False)
    verified("--fix")
    plan = json.loads(Path("plan").read_text())
    assert (plan["limit_batches"], plan["max_steps"], plan["losses"]) == (None, None, True)
    assert ran.status == 0


@pytest.mark.usefixtures("folder")
def test_streams_pass_through() -> None:
    """Order, bytes and standard input are the program's own; the report comes after them."""
    program("import sys\ntotal = 0\ntotal += 1  # SURE\nsys.stderr.write('to err')\nprint(sys.stdin.read(), end='')\n")
    ran = started("sums.py", "--verify", "--", PYTHON, "sums.py", stdin="typed\nby hand")
    assert ran.status == 0
    assert ran.out.startswith("typed\nby hand\nerror[sure-sum] [*] ")
    assert ran.err.startswith(f"info: running `{PYTHON} sums.py` with 1 experiment in 1 file\n")
    assert ran.err.endswith("is real\nto err")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("form", ["json", "json-lines"])
def test_a_machine_reads_one_document(form: str) -> None:
    ran = started("sums.py", "--verify", "--output-format", form, "--", PYTHON, "sums.py")
    lines = ran.out.splitlines()
    records = json.loads(ran.out) if form == "json" else [json.loads(line) for line in lines]
    assert [record["evidence"]["status"] for record in records] == ["undecided"] * 4 + ["not-reached"]
    assert "\nout\nerr\n" in ran.err.replace("err\nout", "out\nerr")
    assert "0 confirmed, " in ran.err


@pytest.mark.usefixtures("folder")
def test_a_report_to_a_file_leaves_the_streams_alone() -> None:
    ran = started("sums.py", "--verify", "--output-format", "json:verify.json", "--", PYTHON, "sums.py", "1")
    assert ran.out == "out\n3 1"
    assert "The command succeeded" in ran.err
    assert len(json.loads(Path("verify.json").read_text())) == 5
    ran = started("sums.py", "--verify", "-q", "--output-format", "json:v.json", "--", PYTHON, "sums.py")
    assert (ran.out, ran.err) == ("out\n3", "err\n")


@pytest.mark.usefixtures("folder")
def test_what_follows_the_dashes_is_not_ours() -> None:
    program("import sys\ntotal = 0\ntotal += 1  # SURE\nprint(sys.argv[1:])\n")
    ran = started("sums.py", "--verify", "--", PYTHON, "sums.py", "--fix", "-h", "--", "--version", "")
    assert ran.out.startswith("['--fix', '-h', '--', '--version', '']\n")


@pytest.mark.usefixtures("folder")
def test_a_reader_that_goes_away() -> None:
    program("import time\ntotal = 0\ntotal += 1  # SURE\nprint('first', flush=True)\ntime.sleep(1)\n")
    command = [PYTHON, "-m", "torchlint", "sums.py", "--verify", "--", PYTHON, "sums.py"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"first\n"
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()
    assert process.returncode == 1
    assert not os.listdir(os.environ["TMPDIR"])


# What the program of a test notes.
NOTED = (signal.SIGINT, signal.SIGUSR1, signal.SIGUSR2, signal.SIGTSTP, signal.SIGCONT)
WAITS = """\
import os, signal, sys, time
total = 0
total += 1  # SURE
{before}
try:
    with open("here.tmp", "w") as here:
        here.write(str(os.getpid()))
    os.rename("here.tmp", "here")
    time.sleep(600)
except KeyboardInterrupt:
    print("interrupted")
    open("SIGINT", "w").close()
    {after}
"""


def signalled(
    *signals: signal.Signals,
    before: str = "",
    after: str = "sys.exit(5)",
    patience: int = 30,
    noted: tuple[signal.Signals, ...] = NOTED,
) -> Ran:
    """A run whose torchlint gets these signals, one after the other, once the program is there.

    The program notes those that it handles in files of their names, and has to have done so before the next is sent:
    two that are sent at once may come as one.
    """
    program(WAITS.format(before=before, after=after))
    options = ["--verify", "--verify-patience", str(patience)]
    command = [PYTHON, "-m", "torchlint", "sums.py", *options, "--", PYTHON, "sums.py"]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, **pipes, start_new_session=True) as process:
        try:
            until(Path("here").exists, "the program is not there")
            for sent in signals:
                send(process.pid, sent)
                if sent in noted:
                    until(Path(sent.name).exists, f"{sent.name} has not reached the program")
            out, err = process.communicate(timeout=120)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    with pytest.raises(ProcessLookupError):
        os.kill(int(Path("here").read_text()), 0)
    assert not os.listdir(os.environ["TMPDIR"])
    return Ran(process.returncode, out, err)


@pytest.mark.usefixtures("folder")
def test_an_interrupt_goes_to_the_command() -> None:
    ran = signalled(signal.SIGINT)
    assert ran.status == 3
    assert ran.out.startswith("interrupted\n\nerror[sure-sum]")
    assert "The command was interrupted after " in ran.out


@pytest.mark.usefixtures("folder")
def test_a_second_interrupt_goes_to_the_command_too() -> None:
    ran = signalled(signal.SIGINT, signal.SIGINT, after="time.sleep(600)")
    assert ran.status == 3
    assert "The command was interrupted after " in ran.out


@pytest.mark.usefixtures("folder")
def test_one_more_interrupt_ends_the_most_stubborn() -> None:
    ignores = "for sent in signal.SIGINT, signal.SIGTERM: signal.signal(sent, signal.SIG_IGN)"
    ran = signalled(*[signal.SIGINT] * 4, before=ignores, patience=600, noted=())  # longer than the test waits
    assert ran.status == 3
    assert "The command was interrupted after " in ran.out


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_what_asks_torchlint_to_end_goes_to_the_command(sent: signal.Signals) -> None:
    saves = f"signal.signal({int(sent)}, lambda *_: (time.sleep(4), open('saved', 'w').close(), sys.exit(0)))"
    ran = signalled(sent, before=saves)
    assert ran.status == 3
    assert f"The command was ended by {sent.name} after " in ran.out
    assert Path("saved").exists()


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("sent", [(signal.SIGUSR1, signal.SIGUSR2), (signal.SIGTSTP, signal.SIGCONT)])
def test_what_tells_torchlint_something_goes_to_the_command(sent: tuple[signal.Signals, ...]) -> None:
    numbers = ", ".join(str(int(one)) for one in sent)
    counts = "told = []\ndef note(sent, _):\n    told.append(sent)\n    open(signal.Signals(sent).name, 'w').close()\n"
    counts += f"for sent in {numbers}: signal.signal(sent, note)"
    ran = signalled(*sent, signal.SIGINT, before=counts, after="print(*map(int, told), sep=', ')")
    assert f"interrupted\n{numbers}\n" in ran.out


@pytest.mark.usefixtures("folder")
def test_a_command_has_its_patience_after_the_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    timeout_begins_with(monkeypatch, Path("here"))
    ends = "try:\n    open('here', 'w').close()\n    time.sleep(60)\nfinally:\n    time.sleep(2)\n"
    ends += "    open('saved', 'w').close()\n"
    program(f"import time\ntotal = 0\ntotal += 1  # SURE\n{ends}")
    assert verified("--verify-timeout", "1.5", "--verify-patience", "0.3").status == 3
    assert not Path("saved").exists()
    Path("here").unlink()
    timeout_begins_with(monkeypatch, Path("here"))
    assert verified("--verify-timeout", "1.5", "--verify-patience", "20").status == 3
    assert Path("saved").exists()


@pytest.mark.usefixtures("folder")
def test_inherited_descriptors_are_there() -> None:
    program("import sys\ntotal = 0\ntotal += 1  # SURE\nprint(open(sys.argv[1]).read())\n")
    shell = f"{PYTHON} -m torchlint sums.py --verify -- {PYTHON} sums.py <(echo inherited)"
    ran = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
    assert ran.stdout.startswith("inherited\n"), ran.stderr


TYPED = """\
import os, sys, time
total = 0
total += 1  # SURE
terminal = open("/dev/tty")
typed = terminal.readline().strip()
try:
    print("read", typed, os.getpgrp() == os.tcgetpgrp(terminal.fileno()), flush=True)
    time.sleep(60)
except KeyboardInterrupt:
    print("interrupted", flush=True)
    sys.exit(5)
"""


@pytest.mark.usefixtures("folder")
def test_the_terminal_is_the_command_s() -> None:
    """What is typed reaches it, and Ctrl-C once: not from torchlint as well."""
    program(TYPED)
    child, ours = pty.fork()
    if not child:
        command = [PYTHON, "-m", "torchlint", "sums.py", "--verify", "--", PYTHON, "sums.py"]
        os.execv(PYTHON, command)
    said = ""
    for typed, wanted in ((b"hello\n", "read hello True"), (b"\x03", "The command was interrupted")):
        os.write(ours, typed)
        while wanted not in said and (piece := next(pieces(ours), None)):
            said += piece.decode()
        assert wanted in said, said
    assert said.partition("The command was")[0].count("interrupted") == 1  # by the program; torchlint's report follows
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3
    os.close(ours)


@pytest.mark.usefixtures("folder")
def test_progress_at_a_terminal() -> None:
    """On lines of its own, even where the command has begun one, and only if somebody may be watching."""
    program(
        "import sys, time\ntotal = 0\ntotal += 1  # SURE\nsys.stderr.write('half a line')\nsys.stderr.flush()\n"
        "time.sleep(1.5)\n"
    )
    often = "import sys; from torchlint.verify import progress; progress.INTERVAL = 0.3; "
    command = [PYTHON, "-c", f"{often}from torchlint.cli import main; main(sys.argv[1:])", "sums.py", "--verify"]
    said = at_a_terminal(*command, "--color", "never", "--", PYTHON, "sums.py")
    assert said.count("1 of 1 places reached after ") == 1
    before, at, after = said.partition("half a line" + " " * COLUMNS)
    assert (bool(before), bool(at), after.startswith("\rinfo: 1 of 1 places reached after ")) == (True, True, True)
    assert at_a_terminal(*command, "-q", "--", PYTHON, "sums.py") == "half a line"


def at_a_terminal(*command: str) -> str:
    """What a command writes to a terminal by way of its standard error."""
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
    with subprocess.Popen(command, stderr=its, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL) as process:
        os.close(its)
        said = b"".join(pieces(ours))
    os.close(ours)
    assert process.returncode == 0
    return said.decode()


def pieces(terminal: int) -> Iterator[bytes]:
    while select.select([terminal], [], [], 30)[0]:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # the other side is closed
            return
        if not piece:
            return
        yield piece


@pytest.mark.usefixtures("folder", "judge")
def test_only_what_is_confirmed_is_fixed() -> None:
    marks = {"sure": "SURE", "other": "OTHER", "risky": "RISKY", "doubtful": "DOUBTFUL"}
    sums = "".join(f"    {name} += value  # {mark}\n" for name, mark in marks.items())
    text = f"{' = '.join(marks)} = once = 0\nfor value in range(3):\n{sums}once += 1  # SURE\n"
    program(text)
    ran = verified("--fix", "--color", "never", "--show-fixes")
    fixed = text.replace("value  # SURE", "value + 0  # SURE").replace("value  # DOUBT", "value + 0  # DOUBT")
    assert Path("sums.py").read_text() == f"torch = None\n{fixed}"
    assert "info: fixed 2 findings, running the command again\n" in ran.err
    assert "1 x doubtful-sum\n    1 x sure-sum\n" in ran.out
    after = ran.out.partition("Fixed, before and after:\n")[2].splitlines()
    assert after[:-2] == [
        "- sums.py:4:5: sure-sum visits 3 B/step before, 3 B/step now: CONFIRMED",
        "- sums.py:7:5: doubtful-sum visits 3 B/step before, 3 B/step now: CONFIRMED",
        "The losses could not be compared: neither run called backward in observed code.",
        "Confirmed, but not fixed:",
        "- sums.py:5:5: other-sum: there is no automatic fix",
        "- sums.py:6:5: risky-sum: the fix may change what the program computes; `--unsafe-fixes` applies it",
        "",
    ]
    assert after[-1].startswith("verify: 4 confirmed, 0 refuted, 0 not reached, 1 undecided of 5 findings; ")
    assert ran.status == 1


@pytest.mark.usefixtures("folder", "judge")
def test_what_is_fixed_does_not_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the program does in its second run what a fix would have it do."""
    program("import os\nturns = 2 if os.path.exists('ran') else 3\nopen('ran', 'w').close()\ntotal = 0\n"
            "for value in range(turns):\n    total += value  # RISKY\n")  # fmt: skip
    ran = verified("--fix", "--unsafe-fixes", "--color", "never")
    assert ran.status == 0
    assert "- sums.py:7:5: risky-sum visits 3 B/step before, 2 B/step now: REFUTED\n" in ran.out
    assert "\n1 fixed.\nThe command succeeded after " in ran.out
    assert "\nverify: 0 confirmed, 1 refuted, 0 not reached, 0 undecided of 1 finding; " in ran.out
    assert "value + 0  # RISKY" in Path("sums.py").read_text()


@pytest.mark.usefixtures("folder", "judge")
def test_what_is_confirmed_after_its_fix_still_fails() -> None:
    program(THRICE.format(mark="SURE"))
    ran = verified("--fix", "--color", "never")
    assert ran.status == 1
    assert "visits 3 B/step before, 3 B/step now: CONFIRMED\n" in ran.out
    assert "\nverify: 1 confirmed, 0 refuted, 0 not reached, 0 undecided of 1 finding; " in ran.out


BREAKS = f"import os, sys\n{THRICE.format(mark='SURE')}if os.path.exists('ran'): sys.exit(6)\nopen('ran', 'w')\n"


@pytest.mark.usefixtures("folder", "judge")
def test_fixes_with_which_the_command_fails_are_taken_back() -> None:
    program(BREAKS)
    before = Path("sums.py").read_bytes()
    ran = verified("--fix", "--color", "never", "--verify-report", "seen")
    assert ran.status == 1  # the finding is still there, and the program works
    evidence = json.loads(Path("seen/evidence.json").read_text(encoding="utf-8"))
    assert evidence["repairs"]["restored"] == [str(Path("sums.py").absolute())]
    assert "With the fixes the command failed with exit status 6." in Path("seen/report.html").read_text("utf-8")
    assert Path("sums.py").read_bytes() == before
    assert "The command succeeded before the fixes, but not with them. The command failed after " in ran.out
    assert ", with exit status 6.\nThe fixes were reverted: sums.py.\n" in ran.out
    assert "- sums.py:5:5: sure-sum: the command fails with this fix\n" in ran.out
    assert "\nverify: 1 confirmed, 0 refuted, 0 not reached, 0 undecided of 1 finding; " in ran.out


@pytest.mark.usefixtures("folder", "judge")
def test_fixes_with_which_the_command_fails_are_kept_if_asked_for() -> None:
    program(BREAKS)
    ran = verified("--fix", "--verify-keep-fixes", "--color", "never")
    assert ran.status == 3
    assert "value + 0  # SURE" in Path("sums.py").read_text()
    assert "but not with them; `--verify-keep-fixes` keeps them." in ran.out
    assert ", with exit status 6." in ran.out


@pytest.mark.usefixtures("folder", "judge")
def test_a_file_that_has_changed_since_its_fixes_is_not_restored() -> None:
    program(BREAKS.replace("sys.exit(6)", "open('sums.py', 'a').write('# more'), sys.exit(6)"))
    ran = verified("--fix", "--color", "never")
    assert ran.status == 2
    assert "error: sums.py: not fixed: the file has changed since it was read\n" in ran.err
    assert "The fixes could not be reverted: sums.py.\n" in ran.out
    assert "value + 0  # SURE" in Path("sums.py").read_text()


@pytest.mark.usefixtures("folder", "judge")
@pytest.mark.parametrize("end", ["sys.exit(4)", "open('sums.py', 'a').write('# more')"])
def test_what_is_not_fixed(end: str) -> None:
    """Nothing after a run that failed, and no file that the program itself has written since."""
    program(f"import sys\n{THRICE.format(mark='SURE')}{end}\n")
    ran = verified("--fix", "--color", "never")
    assert "+ 0" not in Path("sums.py").read_text()
    if "exit" in end:
        assert ran.status == 3
        assert "\nNothing was fixed, because the command did not succeed.\nverify: 1 confirmed, " in ran.out
    else:
        assert ran.status == 2
        assert "error: sums.py: not fixed: the file has changed since it was read\n" in ran.err
        assert "- sums.py:5:5: sure-sum: the file could not be written\n" in ran.out
    assert ran.err.count("running") == 1


@pytest.mark.usefixtures("folder", "judge")
def test_a_fix_that_does_not_work_is_a_failure_of_torchlint() -> None:
    rule = Path("../pack/sure_sum/rule.py")
    rule.write_text(rule.read_text().replace('" + 0"', '" + ("'))
    program(THRICE.format(mark="SURE"))
    ran = verified("--fix", "--color", "never")
    assert ran.status == 2
    assert "- sums.py:4:5: sure-sum: the fix does not work here\n" in ran.out
    assert Path("sums.py").read_text() == "torch = None\n" + THRICE.format(mark="SURE")


def test_the_help_has_a_heading() -> None:
    ran = invoke("--help")
    assert "[PATHS]... [-- COMMAND...]" in ran.out
    assert ran.out.index("\nFixes:\n") < ran.out.index("\nVerify:\n  --verify ") < ran.out.index("\nFiles:\n")


# Reports to look at.


@pytest.mark.usefixtures("folder", "judge")
def test_a_page_and_scalars_are_written_where_they_are_asked_for() -> None:
    ran = verified("--verify-report", "seen/page", "--verify-tensorboard", "seen/scalars")
    assert ran.status == 1
    page = Path("seen/page/report.html").read_text(encoding="utf-8")
    assert "2 of 5 findings confirmed" in page
    evidence = json.loads(Path("seen/page/evidence.json").read_text(encoding="utf-8"))
    assert (evidence["controls"]["timeline"], evidence["controls"]["stacks"]) == (True, True)
    assert evidence["command"] == [PYTHON, "sums.py"]
    assert [path.name for path in Path("seen/scalars").glob("*/*")] == ["verdicts"]


@pytest.mark.usefixtures("folder", "judge")
def test_verdicts_are_written_for_programs() -> None:
    ran = verified("--verify-json", "sums.py/verdicts.json")
    assert ran.status == 2
    assert "sums.py: File exists" in ran.err  # and is no folder
    ran = verified("--verify-json", "verdicts.json")
    assert ran.status == 1
    said = json.loads(Path("verdicts.json").read_text(encoding="utf-8"))
    assert (said["command"], said["status"], said["controls"]["timeline"]) == ([PYTHON, "sums.py"], 0, False)
    outcomes = [each["evidence"]["status"] for each in said["findings"]]
    assert outcomes.count("confirmed") == 2
    assert len(outcomes) == 5


@pytest.mark.usefixtures("folder", "judge")
def test_a_page_tells_what_fixes_have_changed() -> None:
    ran = verified("--fix", "--verify-report", "seen")
    evidence = json.loads(Path("seen/evidence.json").read_text(encoding="utf-8"))
    assert [each["rule"] for each in evidence["repairs"]["made"]] == ["sure-sum", "doubtful-sum"]
    assert "What the fixes changed" in Path("seen/report.html").read_text(encoding="utf-8")
    assert ran.status == 1  # the fixes add nothing, so that both sums grow as ever


@pytest.mark.usefixtures("folder", "judge")
def test_a_page_that_cannot_be_written_is_said_and_the_report_follows() -> None:
    ran = verified("--verify-report", "sums.py/page")
    assert ran.status == 2
    assert "error: " in ran.err
    assert "sums.py/page" in ran.err
    assert "2 confirmed" in ran.out

"""--verify and --verify --fix on programs that train: what they say, and what they are compared by."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from tests.observed_runs import in_place_of_ours, plainly
from tests.rule_folders import ROOT, RULES
from torchlint.files.source import Source
from torchlint.files.splice import Splice
from torchlint.finding import Edit, Experiment, Finding, Span
from torchlint.fixing import Fixed
from torchlint.notebooks.notebook import put_together
from torchlint.result import Checked
from torchlint.runner.verify_fixes import after
from torchlint.verify import session
from torchlint.verify.comparison import compared
from torchlint.verify.controls import Controls
from torchlint.verify.plan import plan_of
from torchlint.verify.records import Losses, Process
from torchlint.verify.span_tracking import tracked

SUMS = RULES / "loss_accumulates_graph"
RULE = "loss-accumulates-graph"


@dataclass(frozen=True, slots=True)
class Ran:
    """How a run ended, what it wrote, and the file afterwards."""

    status: int
    out: str
    err: str
    text: str
    full: str


def verified(folder: Path, *options: str) -> Ran:
    """A training that a rule has something to say of, verified: JSON on standard output, the page in a file."""
    shutil.copy(SUMS / "bad.py", folder / "train.py")
    outputs = ("--output-format", "json", "--output-format", "full:full.txt")
    command = [sys.executable, "-m", "torchlint", "--isolated", "train.py", "--verify", *options, *outputs]
    done = subprocess.run(
        [*command, "--", sys.executable, "train.py"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"},
    )
    text = (folder / "train.py").read_text(encoding="utf-8")
    return Ran(done.returncode, done.stdout, done.stderr, text, (folder / "full.txt").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def torch() -> Any:
    return pytest.importorskip("torch")


@pytest.fixture(scope="module")
def bad(torch: Any, tmp_path_factory: pytest.TempPathFactory) -> Ran:
    return verified(tmp_path_factory.mktemp("bad"))


@pytest.fixture(scope="module")
def fixed(torch: Any, tmp_path_factory: pytest.TempPathFactory) -> Ran:
    return verified(tmp_path_factory.mktemp("fixed"), "--fix")


def test_a_bad_program_is_confirmed(bad: Ran) -> None:
    records = json.loads(bad.out)
    assert [record["name"] for record in records] == [RULE] * 5
    assert bad.status == 1
    for record in records:
        evidence = record["evidence"]
        assert (evidence["status"], evidence["processes"]) == ("confirmed", 1)
        assert evidence["measurements"][0]["unit"] == "bytes/step"
        assert 4_000 < evidence["measurements"][0]["value"] < 12_000
    assert bad.full.count(" = verdict: CONFIRMED, ") == 5


def test_what_it_prints_is_seen_beside_the_document(bad: Ran) -> None:
    assert "\nepoch 0: 0." in bad.err
    assert "\nverify: 5 confirmed, 0 refuted, 0 not reached, 0 undecided of 5 findings; command ended with " in bad.err


def test_a_good_program_has_nothing_to_confirm(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "torchlint", "--isolated", str(SUMS / "good.py"), "--verify", "--", sys.executable]
    done = subprocess.run(
        [*command, str(SUMS / "good.py")],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    # It runs all the same, for findings that only a run can make.
    assert done.returncode == 0
    assert "\nAll checks passed!\n" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("verify: 0 confirmed, ")


def test_fixes_are_measured(fixed: Ran) -> None:
    lines = fixed.err.partition("Fixed, before and after:\n")[2].splitlines()
    assert len([line for line in lines if line.endswith(" B/step now: REFUTED")]) == 5
    assert lines[0].startswith(f"- train.py:36:13: {RULE} retained ")
    assert " KB/step before, 0 B/step now: REFUTED" in lines[0]
    assert lines[5:8] == [
        "The losses are identical in all 64 backward calls.",
        "",
        "5 fixed.",
    ]
    assert (fixed.status, json.loads(fixed.out)) == (0, [])
    assert fixed.err.count("epoch 2: ") == 2
    assert fixed.text.count(".detach()") == 5


@pytest.mark.parametrize(
    ("old", "edits", "span", "new"),
    [
        ("total += loss\n", [(13, 13, ".detach()")], "total += loss", "total += loss.detach()"),
        ("total += loss\n", [(13, 13, ".detach()")], "total", "total"),
        ("x.to(y)\n", [(0, 0, "x = ")], "x.to(y)", "x.to(y)"),
        ("x.to(y)\n", [(0, 0, "x = ")], "x", "x"),
        ("def f():\n    g(x)\n", [(0, 0, "@no_grad()\n")], "g(x)", "g(x)"),
        ("m = 1\nm.train()\nm(x)\n", [(16, 16, "m.eval()\n")], "m(x)", "m(x)"),
        ("bce(sigmoid(x), y)\n", [(0, 3, "bce_with_logits"), (4, 12, ""), (13, 14, "")], "sigmoid(x)", "x"),
        ("größe += ä\n", [(10, 10, ".detach()"), (0, 0, "import a\n")], "größe += ä", "größe += ä.detach()"),
        ("a = '\\d'; total += a\n", [(20, 20, "+ 0")], "total += a", "total += a+ 0"),
    ],
)  # fmt: skip
def test_places_move_with_fixes(old: str, edits: list[tuple[int, int, str]], span: str, new: str) -> None:
    splice = Splice([[Edit(Span(start, end), text) for start, end, text in edits]])
    at = old.rindex(span)
    text = splice.applied_to(old)
    (found,) = tracked(Experiment("", (("at", Span(at, at + len(span))),)), old, text, [splice]).captures
    assert text[found[1].start : found[1].end] == new


def test_places_move_through_pass_after_pass() -> None:
    old = "total += loss\n"
    first = Splice([[Edit(Span(13, 13), ".x")]])
    second = Splice([[Edit(Span(0, 0), "import a\n"), Edit(Span(15, 15), ".y")]])
    text = second.applied_to(first.applied_to(old))
    (found,) = tracked(Experiment("", (("at", Span(0, 13)),)), old, text, [first, second]).captures
    assert text[found[1].start : found[1].end] == "total += loss.x.y"


def test_places_move_in_a_notebook_with_magics() -> None:
    """What is tracked is the code as Python reads it."""
    text = "%cd data\n!ls\ntotal = 0\nfor y in ys:\n    y.backward()\n    total += y"
    whole, cells = put_together([(1, text), (2, "import torch")])
    source = Source("a.ipynb", whole, cells=cells)
    old = whole.index("total += y")
    proof = Experiment("retained_graph", (("accumulator", Span(old, old + 5)), ("at", Span(old, old + 10))))
    found = Finding("a.ipynb", Span(old, old + 10), "", proof=proof)
    splice = Splice([[Edit(Span(old + 10, old + 10), ".detach()")]])
    new = whole.replace("total += y", "total += y.detach()")
    grown = tuple(replace(cell, end=cell.end + 9 * (cell.number == 1)) for cell in cells)
    checked = Checked(Source("a.ipynb", new, cells=grown), ())
    moved = after(found, Fixed(checked, source, splices=(splice,)))
    assert moved.proof is not None
    assert [new[span.start : span.end] for _, span in moved.proof.captures] == ["total", "total += y.detach()"]


def losses(*values: float, rank: str = "0", backwards: int | None = None, digest: str = "") -> list[Process]:
    process = Process(1)
    counted = backwards if backwards is not None else len(values)
    numbers = tuple(enumerate(map(float, values), 1))
    process.losses = Losses(rank, counted, len(values), digest or repr(values), numbers)
    return [process]


NAN = float("nan")


@pytest.mark.parametrize(
    ("before", "after", "outcome", "text"),
    [
        (losses(1, 2), losses(1, 2), "identical", "identical in all 2 backward calls"),
        (losses(1, 2, backwards=8), losses(1, 2, backwards=8), "identical", "all 8 backward calls in a sample of 2"),
        (losses(1, 2), losses(1, 2.5), "different", "different from backward call 2 on: 2 became 2.5"),
        (losses(1, 2), losses(3, 2), "different", "1 became 3 (expected if the program sets no seed, or reads what"),
        (losses(NAN, 2), losses(NAN, 3), "different", "from backward call 2 on"),
        (losses(1, 2), losses(1, 2, 3), "different", "now there are 3 backward calls instead of 2"),
        (losses(1), losses(1, digest="other"), "different", "somewhere after the first 1"),
        ([], [], "unknown", "neither run called backward"),
        (losses(1), [Process(2)], "unknown", "only the first run called backward"),
        ([Process(2)], losses(1), "unknown", "only the second run called backward"),
        (losses(backwards=3), losses(1), "unknown", "never called on a scalar"),
        (losses(9, 9, 9, rank="1") + losses(1), losses(1) + losses(8, 8, rank="1"), "identical", "all 1 "),
    ],
)
def test_losses_are_compared(before: list[Process], after: list[Process], outcome: str, text: str) -> None:
    comparison = compared(before, after)
    assert (comparison.outcome, text in comparison.text) == (outcome, True), comparison.text


TRAINS = """
import torch, random
weight = torch.ones(3, requires_grad=True)
for step in range(5):
    loss = (weight * torch.rand(3)).sum() if step else weight.sum() * float("nan")
    loss.backward()
    print(loss.item().hex())
torch.autograd.backward([weight.sum(), (weight * 2).prod()])
torch.autograd.grad(weight.square().sum(), weight)
(weight * 2).backward(torch.ones(3))
print(torch.rand(1), random.random(), weight.grad)
"""


def test_losses_are_recorded_to_the_bit(torch: Any, tmp_path: Path) -> None:
    program = tmp_path / "trains.py"
    program.write_text(f"import random, torch\nrandom.seed(0), torch.manual_seed(0)\n{TRAINS}")
    plain = plainly(tmp_path, sys.executable, "trains.py")
    with (tmp_path / "out").open("w+") as out, (tmp_path / "err").open("w+") as err, open(os.devnull) as nothing:
        with in_place_of_ours(tmp_path, nothing.fileno(), out.fileno(), err.fileno()):
            ran = session.run([sys.executable, "trains.py"], plan_of([]), controls=Controls(losses=True))
        out.seek(0)
        err.seek(0)
        assert (ran.status, out.read(), err.read()) == (plain.status, plain.stdout, plain.stderr)
    (process,) = ran.processes
    assert process.losses is not None
    printed = plain.stdout.splitlines()[:5]
    assert [value.hex() for _, value in process.losses.values] == [*printed, (3.0).hex(), (8.0).hex(), (3.0).hex()]
    assert [backward for backward, _ in process.losses.values] == [1, 2, 3, 4, 5, 6, 6, 7]
    assert (process.losses.backwards, process.losses.read) == (8, 8)


def test_losses_are_not_recorded_unasked(torch: Any, tmp_path: Path) -> None:
    code = "import torch; torch.ones(1, requires_grad=True).sum().backward()"
    ran = session.run([sys.executable, "-c", code], plan_of([]))
    assert [process.losses for process in ran.processes] == [None]

"""The programs of users of frameworks say what they need, how they run, and what a run has to say of them."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.frameworks import Compared, Left, compared, missing
from benchmarks.marked_programs import MarkedProgram, programs, read
from torchlint.pack import builtin_rules

PROGRAM = """\
'''Adds.'''

# needs: json
# runs: {python} {path} 3

import sys
from pathlib import Path

import torch

weights = torch.zeros(3, requires_grad=True)
optimizer = torch.optim.SGD([weights], lr=0.1)
total = 0
for _ in range(12):
    optimizer.zero_grad()
    loss = (weights - 1).pow(2).sum()
    loss.backward()
    optimizer.step()
    total += loss  # confirmed by loss-accumulates-graph
Path("out").write_text(str(total.item()))
print(sys.argv[1:], total.item())
"""


def test_every_program_has_verdicts_of_rules_that_there_are() -> None:
    rules = builtin_rules().keys()
    found = programs()
    assert len(found) >= 10
    for program in found:
        assert program.expected, program.name
        assert {rule for _, rule, _ in program.expected} <= rules, program.name
        assert "{path}" in program.runs, program.name


def test_a_program_without_a_command_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("# needs: torch\n")
    with pytest.raises(ValueError, match=r"a\.py: no line"):
        read(tmp_path / "a.py")


def test_what_differs_and_what_is_wrong_is_told() -> None:
    program = MarkedProgram(Path("a.py"), (), "", Counter({(3, "some-rule", "confirmed"): 1}))
    plain, other = Left(0, "1\n", "", {"weights.pt": "a"}), Left(0, "2\n", "", {"weights.pt": "b", "more": "c"})
    its = Compared(program, tuple(plain.differences(other)), Counter({(3, "some-rule", "refuted"): 1}))
    assert its.differences == ("stdout: '1\\n', observed '2\\n'", "file more", "file weights.pt")
    assert its.wrong == ("line 3: no confirmed by some-rule", "line 3: refuted by some-rule, unexpected")
    assert its.row.startswith("| a | no | 1 | 0 | stdout")
    assert not list(plain.differences(plain))


def test_what_is_not_installed_is_named(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    needy = MarkedProgram(tmp_path, ("json", "no_such_framework"), "", Counter())
    assert "no_such_framework" in missing(needy, sys.executable)


def test_a_program_is_run_twice_and_compared(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    (tmp_path / "adds.py").write_text(PROGRAM)
    program = read(tmp_path / "adds.py")
    assert program.expected == Counter({(19, "loss-accumulates-graph", "confirmed"): 1})
    its = compared(program, sys.executable, tmp_path)
    assert its.differences == its.wrong == ()
    assert (tmp_path / "work" / "out").exists()
    assert (tmp_path / "said.out").read_text().startswith("['3'] ")

"""What becomes of a logarithm of a softmax: which fixes are safe, which are not, and where there is none."""

from __future__ import annotations

import ast

import pytest

from torchlint.files.source import Source
from torchlint.fixing import fix
from torchlint.pack import builtin_rules

RULE = builtin_rules()["log-of-softmax"]
PROGRAM = """import torch
import torch.nn.functional as F
from torch import nn


def loss(z, y):
{}
"""


def program(body: str) -> str:
    return PROGRAM.format("\n".join(f"    {line}" for line in body.split("; ")))


def fixed(body: str, *, unsafe: bool) -> str:
    """The body of a function after the fixes."""
    result = fix(Source("a.py", program(body)), (RULE,), unsafe=unsafe, fixable=lambda _: True)
    assert not result.rolled_back
    ast.parse(result.checked.source.text)
    lines = result.checked.source.text.split("def loss(z, y):\n")[1].rstrip().split("\n")
    return "; ".join(line.strip() for line in lines)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return torch.log(F.softmax(z, dim=-1))", "return F.log_softmax(z, dim=-1)"),
        ("return F.softmax(z, dim=1, dtype=torch.float).log()", "return F.log_softmax(z, dim=1, dtype=torch.float)"),
        ("return torch.log(z.softmax(1))", "return z.log_softmax(1)"),
        ("return nn.Softmax(dim=1)(z).log()", "return nn.LogSoftmax(dim=1)(z)"),
        ("p = F.softmax(z, 1); return y * torch.log(p)", "p = F.log_softmax(z, 1); return y * p"),
    ],
)
def test_a_softmax_that_only_a_logarithm_reads_becomes_a_log_softmax(before: str, after: str) -> None:
    assert fixed(before, unsafe=False) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return torch.log(F.softmax(z, 1) + 1e-8)", "return F.log_softmax(z, 1)"),
        ("return (1e-8 + z.softmax(1)).log()", "return z.log_softmax(1)"),
        ("p = F.softmax(z, 1); return y * (p + 1e-8).log()", "p = F.log_softmax(z, 1); return y * p"),
    ],
)
def test_an_epsilon_goes_too_but_not_safely(before: str, after: str) -> None:
    assert fixed(before, unsafe=False) == before
    assert fixed(before, unsafe=True) == after


@pytest.mark.parametrize(
    "body",
    [
        "p = F.softmax(z, 1); return torch.log(p), p",
        "p = F.softmax(z, 1); p = p[y]; return torch.log(p)",
        "p = F.softmax(z, 1); p += 1e-8; return torch.log(p)",
        "p = q = F.softmax(z, 1); return torch.log(p) + q",
        "p = F.softmax(z, 1); p = F.softmax(y, 1) if len(y) else p; return torch.log(p)",
        "return torch.log2(F.softmax(z, 1))",
        "return torch.log(F.softmax(z, 1), out=y)",
        "return torch.log(F.softmax(z, 1).clamp(min=1e-8))",
        "return torch.log(F.softmax(z, 1)[y])",
    ],
)
def test_what_has_no_fix(body: str) -> None:
    text = program(body)
    result = fix(Source("a.py", text), (RULE,), unsafe=True, fixable=lambda _: True)
    assert result.checked.findings
    assert result.checked.source.text == text

"""What becomes of a plain container of modules, and which ones are left to the user."""

from __future__ import annotations

import ast

import pytest

from torchlint.files.source import Source
from torchlint.fixing import fix
from torchlint.pack import builtin_rules

RULE = builtin_rules()["module-in-plain-container"]
PROGRAM = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n, names):
        super().__init__()
        {}

    def forward(self, x):
        return [self.x[i](x) for i in self.x]
"""


def fixed(body: str) -> str:
    text = PROGRAM.format(body.replace("; ", "\n        "))
    result = fix(Source("a.py", text), (RULE,), unsafe=True, fixable=lambda _: True)
    assert not result.rolled_back
    ast.parse(result.checked.source.text)
    inside = result.checked.source.text.split("super().__init__()\n        ")[1].split("\n\n    def forward")[0]
    return inside.replace("\n        ", "; ")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "self.x = [nn.Linear(1, 1) for _ in range(n)]",
            "self.x = nn.ModuleList([nn.Linear(1, 1) for _ in range(n)])",
        ),
        (
            "self.x = nn.Linear(1, 1), nn.Linear(1, 1)",
            "self.x = nn.ModuleList((nn.Linear(1, 1), nn.Linear(1, 1)))",
        ),
        (
            "self.x = (nn.Linear(1, 1), nn.Linear(1, 1))",
            "self.x = (nn.ModuleList((nn.Linear(1, 1), nn.Linear(1, 1))))",
        ),
        (
            "self.x = list(nn.Linear(1, 1) for _ in names)",
            "self.x = nn.ModuleList(list(nn.Linear(1, 1) for _ in names))",
        ),
        ("self.x = []; self.x.append(nn.Linear(1, 1))", "self.x = nn.ModuleList(); self.x.append(nn.Linear(1, 1))"),
        ("self.x = {}; self.x['a'] = nn.Linear(1, 1)", "self.x = nn.ModuleDict(); self.x['a'] = nn.Linear(1, 1)"),
        (
            "self.x = [nn.Parameter(torch.ones(n)) for _ in names]",
            "self.x = nn.ParameterList([nn.Parameter(torch.ones(n)) for _ in names])",
        ),
        (
            "y = [nn.Linear(1, 1)]; y.append(nn.Linear(1, 1)); self.x = y",
            "y = [nn.Linear(1, 1)]; y.append(nn.Linear(1, 1)); self.x = nn.ModuleList(y)",
        ),
    ],
)
def test_what_is_written(before: str, after: str) -> None:
    assert fixed(before) == after


@pytest.mark.parametrize(
    "body",
    [
        "self.x = [[nn.Linear(1, 1)], [nn.Linear(1, 1)]]",
        "self.x = [nn.Linear(1, 1)] * 3",
        "self.x = {i: nn.Linear(1, 1) for i in range(n)}",
        "self.x = {'a.b': nn.Linear(1, 1), 'c': nn.Linear(1, 1)}",
        "self.x = {0: nn.Linear(1, 1), 1: nn.Linear(1, 1)}",
        "self.x = {nn.Linear(1, 1), nn.Linear(1, 1)}",
        "self.x = [nn.Linear(1, 1), names]",
        "self.x = [nn.Linear(1, 1), torch.relu]",
        "self.x = None; self.x = [nn.Linear(1, 1), nn.Linear(1, 1)]; self.x = [nn.Linear(2, 2), nn.Linear(2, 2)]",
    ],
)
def test_what_has_no_fix(body: str) -> None:
    text = PROGRAM.format(body.replace("; ", "\n        "))
    result = fix(Source("a.py", text), (RULE,), unsafe=True, fixable=lambda _: True)
    assert [finding.fix for finding in result.checked.findings] == [None]

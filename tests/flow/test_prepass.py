"""The prepass runs what other code may depend on, and calls whatever gives the same only once."""

from __future__ import annotations

import pytest

from torchlint.binding.symbols import Function
from torchlint.domain.values import Value
from torchlint.flow import fixpoint, function_calls, prepass
from torchlint.flow.state import Frame
from torchlint.syntax.ast_parser import parse
from torchlint.syntax.tree import Tree

EFFECTFUL = {
    "stores in self": "class A:\n    def f(self, x):\n        self.x = x\n",
    "stores in an item": "class A:\n    def f(self, x):\n        self.seen[0] = x\n",
    "unpacks into self": "class A:\n    def f(self, x):\n        (a, *self.rest) = x\n",
    "adds to self": "class A:\n    def f(self, x):\n        self.total += x\n",
    "appends to a list of self": "class A:\n    def f(self, x):\n        self.losses.append(x)\n",
    "loops over it": "class A:\n    def f(self, xs):\n        for self.x in xs:\n            pass\n",
    "freezes": "def f(model):\n    for p in model.parameters():\n        p.requires_grad = False\n",
    "registers a buffer": "class A:\n    def f(self, x):\n        self.register_buffer('x', x)\n",
    "changes a global": "def f():\n    global model\n    model = None\n",
    "constructs": "class A:\n    pass\n\n\ndef f():\n    return A()\n",
    "hands on a function": "def f(trainer):\n    trainer.run(step)\n\n\ndef step(batch):\n    return batch\n",
    "calls one that does": "def f(a):\n    g(a)\n\n\ndef g(a):\n    h(a)\n\n\ndef h(a):\n    a.x = 1\n",
    "has one inside": "def f(a):\n    def inner():\n        a.x = 1\n    return inner\n",
}
SILENT = {
    "computes": "class A:\n    def f(self, x):\n        y = self.layer(x)\n        return y.relu()\n",
    "appends to a list of its own": "def f(x):\n    found = []\n    found.append(x)\n    return found\n",
    "stores in an item of its own": "def f(n):\n    found = {}\n    found[n] = n\n    return found\n",
    "calls one that is silent": "def f(a):\n    return g(a)\n\n\ndef g(a):\n    return a + 1\n",
}


def with_outside_effects(code: str) -> dict[str, bool]:
    """Of each function of a file, by its name, whether it has effects outside."""
    function_calls = fixpoint.analyse(parse_whole(code)).functions.values()
    return {function.name: prepass.has_outside_effects(function) for function in function_calls}


def parse_whole(code: str) -> Tree:
    syntax = parse(code)
    assert syntax is not None
    return syntax


@pytest.mark.parametrize("code", EFFECTFUL.values(), ids=EFFECTFUL)
def test_what_outlives_a_function_is_an_outside_effect(code: str) -> None:
    assert with_outside_effects(code)["f"]


@pytest.mark.parametrize("code", SILENT.values(), ids=SILENT)
def test_what_is_its_own_does_not(code: str) -> None:
    assert not with_outside_effects(code)["f"]


CLASS = """
import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return self.head(x)

    def build(self, width, flag):
        if flag:
            self.head = nn.Linear(width, 1)
        else:
            self.head = nn.Sequential(nn.Linear(width, 1), nn.Sigmoid())


net = Net()
net.build({first})
net.build({second})
"""


@pytest.mark.parametrize(
    ("first", "second", "runs"),
    [("8, True", "16, True", 1), ("8, True", "8, False", 2), ("torch.ones(1), True", "8, True", 2)],
)
def test_a_call_is_made_again_for_what_may_store_something_else(
    first: str, second: str, runs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = []
    run = function_calls.run_function

    def counted(inner: Frame, function: Function) -> Value:
        if not inner.interpreter.records_facts:
            ran.append(function.name)
        return run(inner, function)

    monkeypatch.setattr(function_calls, "run_function", counted)
    fixpoint.analyse(parse_whole(CLASS.format(first=first, second=second)))
    assert ran.count("build") == runs

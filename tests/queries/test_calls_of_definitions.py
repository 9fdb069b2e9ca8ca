"""Calls of what the project defines, by the names under which others import it."""

from __future__ import annotations

from typing import NoReturn

import pytest

from torchlint.knowledge.lookup import Lookup
from torchlint.project.project_files import ProjectFiles
from torchlint.queries import File
from torchlint.settings.models import library_model

FILES = {
    "src/acme/__init__.py": "from .trainer import Trainer\n",
    "src/acme/trainer.py": """
import torch
def prepare(x):
    return x
class Trainer:
    def __init__(self, model):
        self.model = model
    def fit(self, x):
        return self.step(x)
    def step(self, x):
        def prepare(x):
            return x
        prepare(0)
        return x
    @staticmethod
    def default():
        return Trainer(torch.nn.Linear(3, 3))
class Careful(Trainer):
    def step(self, x):
        return super().step(prepare(x))
Trainer.default().fit(1)
Careful(2).fit(2)
""",
    "src/acme/net.py": """
from torch import nn
class Net(nn.Module):
    def forward(self, x):
        return x
""",
    "main.py": """
import torch, acme
import acme.trainer as at
from acme import Trainer as T
from acme.net import Net
from acme.trainer import prepare
from elsewhere import Trainer

def fit(trainer):
    trainer.fit(3)

trainer = T(Net())
trainer.fit(1)
acme.Trainer(2).fit(2)
fit(trainer)
prepare(4); at.prepare(5)
Trainer(5).fit(5)
Net()(6)
""",
}


def calls(name: str, *wanted: str) -> list[str]:
    within = {f"/project/{path}": text for path, text in FILES.items()}
    folders = {path.rsplit("/", depth)[0] for path in within for depth in (1, 2, 3)}
    around = ProjectFiles("/project", within.get, is_file=within.__contains__, holds_python=folders.__contains__)
    return [call.code for call in File(f"/project/{name}", FILES[name], around).calls(*wanted)]


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ("acme.trainer.Trainer.fit", ["trainer.fit(3)", "trainer.fit(1)", "acme.Trainer(2).fit(2)"]),
        ("acme.trainer.Trainer", ["T(Net())", "acme.Trainer(2)"]),
        ("acme.trainer.prepare", ["prepare(4)", "at.prepare(5)"]),
        ("acme.net.Net", ["Net()", "Net()"]),
        ("acme.net.Net.forward", ["Net()(6)"]),
        ("src.acme.net.Net.forward", ["Net()(6)"]),
        ("main.fit", ["fit(trainer)"]),
        ("elsewhere.Trainer", ["Trainer(5)"]),
        ("acme.trainer.Trainer.default", []),
        ("trainer.fit", []),
        ("fit", []),
    ],
)
def test_calls_from_another_file(wanted: str, expected: list[str]) -> None:
    assert calls("main.py", wanted) == expected


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ("acme.trainer.Trainer.fit", ["Trainer.default().fit(1)", "Careful(2).fit(2)"]),
        ("acme.trainer.Trainer.step", ["self.step(x)", "super().step(prepare(x))"]),
        ("acme.trainer.Careful.step", ["self.step(x)"]),
        ("acme.trainer.Trainer.default", ["Trainer.default()"]),
        ("acme.trainer.Trainer", ["Trainer(torch.nn.Linear(3, 3))"]),
        ("acme.trainer.prepare", ["prepare(x)"]),  # and not the function of that name inside `step`
    ],
)
def test_calls_in_the_file_that_defines_them(wanted: str, expected: list[str]) -> None:
    assert calls("src/acme/trainer.py", wanted) == expected


def test_several_names_in_source_order_each_call_once() -> None:
    wanted = ("acme.trainer.Trainer", "acme.trainer.prepare", "trainer.prepare", "torch.nn.Module.__call__")
    assert calls("main.py", *wanted) == ["T(Net())", "acme.Trainer(2)", "prepare(4)", "at.prepare(5)"]


def test_methods_of_what_a_model_describes_are_known_by_its_names() -> None:
    def refuse(message: str, *path: str) -> NoReturn:
        raise AssertionError(message)

    rows = {
        "library": "vendor",
        "calls": {"build": {"gives": "Engine"}},
        "classes": {"Engine": {"methods": {"advance": {"gives": "none"}}}},
    }
    lookup = Lookup((library_model(rows, refuse),))
    text = """
import torch
import vendor
engine = vendor.build()
engine.advance(1)
engine.stop(2)
vendor.other().advance(3)
"""
    file = File("/project/a.py", text, lookup=lookup)
    assert [str(call) for call in file.calls("vendor.Engine.advance")] == ["engine.advance(1)"]
    assert [str(call) for call in file.calls("vendor.Engine.stop")] == ["engine.stop(2)"]
    assert not list(File("/project/a.py", text).calls("vendor.Engine.advance"))

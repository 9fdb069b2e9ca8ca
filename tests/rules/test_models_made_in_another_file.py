"""missing-eval-mode, where a function of another file makes the model, loads its weights and returns it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.flow.test_corpus import project_files, said

if TYPE_CHECKING:
    from torchlint.rule import Rule

MODELS = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.5), nn.Linear(8, 2))

    def forward(self, rows):
        return self.body(rows)

    @classmethod
    def of_folder(cls, folder, loads=True):
        net = cls()
        if loads:
            net.load_state_dict(torch.load(folder + "/net.pt"))
        return net


def made(path):
    net = Net()
    net.load_state_dict(torch.load(path)["net"])
    return net


def made_with_options(path):
    saved = torch.load(path)
    net = Net()
    net.load_state_dict(saved["net"])
    print(sum(p.numel() for p in net.parameters()))
    return net.to("cuda"), saved["options"]


def load_into(net, path):
    net.load_state_dict(torch.load(path))


def made_with_a_helper(path):
    net = Net()
    load_into(net, path)
    return net


def made_ready(path):
    net = Net()
    net.load_state_dict(torch.load(path))
    net.eval()
    return net


def made_ready_in_one(path):
    net = Net()
    net.load_state_dict(torch.load(path))
    return net.eval()


def made_for(path, training=False):
    net = Net()
    net.load_state_dict(torch.load(path))
    net.train(training)
    return net


def load_and_switch(net, path):
    net.load_state_dict(torch.load(path))
    net.eval()


def made_ready_by_a_helper(path):
    net = Net()
    load_and_switch(net, path)
    return net


def made_anew(path):
    return Net()


def made_and_handed_on(path, wrap):
    net = Net()
    net.load_state_dict(torch.load(path))
    wrap(net)
    return net
"""

HELD = """
import models
import torch


class Judge:
    def __init__(self, path):
        self.judging = MADE

    @torch.no_grad()
    def label(self, rows):
        return self.judging(torch.tensor(rows)).argmax(1).tolist()
"""

OF_THE_FILE = """
import models
import torch

judging = MADE


def label(rows):
    with torch.no_grad():
        return judging(torch.tensor(rows)).argmax(1).tolist()
"""

LEFT = (
    "models.made(path)",
    "models.made(path).to('cuda')",
    "models.Net.of_folder(path)",
    "models.made_with_options(path)[0]",
    "models.made_with_a_helper(path)",
)
SWITCHED = (
    "models.made(path).eval()",
    "models.made_ready(path)",
    "models.made_ready_in_one(path)",
    "models.made_for(path)",
    "models.made_ready_by_a_helper(path)",
    "models.made_anew(path)",
    "models.made_and_handed_on(path, print)",
)


@pytest.mark.parametrize(
    ("made", "is_found"), [*((one, True) for one in LEFT), *((one, False) for one in SWITCHED)], ids=[*LEFT, *SWITCHED]
)
@pytest.mark.parametrize("text", [HELD, OF_THE_FILE], ids=["held", "of the file"])
def test_models_of_another_file(tmp_path: Path, pack: dict[str, Rule], text: str, made: str, is_found: bool) -> None:
    judge = tmp_path / "judge.py"
    judge.write_text(text.replace("MADE", made.replace("path", "'net.pt'") if text is OF_THE_FILE else made), "utf-8")
    (tmp_path / "models.py").write_text(MODELS, encoding="utf-8")
    found = said(judge, (pack["missing-eval-mode"],), project_files(tmp_path))
    assert [sure for _, sure, _ in found] == ([False] if is_found else [])

"""ddp-state-dict-prefix: a training loads its file into a wrapped model, and another program into a bare one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.flow.test_corpus import project_files, said

if TYPE_CHECKING:
    from torchlint.rule import Rule

TRAINS = """import torch
from torch import nn


class Training:
    def __init__(self):
        self.model = nn.DataParallel(nn.Linear(4, 1))

    def save(self):
        torch.save({"model": self.model.state_dict()}, "saved/best_of_all.pt")

    def resume(self):
        self.model.load_state_dict(torch.load("saved/best_of_all.pt", weights_only=True)["model"])


training = Training()
training.save()
training.resume()
"""
SCORES = """import torch
from torch import nn

model = nn.Linear(4, 1)
model.load_state_dict(torch.load("saved/best_of_all.pt", weights_only=True)["model"])
"""


@pytest.mark.parametrize(
    ("scores", "is_found"),
    [
        (SCORES, True),
        (SCORES.replace("best_of_all", "downloaded"), False),
        (SCORES.replace("nn.Linear(4, 1)", "nn.DataParallel(nn.Linear(4, 1))"), False),
        ("print('best_of_all.pt')\n", False),
    ],
    ids=["bare", "another file", "wrapped", "loads nothing"],
)
def test_the_other_program_decides(tmp_path: Path, pack: dict[str, Rule], scores: str, is_found: bool) -> None:
    trains = tmp_path / "train.py"
    trains.write_text(TRAINS, encoding="utf-8")
    (tmp_path / "score.py").write_text(scores, encoding="utf-8")
    assert bool(said(trains, (pack["ddp-state-dict-prefix"],), project_files(tmp_path))) is is_found

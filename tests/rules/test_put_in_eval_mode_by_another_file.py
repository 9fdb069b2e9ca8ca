"""eval-not-restored-to-train, where the training's file never says `eval`: a method of the model does, elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.flow.test_corpus import project_files, said

if TYPE_CHECKING:
    from torchlint.rule import Rule

LEAVES_IT = """
import torch
from torch import nn


class Speaker(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 8), nn.BatchNorm1d(8))

    def forward(self, sounds):
        return self.layers(sounds)

    @torch.no_grad()
    def speak(self, sounds):
        self.eval()
        spoken = self.layers(sounds)
        return spoken
"""

PUTS_IT_BACK = LEAVES_IT.replace("        return spoken", "        self.train()\n        return spoken")

TRAINS = """
import torch
from speaker import Speaker


def train(loader, sounds, epochs):
    model = Speaker()
    optimizer = torch.optim.Adam(model.parameters())
    for _ in range(epochs):
        for batch, wanted in loader:
            loss = (model(batch) - wanted).abs().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(model.speak(sounds))
"""


@pytest.mark.parametrize(("model", "is_found"), [(LEAVES_IT, True), (PUTS_IT_BACK, False)], ids=["left", "put back"])
def test_it_is_found_where_it_trains(tmp_path: Path, pack: dict[str, Rule], model: str, is_found: bool) -> None:
    trains = tmp_path / "train.py"
    trains.write_text(TRAINS, encoding="utf-8")
    (tmp_path / "speaker.py").write_text(model, encoding="utf-8")
    assert bool(said(trains, (pack["eval-not-restored-to-train"],), project_files(tmp_path))) is is_found

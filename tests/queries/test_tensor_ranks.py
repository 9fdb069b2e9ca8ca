"""Whether the last dimension of a layer's output is 1, where the layer's class is in another file."""

from __future__ import annotations

from pathlib import Path

import pytest

from torchlint.project.project_files import ProjectFiles
from torchlint.queries import File, gradients

LAYERS = """
from torch import nn

wide = 1

class Affine(nn.Module):
    def __init__(self, inputs, outputs, bias=True):
        super().__init__()
        self.inner = nn.Linear(inputs, outputs, bias=bias)

    def forward(self, x):
        return self.inner(x)

class Twice(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.inner = nn.Linear(inputs, outputs * wide)

    def forward(self, x):
        return self.inner(x)

class Stacked(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.inner = nn.Linear(inputs, outputs)

    def forward(self, x):
        return self.inner(x), x
"""
MODEL = """
import torch
from torch import nn
from layers import Affine, Stacked, Twice

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = LAYER

    def forward(self, x):
        return self.layer(x).squeeze()
"""


@pytest.mark.parametrize(
    ("layer", "is_one"),
    [
        ("Affine(8, 1)", True),
        ("Affine(8, outputs=1)", True),
        ("Affine(8, 4)", False),
        ("Affine(1, 8)", False),
        ("Twice(8, 1)", True),
        ("Twice(8, 4)", False),
        ("Stacked(8, 1)", False),
    ],
)
def test_the_size_comes_from_the_call_that_makes_the_layer(tmp_path: Path, layer: str, is_one: bool) -> None:
    text = MODEL.replace("LAYER", layer)
    for name, code in (("layers.py", LAYERS), ("model.py", text)):
        (tmp_path / name).write_text(code, encoding="utf-8")
    around = ProjectFiles(
        str(tmp_path), lambda path: Path(path).read_text(encoding="utf-8"), lambda: map(str, tmp_path.glob("*.py"))
    )
    file = File(str(tmp_path / "model.py"), text, around)
    squeezed = next(iter(file.method_calls("squeeze"))).receiver
    assert squeezed is not None
    assert gradients.has_one_last(file, squeezed.node) is is_one

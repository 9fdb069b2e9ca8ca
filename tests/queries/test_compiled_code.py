"""Which functions of a file are compiled by another file of the project."""

from __future__ import annotations

from pathlib import Path

from torchlint.project.project_files import ProjectFiles
from torchlint.queries import modules
from torchlint.queries.file import File
from torchlint.syntax import tree

PARTS = """
import torch
from torch import nn

class Part(nn.Module):
    def forward(self, x):
        return torch.relu(x)

class Alone(nn.Module):
    def forward(self, x):
        return torch.tanh(x)

class Eager(nn.Module):
    def forward(self, x):
        return x * 2
"""
TRAINER = """
import torch
from parts import Alone, Eager, Part
from torch import nn

class Whole(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Part()

class Trainer:
    def __init__(self, config):
        self.net = Whole().to("cuda")
        self.net = torch.compile(self.net, fullgraph=config.full)
        alone = Alone()
        if config.compiles:
            alone = torch.compile(alone)
        self.eager = Eager()
"""


def compiled(folder: Path, trainer: str) -> list[str]:
    texts = {"parts.py": PARTS, "trainer.py": trainer}
    files = [folder / name for name in texts]
    for path in files:
        path.write_text(texts[path.name], encoding="utf-8")
    around = ProjectFiles(
        str(folder), lambda place: Path(place).read_text(encoding="utf-8"), lambda: [str(path) for path in files]
    )
    file = File(str(folder / "parts.py"), PARTS, around)
    owners = [file.tree.above(code.node, tree.ClassDef) for code in modules.compiled_functions(file)]
    return [owner.name for owner in owners if isinstance(owner, tree.ClassDef)]


def test_modules_that_another_file_compiles_are_compiled_as_parts_too(tmp_path: Path) -> None:
    assert compiled(tmp_path, TRAINER) == ["Part", "Alone"]


def test_modules_that_nothing_compiles_are_not(tmp_path: Path) -> None:
    assert compiled(tmp_path, TRAINER.replace("torch.compile(", "torch.jit.script(")) == []

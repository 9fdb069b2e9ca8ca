"""Fills that float16 can't hold, in projects that train in float32 and in those that may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from torchlint.project.project_files import ProjectFiles
from torchlint.queries import File, gradients

ATTENTION = """
def attend(scores, mask):
    return scores.softmax(-1).masked_fill(mask, -1e9)
"""
TRAIN = """
from attention import attend

def train(model, batches, optimizer):
    for x, mask in batches:
        optimizer.zero_grad()
        attend(model(x), mask).sum().backward()
        optimizer.step()
"""
IN_HALF = """
import torch

def evaluate(model, x):
    with torch.autocast("cuda"):
        return model(x)
"""
BY_LAUNCHER = "from accelerate import Accelerator\n"


def trained_in_float32(folder: Path, **files: str) -> bool:
    paths = {f"{name}.py": text for name, text in files.items()}
    for name, text in paths.items():
        (folder / name).write_text(text, encoding="utf-8")
    around = ProjectFiles(
        str(folder), lambda path: Path(path).read_text(encoding="utf-8"), lambda: map(str, folder.glob("*.py"))
    )
    file = File(str(folder / "attention.py"), paths["attention.py"], around)
    (fill,) = gradients.large_fills(file)
    return fill.is_trained_in_float32


def test_a_project_that_trains_without_a_word_of_half(tmp_path: Path) -> None:
    assert trained_in_float32(tmp_path, attention=ATTENTION, train=TRAIN)


@pytest.mark.parametrize("other", [IN_HALF, BY_LAUNCHER])
def test_another_file_that_may_bring_in_half(tmp_path: Path, other: str) -> None:
    assert not trained_in_float32(tmp_path, attention=ATTENTION, train=TRAIN, other=other)


def test_who_trains_a_library_is_not_known(tmp_path: Path) -> None:
    assert not trained_in_float32(tmp_path, attention=ATTENTION)


def test_a_file_without_a_project() -> None:
    (fill,) = gradients.large_fills(File("attention.py", ATTENTION + TRAIN))
    assert not fill.is_trained_in_float32

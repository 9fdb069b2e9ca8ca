"""A generator that a base class of datasets makes, and that classes of another file draw from by its methods."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.flow.test_corpus import project_files, said

if TYPE_CHECKING:
    from torchlint.rule import Rule

BASE = """
import numpy as np
import torch
from torch.utils.data import Dataset


class Base(Dataset):
    def __init__(self, seed):
        self.generator = np.random.RandomState(seed)

    def crop(self, rows):
        {crop}

    def whole(self, rows):
        return torch.from_numpy(rows)
"""

SCENES = """
from torch.utils.data import DataLoader

from base import Base


class Scenes(Base):
    def __init__(self, rows):
        super().__init__(0)
        self.rows = rows

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return self.{method}(self.rows[i])


loader = DataLoader(Scenes([]), 8, num_workers=4)
"""

DRAWS = "return rows[self.generator.randint(0, 8) :]"
PLACES = {
    "draws": (DRAWS, "crop", 1),
    "calls another method": (DRAWS, "whole", 0),
    "makes its own": ("self.generator = np.random.RandomState(len(rows))\n        " + DRAWS, "crop", 0),
}


@pytest.mark.parametrize(("crop", "method", "found"), PLACES.values(), ids=PLACES)
def test_a_class_that_derives_from_it_draws(
    tmp_path: Path, pack: dict[str, Rule], crop: str, method: str, found: int
) -> None:
    base = tmp_path / "base.py"
    base.write_text(BASE.format(crop=crop), encoding="utf-8")
    (tmp_path / "scenes.py").write_text(SCENES.format(method=method), encoding="utf-8")
    assert len(said(base, (pack["worker-rng-object-copied"],), project_files(tmp_path))) == found

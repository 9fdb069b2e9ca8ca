"""A dataset that its own file loads without workers, to try it, and that a program may load with some."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.flow.test_corpus import project_files, said

if TYPE_CHECKING:
    from torchlint.rule import Rule

ROWS = """
import torch
from torch.utils.data import DataLoader, Dataset


class Rows(Dataset):
    def __init__(self, paths):
        self.rows = [(path, 0) for path in paths]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return torch.tensor(self.rows[i][1])


if __name__ == "__main__":
    for batch in DataLoader(Rows(["a"])):
        print(batch)
"""

TRAIN = """
from torch.utils.data import DataLoader

from rows import Rows

dataset = Rows(["a", "b"])
for batch in DataLoader(dataset, 8, num_workers={workers}):
    print(batch)
"""


@pytest.mark.parametrize(("workers", "found"), [("4", True), ("0", False)])
def test_a_program_that_imports_it_decides(tmp_path: Path, pack: dict[str, Rule], workers: str, found: bool) -> None:
    rows = tmp_path / "rows.py"
    rows.write_text(ROWS, encoding="utf-8")
    (tmp_path / "train.py").write_text(TRAIN.format(workers=workers), encoding="utf-8")
    assert bool(said(rows, (pack["dataset-python-objects-copy-on-write"],), project_files(tmp_path))) is found

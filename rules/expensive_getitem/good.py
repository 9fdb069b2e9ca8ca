"""Rows of a table, which is read once."""

import json
import tempfile
import time
from pathlib import Path

import torch
from torch.utils.data import DataLoader, Dataset


class Rows(Dataset):
    def __init__(self, path: Path) -> None:
        with open(path) as file:
            self.rows = torch.tensor(json.load(file))

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: int) -> torch.Tensor:
        return self.rows[index]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.json"
        path.write_text(json.dumps(torch.rand(500, 20).tolist()))
        start = time.process_time()
        total = sum(batch.sum().item() for batch in DataLoader(Rows(path), batch_size=50))
        print(f"sum {total:.1f}, {time.process_time() - start:.2f} s")


if __name__ == "__main__":
    main()

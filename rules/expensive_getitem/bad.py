"""Rows of a table, which is read again for each of them."""

import json
import tempfile
import time
from pathlib import Path

import torch
from torch.utils.data import DataLoader, Dataset


class Rows(Dataset):
    def __init__(self, path: Path, count: int) -> None:
        self.path, self.count = path, count

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> torch.Tensor:
        with open(self.path) as file:
            rows = json.load(file)  # finding: `json.load(file)` reads the whole file again for every sample
        return torch.tensor(rows[index])


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.json"
        path.write_text(json.dumps(torch.rand(500, 20).tolist()))
        start = time.process_time()
        total = sum(batch.sum().item() for batch in DataLoader(Rows(path, 500), batch_size=50))
        print(f"sum {total:.1f}, {time.process_time() - start:.2f} s")


if __name__ == "__main__":
    main()

"""Reads a folder from which damaged files are left out beforehand, by name."""

import tempfile
from collections import Counter
from pathlib import Path

import torch
from torch.utils.data import DataLoader, Dataset

torch.manual_seed(0)
folder = Path(tempfile.mkdtemp())
for number in range(12):
    torch.save(torch.rand(4), folder / f"{'cat' if number < 6 else 'dog'}-{number:02}.pt")
for number in range(8, 12):
    (folder / f"dog-{number:02}.pt").write_bytes(b"an upload that was cut short")


def is_whole(path: Path) -> bool:
    try:
        torch.load(path, weights_only=True)
    except Exception as error:
        print(f"{path.name} is left out: {type(error).__name__}")
        return False
    return True


class Pets(Dataset):
    def __init__(self, root: Path):
        self.paths = [path for path in sorted(root.iterdir()) if is_whole(path)]

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        path = self.paths[index]
        return torch.load(path, weights_only=True), path.name


read = Counter(name for _, names in DataLoader(Pets(folder), batch_size=4) for name in names)
print(f"{sum(read.values())} samples of {len(read)} files; {read.most_common(1)[0][0]} was read {max(read.values())} times")

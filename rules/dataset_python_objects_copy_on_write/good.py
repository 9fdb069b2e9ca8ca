"""Goes through pairs of a name and a label that a dataset holds in two arrays, with two workers."""

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset


class Names(Dataset):
    def __init__(self, count: int) -> None:
        self.paths = np.array([f"images/{i}.jpg" for i in range(count)])
        self.labels = torch.tensor([i % 10 for i in range(count)])

    def __len__(self) -> int:
        return len(self.labels)

    def __getitem__(self, index: int):
        return torch.stack([torch.tensor(len(self.paths[index])), self.labels[index]])


def main() -> None:
    loader = DataLoader(Names(64), batch_size=16, num_workers=2)
    print(torch.cat(list(loader)).sum(0))


if __name__ == "__main__":
    main()

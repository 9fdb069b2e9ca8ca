"""Goes through pairs of a name and a label that a dataset holds in a list, with two workers."""

import torch
from torch.utils.data import DataLoader, Dataset


class Names(Dataset):
    def __init__(self, count: int) -> None:
        self.samples = [(f"images/{i}.jpg", i % 10) for i in range(count)]  # finding: `self.samples` is copied into

    def __len__(self) -> int:
        return len(self.samples)

    def __getitem__(self, index: int):
        path, label = self.samples[index]
        return torch.tensor([len(path), label])


def main() -> None:
    loader = DataLoader(Names(64), batch_size=16, num_workers=2)
    print(torch.cat(list(loader)).sum(0))


if __name__ == "__main__":
    main()

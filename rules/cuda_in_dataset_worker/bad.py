"""Points that a dataset puts on the GPU itself, one by one, in the loader's workers."""

import torch
from torch.utils.data import DataLoader, Dataset

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Points(Dataset):
    def __init__(self, count: int) -> None:
        self.points = torch.rand(count, 3)

    def __len__(self) -> int:
        return len(self.points)

    def __getitem__(self, index: int) -> torch.Tensor:
        return self.points[index].to(device)  # finding: in DataLoader workers


def main() -> None:
    total = torch.zeros(3, device=device)
    for points in DataLoader(Points(8), batch_size=4, num_workers=2):
        total += points.sum(dim=0)
    print(total)


if __name__ == "__main__":
    main()

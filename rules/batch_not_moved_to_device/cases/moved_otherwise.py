"""Batches that are moved in place, or by the function that joins samples."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Joined:
    def __call__(self, samples: list[tuple[torch.Tensor, ...]]) -> torch.Tensor:
        return torch.stack([sample[0] for sample in samples]).to(device)


def main() -> None:
    rows = TensorDataset(torch.rand(8, 3), torch.rand(8, 1))
    model = nn.Linear(3, 1).to(device)
    for x, _ in DataLoader(rows, batch_size=4):
        x.data = x.data.to(device)
        model(x)
    for x in DataLoader(rows, batch_size=4, collate_fn=Joined()):
        model(x)
    for x, _ in DataLoader(rows, batch_size=4):
        x.requires_grad = True
        model(x)  # finding: `x` comes from a DataLoader


if __name__ == "__main__":
    main()

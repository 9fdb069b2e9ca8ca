"""Batches that are moved in place, or by the function that joins samples."""

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, TensorDataset

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Named(Dataset[dict[str, torch.Tensor]]):
    def __len__(self) -> int:
        return 8

    def __getitem__(self, index: int) -> dict[str, torch.Tensor]:
        return {"x": torch.rand(3), "name": torch.tensor(index)}


class OfNames(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(3, 1)

    def forward(self, batch: dict[str, torch.Tensor]) -> torch.Tensor:
        return self.layer(batch["x"])


class Wrapped(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.model = OfNames()

    def forward(self, batch: dict[str, torch.Tensor]) -> torch.Tensor:
        return self.model(batch)


def move(batch: dict[str, torch.Tensor]) -> None:
    for key, value in batch.items():
        batch[key] = value.to(device)


def by_name() -> None:
    model = Wrapped().to(device)
    for batch in DataLoader(Named(), batch_size=4):
        for key in batch:
            if key != "name":
                batch[key] = batch[key].to(device)
        model(batch)
    for batch in DataLoader(Named(), batch_size=4):
        move(batch)
        model(batch)


def by_name_left() -> None:
    model = Wrapped().to(device)
    for batch in DataLoader(Named(), batch_size=4):
        for key in batch:
            print(key)
        model(batch)  # finding: `batch` comes from a DataLoader


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

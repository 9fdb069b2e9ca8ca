"""Fits a line to points that lie in one binary file, of which each sample reads its own few bytes."""

import os
import struct
import tempfile

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

POINT = struct.Struct("<2f")


class Points(Dataset):
    """A file of pairs of floats: where a point is, and what was measured there."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.count = os.path.getsize(path) // POINT.size * 7 // 8  # the last eighth is for the evaluation
        self.file = open(path, "rb", buffering=0)  # finding: all DataLoader workers, so their reads interfere

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int):
        self.file.seek(index * POINT.size)
        place, measured = POINT.unpack(self.file.read(POINT.size))
        return torch.tensor([place]), torch.tensor([measured])


def main() -> None:
    torch.manual_seed(0)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "points.bin")
        with open(path, "wb") as file:
            for place in torch.linspace(-1, 1, 64).tolist():
                file.write(POINT.pack(place, 3 * place - 1))
        loader = DataLoader(Points(path), batch_size=8, shuffle=True, num_workers=2)
        model = nn.Linear(1, 1)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.2)
        for places, measured in loader:
            optimizer.zero_grad()
            loss = nn.functional.mse_loss(model(places), measured)
            loss.backward()
            optimizer.step()
        print(f"slope {model.weight.item():.2f}, loss {loss.item():.3f}")


if __name__ == "__main__":
    main()

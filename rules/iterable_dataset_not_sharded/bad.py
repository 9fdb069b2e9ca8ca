"""Fits a line to measurements that come out of a text file, one after the other."""

import os
import tempfile

import torch
from torch import nn
from torch.utils.data import DataLoader, IterableDataset


class Measurements(IterableDataset):  # finding: every DataLoader worker yields all of `Measurements`
    def __init__(self, path: str) -> None:
        self.path = path

    def __iter__(self):
        with open(self.path) as lines:
            for line in lines:
                place, measured = map(float, line.split())
                yield torch.tensor([place]), torch.tensor([measured])


def main() -> None:
    torch.manual_seed(0)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "measurements.txt")
        with open(path, "w") as file:
            file.writelines(f"{place / 32} {3 * place / 32 - 1}\n" for place in range(32))
        loader = DataLoader(Measurements(path), batch_size=4, num_workers=2)
        model = nn.Linear(1, 1)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.2)
        count = 0
        for places, measured in loader:
            optimizer.zero_grad()
            loss = nn.functional.mse_loss(model(places), measured)
            loss.backward()
            optimizer.step()
            count += len(places)
        print(f"{count} samples, loss {loss.item():.3f}")


if __name__ == "__main__":
    main()

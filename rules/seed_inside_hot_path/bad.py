"""Fits a line to points that are meant to be shaken anew in each step."""

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class ShakenPoints(Dataset):
    def __init__(self, count: int) -> None:
        self.places = np.linspace(-1, 1, count, dtype=np.float32)

    def __len__(self) -> int:
        return len(self.places)

    def __getitem__(self, index: int):
        np.random.seed(0)  # finding: makes each sample draw the same random numbers
        place = self.places[index] + np.float32(np.random.normal(scale=0.1))
        return torch.tensor([place]), torch.tensor([3 * self.places[index] - 1])


def main() -> None:
    loader = DataLoader(ShakenPoints(32), batch_size=8, shuffle=True)
    model = nn.Sequential(nn.Linear(1, 8), nn.Dropout(0.5), nn.Linear(8, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    orders = []
    for _ in range(3):
        torch.manual_seed(0)  # finding: makes each iteration draw the same random numbers
        places = []
        for inputs, targets in loader:
            optimizer.zero_grad()
            loss = nn.functional.mse_loss(model(inputs), targets)
            loss.backward()
            optimizer.step()
            places.append(round(inputs[0].item(), 2))
        orders.append(places)
    print("first place of each batch, in each epoch:", orders)


if __name__ == "__main__":
    main()

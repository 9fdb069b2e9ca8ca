"""Models that return several outputs, of which one goes to a loss beside a target that is on the CPU."""

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset


class Twice(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 4)
        self.second = nn.Linear(4, 4)

    def forward(self, rows):
        first = self.first(rows)
        return first, self.second(first)


def parallel(model, rows):
    return nn.parallel.data_parallel(model, (rows,))


def fit(epochs):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    loader = DataLoader(TensorDataset(torch.rand(64, 4), torch.rand(64, 4)), batch_size=8, shuffle=True)
    model = Twice().to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(epochs):
        for rows, wanted in loader:
            rows = rows.to(device)
            if epochs > 5:
                early, late = parallel(model, rows)
            else:
                early, late = model(rows)
            loss = F.mse_loss(early, wanted) + F.mse_loss(late, rows)  # finding: `wanted` comes from a DataLoader
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def moved(epochs):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    loader = DataLoader(TensorDataset(torch.rand(64, 4), torch.rand(64, 4)), batch_size=8, shuffle=True)
    model = Twice().to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(epochs):
        for rows, wanted in loader:
            early, late = model(rows.to(device))
            early, late = early.cpu(), late.cpu()
            loss = F.mse_loss(early, wanted) + F.mse_loss(late, rows)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()

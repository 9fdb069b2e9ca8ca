"""What a model's forward copies to the host, in each step that trains it."""

import torch
from torch import nn
from torch.utils.data import DataLoader


class Flow(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(8, 8)

    def forward(self, x):
        errors = (self.net(x) ** 2).mean(1)
        numbers = errors.detach().cpu().tolist()  # finding: waits for the GPU in each training step; keep
        pairs = [(place, number) for place, number in enumerate(errors.detach().tolist())]  # finding: waits for the GPU
        return errors.mean(), numbers, {"pairs": pairs}


class Sized(nn.Module):
    """Here, a shape, a branch, or an evaluation asks."""

    def __init__(self):
        super().__init__()
        self.net = nn.Linear(8, 8)

    def forward(self, x):
        y = self.net(x)
        count = int(y.sum())
        length = y.min().item()
        width = length
        y = y[: int(width)]
        largest = y.max().item()
        if largest > 5:
            y = y / 2
        if not self.training:
            self.seen = y.mean().item()
        return y[:count].mean(), torch.zeros(count)


class Shown(nn.Module):
    """Nothing trains it."""

    def __init__(self):
        super().__init__()
        self.net = nn.Linear(8, 8)

    def forward(self, x):
        y = self.net(x)
        return y, y.mean().item()


def train(data, device):
    flow, sized, shown = Flow().to(device), Sized().to(device), Shown().to(device)
    optimizer = torch.optim.SGD([*flow.parameters(), *sized.parameters()], 0.1)
    for epoch in range(3):
        for x in DataLoader(data, batch_size=4, shuffle=True):
            optimizer.zero_grad()
            loss, numbers, pairs = flow(x.to(device))
            loss.backward()
            sized(x.to(device))[0].backward()
            optimizer.step()
    with torch.no_grad():
        for x in DataLoader(data, batch_size=4):
            print(shown(x.to(device)))

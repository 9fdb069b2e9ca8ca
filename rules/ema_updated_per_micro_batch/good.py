"""Fits a line to noisy numbers with eight micro-batches for each step, and averages the weights of the last steps."""

import copy

import torch
from torch import nn


@torch.no_grad()
def update_ema(averaged, model, decay):
    for old, new in zip(averaged.parameters(), model.parameters()):
        old.mul_(decay).add_(new, alpha=1 - decay)


def train(loader, epochs=60, accum_iter=8):
    torch.manual_seed(0)
    model = nn.Linear(1, 1)
    averaged = copy.deepcopy(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.2)
    weights = []
    for epoch in range(epochs):
        for i, (inputs, targets) in enumerate(loader):
            loss = nn.functional.mse_loss(model(inputs), targets) / accum_iter
            loss.backward()
            if (i + 1) % accum_iter == 0 or i + 1 == len(loader):
                optimizer.step()
                optimizer.zero_grad()
                update_ema(averaged, model, decay=0.95)
        weights.append((model.weight.item(), averaged.weight.item()))
    spread = torch.tensor(weights[epochs // 2 :]).std(dim=0)
    print(f"spread of the weight: {spread[0]:.3f}, of its average: {spread[1]:.3f}")


torch.manual_seed(0)
x = torch.linspace(-1, 1, 512).unsqueeze(1)
data = torch.utils.data.TensorDataset(x, 3 * x + 2 * torch.randn(512, 1))
train(torch.utils.data.DataLoader(data, batch_size=4, shuffle=True))

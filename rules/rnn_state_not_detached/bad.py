"""A GRU that reads a long wave in pieces and goes on with its state; one step per wave."""

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
wave = torch.sin(torch.arange(241.0) / 5)
gru, readout = nn.GRU(1, 8), nn.Linear(8, 1)
optimizer = torch.optim.Adam([*gru.parameters(), *readout.parameters()], lr=0.02)

for epoch in range(3):
    optimizer.zero_grad()
    state, total = torch.zeros(1, 1, 8), 0.0
    for start in range(0, 240, 20):
        x, y = wave[start : start + 20].view(-1, 1, 1), wave[start + 1 : start + 21].view(-1, 1, 1)
        out, state = gru(x, state)  # finding: `state` carries the graphs of all earlier steps
        loss = F.mse_loss(readout(out), y)
        loss.backward(retain_graph=True)
        total += loss.item()
    optimizer.step()
    print(f"epoch {epoch}: {total / 12:.3f}")

"""What most backwards do not run through, and one of them does: it is needed, however often others were alike."""

import torch
from torch import nn

torch.manual_seed(0)
model, probe = nn.Linear(4, 3), nn.Linear(4, 3)
optimizer = torch.optim.SGD([*model.parameters(), *probe.parameters()], lr=0.01)
penalty, sums, seen = 0.0, 0.0, []
for step in range(70):
    inputs = torch.randn(8, 4)
    loss = model(inputs).logsumexp(1).mean()
    loss.backward()
    given = probe(inputs)  # refuted(held_activations): part of training
    seen.append(given.square().mean())  # refuted: backward ran through it
    penalty += probe.weight.abs().sum()  # refuted: backward ran through it
    sums += loss  # confirmed: it holds the graphs of
    model(inputs)  # confirmed(held_activations): 70 calls saved activations for a backward that never came
torch.stack(seen[-10:]).sum().backward()
penalty.backward()
optimizer.step()
print(penalty.item(), sums.item())

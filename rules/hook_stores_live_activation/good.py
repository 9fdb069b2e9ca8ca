"""Trains a network, and looks at what its first layer has given in the end."""

import torch
from torch import nn


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(32, 64)
        self.second = nn.Linear(64, 1)

    def forward(self, rows):
        return self.second(torch.relu(self.first(rows)))


class Recorder:
    def __init__(self, layer):
        self.outputs = []
        self.handle = layer.register_forward_hook(self.record)

    def record(self, module, inputs, output):
        self.outputs.append(output.detach())


torch.manual_seed(0)
model = Network()
recorder = Recorder(model.first)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
for step in range(20):
    optimizer.zero_grad()
    loss = model(torch.randn(16, 32)).square().mean()
    loss.backward()
    optimizer.step()
recorder.handle.remove()
print(torch.stack([output.mean() for output in recorder.outputs]).std().item())

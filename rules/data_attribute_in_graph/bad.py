"""A small network whose hidden units are kept between 0 and 1, behind the back of autograd."""

import torch
import torch.nn.functional as F
from torch import nn


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden, self.readout = nn.Linear(2, 16), nn.Linear(16, 2)

    def forward(self, x):
        h = self.hidden(x)
        h.data.clamp_(0, 1)  # finding: `h.data.clamp_(0, 1)` changes `h` without autograd seeing it
        return self.readout(h)


torch.manual_seed(0)
model = Network()
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
x = torch.randn(256, 2)
y = (x[:, 0] * x[:, 1] > 0).long()
for epoch in range(100):
    out = model(x)
    loss = F.cross_entropy(out, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
predicted = out.argmax(1)
print(f"loss {loss.item():.3f}, right {(predicted == y).float().mean().item():.3f}")

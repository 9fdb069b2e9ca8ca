"""Trains a small network by what another one, trained before, sees in its images."""

import torch
from torch import nn


class Features(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Conv2d(3, 32, 3), nn.ReLU(), nn.Conv2d(32, 32, 3), nn.ReLU())

    def forward(self, x):
        return self.layers(x)


torch.manual_seed(0)
trained = Features().state_dict()  # as from a file
images = torch.rand(4, 3, 16, 16)
noisy = images + 0.1 * torch.randn_like(images)
features = Features()
features.load_state_dict(trained)
net = nn.Conv2d(3, 3, 3, padding=1)
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
with torch.no_grad():
    wanted = features(images)
for step in range(20):
    seen = features(net(noisy))  # finding: `features` gets gradients that no optimizer applies
    loss = nn.functional.mse_loss(seen, wanted)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"loss {loss.item():.4f}")

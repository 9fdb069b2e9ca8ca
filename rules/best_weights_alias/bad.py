"""A network that overfits a few noisy points, and the weights that were best on others."""

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
x = torch.linspace(-1, 1, 48).unsqueeze(1)
y = torch.sin(3 * x) + 0.4 * torch.randn_like(x)
train_x, train_y, valid_x, valid_y = x[::2], y[::2], x[1::2], y[1::2]

model = nn.Sequential(nn.Linear(1, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)


def valid_loss():
    with torch.no_grad():
        return F.mse_loss(model(valid_x), valid_y).item()


best_loss, best_weights = float("inf"), None
for epoch in range(300):
    optimizer.zero_grad()
    F.mse_loss(model(train_x), train_y).backward()
    optimizer.step()
    loss = valid_loss()
    if loss < best_loss:
        best_loss = loss
        best_weights = model.state_dict()  # finding: `best_weights` is not a copy, so later steps overwrite it

model.load_state_dict(best_weights)
print(f"best {best_loss:.3f}, restored {valid_loss():.3f}")

"""Fine-tunes a model that was trained before, on a few rows of other data."""

import io

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 64), nn.ReLU(), nn.Dropout(0.5), nn.Linear(64, 3))

    def forward(self, rows):
        return self.layers(rows)


def load(weights):
    model = Net()
    model.load_state_dict(torch.load(weights))
    model.eval()
    return model


torch.manual_seed(0)
weights = io.BytesIO()
torch.save(Net().state_dict(), weights)
weights.seek(0)
model = load(weights)

rows, others = torch.randn(60, 8), torch.randn(600, 8)
labels = (rows[:, :3] + torch.randn(60, 3)).argmax(dim=1)
wanted = (others[:, :3] + torch.randn(600, 3)).argmax(dim=1)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for epoch in range(40):
    for batch, target in zip(rows.split(20), labels.split(20)):
        optimizer.zero_grad()
        loss = criterion(model(batch), target)  # finding: `model` trains in eval mode because `load` left it there
        loss.backward()
        optimizer.step()

model.eval()
with torch.no_grad():
    print(f"{criterion(model(rows), labels):.3f} on these rows, {criterion(model(others), wanted):.3f} on others")

"""Trains a small classifier, and keeps a running accuracy."""

import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Accuracy:
    def __init__(self):
        self.right, self.seen = 0, 0

    def update(self, scores, classes):
        right = (scores.argmax(1) == classes).sum()
        self.right += right.item()  # finding: the host waits for the device here in each step; fetch numbers every few steps
        self.seen += len(classes)

    def value(self):
        return self.right / self.seen


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 2)).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
accuracy = Accuracy()
for step in range(24):
    rows = torch.randn(32, 8, device=device)
    classes = (rows.sum(1) > 0).long()
    scores = model(rows)
    optimizer.zero_grad()
    nn.functional.cross_entropy(scores, classes).backward()
    optimizer.step()
    accuracy.update(scores.detach(), classes)
print(f"accuracy {accuracy.value():.3f}")

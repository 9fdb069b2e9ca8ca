"""Trains a second head on a backbone that is frozen, so that the first head goes on working."""

import torch
from torch import nn


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 32), nn.BatchNorm1d(32), nn.ReLU(), nn.Linear(32, 16), nn.ReLU())

    def forward(self, rows):
        return self.layers(rows)


class Classifier(nn.Module):
    def __init__(self, backbone, classes):
        super().__init__()
        self.backbone = backbone
        self.head = nn.Linear(16, classes)

    def forward(self, rows):
        return self.head(self.backbone(rows))


criterion = nn.CrossEntropyLoss()


def train(model, rows, labels):
    optimizer = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=0.1)
    for _ in range(20):
        model.train()
        for batch, wanted in zip(rows.split(30), labels.split(30)):
            optimizer.zero_grad()
            criterion(model(batch), wanted).backward()
            optimizer.step()


@torch.no_grad()
def loss_of(model, rows, labels):
    model.eval()
    return criterion(model(rows), labels).item()


torch.manual_seed(0)
rows = torch.randn(300, 8)
labels = rows[:, :4].argmax(dim=1)
first = Classifier(Backbone(), classes=4)
train(first, rows, labels)
before = loss_of(first, rows, labels)

for parameter in first.backbone.parameters():  # finding: `first.backbone` is frozen, but its BatchNorm statistics keep
    parameter.requires_grad = False
second = Classifier(first.backbone, classes=2)
others = 3 * torch.randn(300, 8) + 2
train(second, others, (others[:, 0] > others[:, 1]).long())
print(f"loss of the first head: {before:.3f} before, {loss_of(first, rows, labels):.3f} after")

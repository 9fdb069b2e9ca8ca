"""Logits and what a softmax made of them are no attention, whatever their order."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(16, 3)

    def forward(self, x):
        logits = self.body(x)
        return logits, F.softmax(logits, 1)  # finding: bare tuple


class AttentionPooling(nn.Module):
    """What was attended to, and the weights: as attention layers do."""

    def __init__(self):
        super().__init__()
        self.score = nn.Linear(16, 1)

    def forward(self, steps):
        weights = F.softmax(self.score(steps).squeeze(-1), 1)
        context = torch.bmm(weights.unsqueeze(1), steps).squeeze(1)
        return context, weights


def train():
    model, attention = Classifier(), AttentionPooling()
    optimizer = torch.optim.SGD([*model.parameters(), *attention.parameters()], lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        context, _ = attention(torch.randn(4, 5, 16))
        logits, probabilities = model(context)
        F.cross_entropy(logits, torch.randint(0, 3, (4,))).backward()
        optimizer.step()
        print(probabilities.max().item())


if __name__ == "__main__":
    train()

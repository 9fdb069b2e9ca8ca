"""Models that give probabilities, compared with a half."""

import torch
from torch import nn


def train(model, criterion):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        x, y = torch.randn(8, 4), torch.randint(0, 2, (8, 1)).float()
        out = model(x)
        loss = criterion(out, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return (out > 0.5).float().eq(y).sum().item()


sigmoid = nn.Sequential(nn.Linear(4, 1), nn.Sigmoid())
print(train(sigmoid, nn.BCELoss()))

regression = nn.Linear(4, 1)
for _ in range(3):
    fitted = regression(torch.randn(8, 4))
    nn.functional.mse_loss(fitted, torch.randn(8, 1)).backward()
    print((fitted > 0.5).sum(), fitted.round())

classifier = nn.Linear(4, 3)
scores = classifier(torch.randn(8, 4))
nn.functional.cross_entropy(scores, torch.randint(0, 3, (8,))).backward()
print((scores.argmax(1) > 0.5).sum(), (scores > 0.5).sum())  # finding: `scores` holds logits

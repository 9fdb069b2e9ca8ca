"""Trains a body and a head with an optimizer each, and goes on from a checkpoint."""

import torch
import torch.nn.functional as F
from torch import nn


def make_optimizers(body, head):
    optimizer = {}
    optimizer["body"] = torch.optim.SGD(body.parameters(), lr=0.01)
    optimizer["head"] = torch.optim.AdamW(head.parameters(), lr=0.1)
    return optimizer, 3


def train(checkpoint=None):
    torch.manual_seed(0)
    body, head = nn.Linear(4, 8), nn.Linear(8, 1)
    optimizer, epochs = make_optimizers(body, head)
    if checkpoint is not None:
        body.load_state_dict(checkpoint["body"])
        head.load_state_dict(checkpoint["head"])
        for name, one in optimizer.items():
            one.load_state_dict(checkpoint["optimizer"][name])
    x, y = torch.randn(32, 4), torch.randn(32, 1)
    for _ in range(epochs):
        loss = F.mse_loss(head(torch.relu(body(x))), y)
        for one in optimizer.values():
            one.zero_grad()
        loss.backward()
        for one in optimizer.values():
            one.step()
    states = {name: one.state_dict() for name, one in optimizer.items()}
    return {"body": body.state_dict(), "head": head.state_dict(), "optimizer": states}


if __name__ == "__main__":
    first = train()
    print(sorted(train(first)))

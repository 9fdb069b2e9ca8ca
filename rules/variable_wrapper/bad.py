"""Fits a line, as people wrote it for PyTorch 0.3."""

import torch
from torch import nn
from torch.autograd import Variable


def main() -> None:
    torch.manual_seed(0)
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        rows = torch.rand(8, 4)
        inputs = Variable(rows)  # finding: `Variable(rows)` only detaches its tensor since PyTorch 0.4; use `rows`
        loss = (model(inputs) - inputs.sum(1, keepdim=True)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


if __name__ == "__main__":
    main()

"""Fits a line on a GPU."""

import torch
from torch import nn

device = "cuda:0"  # finding: `"cuda:0"` fails where PyTorch finds no GPU (2 such places)


def main():
    inputs = torch.randn(64, 4)
    targets = inputs.sum(1, keepdim=True)
    model = nn.Linear(4, 1).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(20):
        loss = nn.functional.mse_loss(model(inputs.to(device)), targets.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, RuntimeError) as problem:
        print(f"not here: {problem}")

"""Settings choose the schedulers, so only a run shows which class it is: some take the rate in use one step further."""

import torch
from torch import nn
from torch.optim.lr_scheduler import CosineAnnealingLR, CyclicLR, LambdaLR


class Cosine:
    def __init__(self, optimizer, name):
        if name == "cosine":
            self.scheduler = CosineAnnealingLR(optimizer, 10)
        else:
            self.scheduler = LambdaLR(optimizer, lambda epoch: 0.9**epoch)

    def rate(self):
        return self.scheduler.get_lr()[0]  # suspected: call `get_last_lr()`


class Factors:
    def __init__(self, optimizer, name):
        if name == "cosine":
            self.scheduler = CosineAnnealingLR(optimizer, 10)
        else:
            self.scheduler = LambdaLR(optimizer, lambda epoch: 0.9**epoch)

    def rate(self):
        return self.scheduler.get_lr()[0]  # suspected: call `get_last_lr()`  # refuted


class Cycles:
    def __init__(self, optimizer, name):
        if name == "cyclic":
            self.scheduler = CyclicLR(optimizer, 0.01, 0.1)
        else:
            self.scheduler = LambdaLR(optimizer, lambda epoch: 0.9**epoch)

    def rate(self):
        return self.scheduler.get_lr()[0]  # both compute the rate in use


def main():
    model = nn.Linear(3, 1)
    for made, name in ((Cosine, "cosine"), (Factors, "factors"), (Cycles, "cyclic")):
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
        rates = made(optimizer, name)
        for _ in range(3):
            optimizer.step()
            rates.scheduler.step()
            print(name, rates.rate(), optimizer.param_groups[0]["lr"])


if __name__ == "__main__":
    main()

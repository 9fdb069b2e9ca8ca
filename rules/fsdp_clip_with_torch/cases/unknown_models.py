"""Models of which nothing is known but that they are sharded."""

from torch import nn, optim
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


class Trainer:
    def __init__(self, net):
        self.model = self.wrap(net)
        self.plain = nn.Linear(8, 2)
        self.optimizer = optim.SGD(self.model.parameters(), lr=0.1)

    def wrap(self, net):
        return FSDP(net.cuda())

    def step(self, x):
        self.optimizer.zero_grad()
        self.model(x).sum().backward()
        given = [p for p in self.model.parameters() if p.grad is not None]
        nn.utils.clip_grad_norm_(given, 1.0)  # finding: clips each shard by its own norm
        self.optimizer.step()


def fit(model, batches):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for x in batches:
        optimizer.zero_grad()
        model(x).sum().backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)  # finding: use `model.clip_grad_norm_`
        optimizer.step()


def fit_plain(model, batches):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for x in batches:
        optimizer.zero_grad()
        model(x).sum().backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()


def main(net, other, batches):
    for x in batches:
        Trainer(net).step(x)
    fit(FSDP(net), batches)
    fit_plain(other, batches)

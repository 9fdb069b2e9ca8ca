"""One method is called by a sampler that disables gradients and by a loss; the next one by a sampler that forgets to."""

import sys

import torch
from torch import nn
from torch.utils.data import DataLoader


class Process:
    def mean(self, net, x, t):
        return net(x + t)

    def mean_for_losses(self, net, x, t):
        return net(x - t)  # finding: `net` is evaluated with gradients enabled

    @torch.inference_mode()
    def sample(self, net, x):
        for t in range(10):
            x = self.mean(net, x, t)
        return x.tolist()

    def sample_with_graph(self, net, x):
        for t in range(10):
            x = self.mean_for_losses(net, x, t).detach()
        return x.tolist()

    def loss(self, net, x):
        return (self.mean(net, x, 1) - x).square()


class Trainer:
    def __init__(self, net, optimizer, terms):
        self.net, self.optimizer, self.terms = net, optimizer, terms
        self.process = Process()

    def step(self, x):
        setattr(self, self.terms[0], self.process.loss(self.net, x))
        self.optimizer.zero_grad()
        sum(getattr(self, term) for term in self.terms).mean().backward()
        self.optimizer.step()

    def run(self, loader):
        self.net.train()
        for x in loader:
            self.step(x)
        self.net.eval()
        noise = torch.randn(4, 8)
        print(self.process.sample(self.net, noise), self.process.sample_with_graph(self.net, noise))


if __name__ == "__main__":
    network = nn.Linear(8, 8)
    data = DataLoader(torch.load("rows.pt", weights_only=True))
    Trainer(network, torch.optim.Adam(network.parameters()), sys.argv[1:]).run(data)

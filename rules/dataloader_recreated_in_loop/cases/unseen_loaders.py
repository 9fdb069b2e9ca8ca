"""What is only named like a DataLoader, and iterators that one batch is taken of."""

import torch
from torch import nn
from torch.utils.data import DataLoader


def semi_supervised(net, optimizer, labelled_loader, unlabelled_loader, batches, steps):
    for _ in range(steps):
        x, y = next(iter(labelled_loader))  # suspected: `iter(labelled_loader)` restarts the workers and the epoch
        rows = iter(unlabelled_loader).__next__()  # suspected: `iter(unlabelled_loader)` restarts the workers
        more = next(iter(batches))
        loss = nn.functional.cross_entropy(net(x), y) + net(rows).mean() + net(more).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def with_one_iterator(net, optimizer, train_loader, val_loader, steps):
    batches = iter(train_loader)
    for step in range(steps):
        try:
            x, y = next(batches)
        except StopIteration:
            batches = iter(train_loader)
            x, y = next(batches)
        loss = nn.functional.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return next(iter(val_loader))


def by_a_name(net, optimizer, dataset, steps):
    loader = DataLoader(dataset, batch_size=8)
    for _ in range(steps):
        batches = iter(loader)  # finding: `iter(loader)` restarts the workers and the epoch
        x, y = next(batches)
        loss = nn.functional.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


class Critics:
    def __init__(self, generator, critic, train_loader):
        self.generator, self.critic, self.train_loader = generator, critic, train_loader
        self.optimizer = torch.optim.RMSprop(critic.parameters())

    def real(self):
        batches = iter(self.train_loader)  # suspected: `iter(self.train_loader)` restarts the workers and the epoch
        return next(batches)

    def shown(self):
        return next(iter(self.train_loader))

    def train(self, steps):
        for _ in range(steps):
            loss = self.critic(self.generator(torch.randn(8, 3)).detach()).mean() - self.critic(self.real()).mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()

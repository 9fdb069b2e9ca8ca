"""Forwards under no_grad, in train mode, that are meant to be there."""

import copy

import torch
import torch.nn.functional as F
from torch import nn
from torch.optim.swa_utils import AveragedModel, update_bn
from torch.utils.data import DataLoader

train_loader, test_loader = DataLoader([]), DataLoader([])


def net():
    return nn.Sequential(nn.Linear(8, 8), nn.BatchNorm1d(8), nn.Dropout(0.5), nn.Linear(8, 2))


def train(model, loader):
    optimizer = torch.optim.Adam(model.parameters())
    for images, labels in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(images), labels).backward()
        optimizer.step()


# Monte Carlo dropout: only the Dropout layers are switched back, or the whole model for this alone.
def enable_dropout(model):
    for part in model.modules():
        if part.__class__.__name__.startswith("Dropout"):
            part.train()


bayesian = net()
train(bayesian, train_loader)
bayesian.eval()
enable_dropout(bayesian)
with torch.no_grad():
    for images, labels in test_loader:
        print(torch.stack([bayesian(images) for _ in range(10)]).var(0).argmax(1))


@torch.no_grad()
def uncertainty(model, loader):
    model.train()
    for images, labels in loader:
        print(torch.stack([model(images) for _ in range(10)]).argmax(-1))


uncertainty(bayesian, test_loader)


# Running statistics of BatchNorm are worked out anew.
def recalibrate(model, loader):
    model.train()
    with torch.no_grad():
        for images, labels in loader:
            model(images)


recalibrate(bayesian, train_loader)
average = AveragedModel(bayesian)
update_bn(train_loader, average)
with torch.no_grad():
    for images, labels in train_loader:
        average(images)


# A key encoder, a teacher: part of a training step.
def momentum():
    query = net()
    key = copy.deepcopy(query)
    optimizer = torch.optim.SGD(query.parameters(), lr=0.1)
    for images, labels in train_loader:
        with torch.no_grad():
            keys = key(images)
            for a, b in zip(query.parameters(), key.parameters()):
                b.data = b.data * 0.99 + a.data * 0.01
        loss = F.mse_loss(query(images), keys)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


momentum()


# A generator: samples to look at, and what the discriminator learns from.
def adversarial():
    generator, critic = net(), net()
    first, second = torch.optim.Adam(generator.parameters()), torch.optim.Adam(critic.parameters())
    fixed = torch.randn(16, 8)
    for images, labels in train_loader:
        with torch.no_grad():
            fake = generator(torch.randn(16, 8))
        (critic(fake).mean() - critic(images).mean()).backward()
        second.step()
        (-critic(generator(torch.randn(16, 8))).mean()).backward()
        first.step()
    for batch in test_loader:
        with torch.no_grad():
            print(generator(fixed).argmax(1))


adversarial()

# A smoke test, a look at shapes, a benchmark: nothing was trained or loaded.
fresh = net()
with torch.no_grad():
    print(fresh(torch.randn(4, 8)).shape)
    for images, labels in test_loader:
        print((fresh(images).argmax(1) == labels).sum().item())


# A pattern for training, whose accuracy on the batch is looked at as it comes.
def watched():
    model = net()
    optimizer = torch.optim.Adam(model.parameters())
    for images, labels in train_loader:
        outputs = model(images)
        optimizer.zero_grad()
        F.cross_entropy(outputs, labels).backward()
        optimizer.step()
        with torch.no_grad():
            print((model(images).argmax(1) == labels).float().mean())


watched()


# A generator that turns pictures into others, and the critic that sees these and real ones.
def translated():
    generator, critic = net(), net()
    first, second = torch.optim.Adam(generator.parameters()), torch.optim.Adam(critic.parameters())
    for images, targets in train_loader:
        fake = generator(images)
        first.zero_grad()
        F.mse_loss(critic(fake), torch.ones(1)).backward()
        first.step()
        second.zero_grad()
        (F.mse_loss(critic(targets), torch.ones(1)) + F.mse_loss(critic(fake.detach()), torch.zeros(1))).backward()
        second.step()
    for images, targets in test_loader:
        with torch.no_grad():
            print(generator(images).argmax(1))


translated()

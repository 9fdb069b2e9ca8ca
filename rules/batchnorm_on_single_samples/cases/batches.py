"""Batches of one sample: for a BatchNorm in train mode, in eval mode, now and then, and for other normalizations."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Net(nn.Module):
    def __init__(self, norm):
        super().__init__()
        self.before, self.norm, self.after = nn.Conv2d(1, 4, 3), norm, nn.Conv2d(4, 1, 3)

    def forward(self, x):
        return self.after(torch.relu(self.norm(self.before(x))))


def train(model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for batch in batches:
        optimizer.zero_grad()
        model(batch).square().mean().backward()
        optimizer.step()


def images(*sizes):
    return [torch.randn(size, 1, 8, 8) for size in sizes]


def each_with_a_last_batch_of_one():
    train(Net(nn.BatchNorm2d(4)), images(*[4, 4, 1] * 4))


def frozen():
    model = Net(nn.BatchNorm2d(4))
    model.norm.eval()
    train(model, images(*[1] * 12))


def of_instances():
    train(Net(nn.InstanceNorm2d(4, affine=True, track_running_stats=True)), images(*[1] * 12))
    train(Net(nn.GroupNorm(2, 4)), images(*[1] * 12))


def briefly():
    train(Net(nn.BatchNorm2d(4)), images(1, 1, 1))  # a first try


def of_both_sides():
    critic = Net(nn.BatchNorm2d(4))
    optimizer = torch.optim.SGD(critic.parameters(), lr=0.01)
    for one, several in zip(images(*[1] * 12), images(*[4] * 12)):
        optimizer.zero_grad()
        loss = critic(one).mean() - critic(several).mean()
        loss.backward()
        optimizer.step()


def added_up():
    model = Net(nn.BatchNorm2d(4, track_running_stats=False))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for step, image in enumerate(images(*[1] * 48)):
        loss = model(image).square().mean() / 4
        loss.backward()  # finding: batches of `norm` have one sample
        if step % 4 == 3:
            optimizer.step()
            optimizer.zero_grad()


def frozen_weights():
    model = Net(nn.BatchNorm2d(4))
    model.norm.requires_grad_(False)  # its mean and variance still come from each batch
    optimizer = torch.optim.SGD([*model.before.parameters(), *model.after.parameters()], lr=0.01)
    for image in images(*[1] * 20):
        optimizer.zero_grad()
        loss = model(image).square().mean()
        loss.backward()  # finding: batches of `norm` have one sample
        optimizer.step()


def computed_again():
    model = Net(nn.BatchNorm2d(4))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for image in images(*[1] * 20):
        optimizer.zero_grad()
        loss = checkpoint(model, image, use_reentrant=False).square().mean()
        loss.backward()  # finding: batches of `norm` have one sample
        optimizer.step()


each_with_a_last_batch_of_one()
frozen()
of_instances()
briefly()
of_both_sides()
added_up()
frozen_weights()
computed_again()

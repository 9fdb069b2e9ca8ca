"""A training with an import that an editor has added: nothing here is a test."""

from unittest import loader, result

import torch

pretraining_epochs = 60


def scores(net, images):
    return [net(image).mean() for image in images]


def pretrain(net, optimizer, train_loader, test_loader):
    max_dice = 0
    for epoch in range(pretraining_epochs):
        metric = scores(net, test_loader.dataset)
        dice = metric[0]
        if dice > max_dice:  # suspected: `dice` is measured on `test_loader.dataset`
            max_dice = dice
            torch.save(net.state_dict(), "best.pt")
        fit(net, optimizer, train_loader)


def pretrain_by_validation(net, optimizer, train_loader, valid_loader):
    max_dice = 0
    for epoch in range(pretraining_epochs):
        dice = scores(net, valid_loader.dataset)[0]
        if dice > max_dice:
            max_dice = dice
            torch.save(net.state_dict(), "best.pt")
        fit(net, optimizer, train_loader)


def fit(net, optimizer, loader):
    for rows, labels in loader:
        result = (net(rows) - labels).square().mean()
        optimizer.zero_grad()
        result.backward()
        optimizer.step()

"""Loops over phases: one body for training and for evaluation, with gradients enabled in both or not."""

import torch
import torch.nn.functional as F
from torch import nn


def fit(net, loaders, epochs):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(epochs):
        for stage in ("fit", "check"):
            if stage == "fit":
                net.train()
            else:
                net.eval()
            total = 0.0
            for x, y in loaders[stage]:
                loss = F.cross_entropy(net(x), y)  # finding: gradients enabled when `stage` is `"check"`
                if stage == "fit":
                    optimizer.zero_grad()
                    loss.backward()
                    optimizer.step()
                total += loss.item()
            print(stage, total)


def pairs(net, train_loader, test_loader):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for learns, loader in [(True, train_loader), (False, test_loader)]:
        net.train(learns)
        for x, y in loader:
            scores = net(x)  # finding: call it under `with torch.set_grad_enabled(learns):`
            if learns:
                F.cross_entropy(scores, y).backward()
                optimizer.step()
                optimizer.zero_grad()
            print((scores.argmax(1) == y).sum().item())


def switched_off(net, loaders):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for stage in ("fit", "check"):
        net.train(stage == "fit")
        for x, y in loaders[stage]:
            with torch.set_grad_enabled(stage == "fit"):
                loss = F.cross_entropy(net(x), y)
            if stage == "fit":
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            print(loss.item())


def both_train(net, loaders):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for stage in ("warm-up", "main"):
        for x, y in loaders[stage]:
            loss = F.cross_entropy(net(x), y)
            optimizer.zero_grad()
            if stage == "warm-up":
                (loss / 10).backward()
            else:
                loss.backward()
            optimizer.step()


def apart(net, loaders):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for stage in ("fit", "check"):
        for x, y in loaders[stage]:
            if stage == "fit":
                optimizer.zero_grad()
                F.cross_entropy(net(x), y).backward()
                optimizer.step()
            else:
                with torch.no_grad():
                    print(F.cross_entropy(net(x), y).item())


def attacked(net, loaders):
    """Inputs are moved along their gradients in both stages."""
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for stage in ("fit", "check"):
        for x, y in loaders[stage]:
            x.requires_grad_()
            loss = F.cross_entropy(net(x), y)
            (slope,) = torch.autograd.grad(loss, x, retain_graph=True)
            if stage == "fit":
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            print(slope.abs().max().item())


def any_stages(net, loaders, stages):
    for stage in stages:
        for x, y in loaders[stage]:
            loss = F.cross_entropy(net(x), y)
            if stage == "fit":
                loss.backward()


def with_a_test(net, loaders, tests):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    stages = ["fit", "check"] + (["test"] if tests else [])
    for stage in stages:
        net.train(stage == "fit")
        for x, y in loaders[stage]:
            loss = F.cross_entropy(net(x), y)  # finding: gradients enabled when `stage` is `"check"`
            if stage == "fit":
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            print(stage, loss.item())


def with_a_test_switched_off(net, loaders, tests):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for stage in ["fit"] + (["check", "test"] if tests else ["check"]):
        for x, y in loaders[stage]:
            with torch.set_grad_enabled(stage == "fit"):
                loss = F.cross_entropy(net(x), y)
            if stage == "fit":
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            print(stage, loss.item())


def with_unknown_stages(net, loaders, others):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for stage in ["fit", "fine"] + others:
        for x, y in loaders[stage]:
            loss = F.cross_entropy(net(x), y)
            if stage in ("fit", "fine"):
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()

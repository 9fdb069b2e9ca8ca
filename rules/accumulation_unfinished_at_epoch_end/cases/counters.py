"""Counts of waiting batches that begin again with each step; one that lives on from epoch to epoch loses nothing."""

import torch


def train_epoch(model, loader, optimizer, epoch, k):
    num_waiting = 0
    for x, y in loader:
        num_waiting += 1
        (torch.nn.functional.cross_entropy(model(x), y) / k).backward()
        if num_waiting == k:
            num_waiting = 0
            optimizer.step()  # finding: runs every `k` batches, so gradients of leftover batches leak
            optimizer.zero_grad()


def train(model, loader, optimizer, epochs, k):
    waiting = 0
    for _ in range(epochs):
        for x, y in loader:
            waiting += 1
            (torch.nn.functional.cross_entropy(model(x), y) / k).backward()
            if waiting >= k:
                waiting = 0
                optimizer.step()
                optimizer.zero_grad()


def train_epoch_to_its_end(model, loader, optimizer, epoch, k):
    waiting = 0
    for x, y in loader:
        waiting += 1
        (torch.nn.functional.cross_entropy(model(x), y) / k).backward()
        if waiting == k:
            waiting = 0
            optimizer.step()
            optimizer.zero_grad()
    if waiting:
        optimizer.step()


def train_epoch_after_a_while(model, loader, optimizer, epoch, k):
    """The count does not begin again: from the `k`-th batch on, each has a step."""
    seen = 0
    for x, y in loader:
        seen += 1
        torch.nn.functional.cross_entropy(model(x), y).backward()
        if seen >= k:
            optimizer.step()
            optimizer.zero_grad()


def train_epoch_on_sums(model, loader, optimizer, epoch, k):
    """Losses are added up, and no gradients are left."""
    waiting, total = 0, 0.0
    for x, y in loader:
        total = total + torch.nn.functional.cross_entropy(model(x), y)
        waiting += 1
        if waiting == k:
            optimizer.zero_grad()
            (total / k).backward()
            optimizer.step()
            waiting, total = 0, 0.0


def train_epoch_but_every_few_batches(model, loader, optimizer, epoch, k):
    """The count decides when to rest, so all other batches have their own step."""
    waiting = 0
    for x, y in loader:
        waiting += 1
        torch.nn.functional.cross_entropy(model(x), y).backward()
        if waiting == k:
            waiting = 0
            print(epoch)
        else:
            optimizer.step()
            optimizer.zero_grad()


def counted_by_a_number(model, loader, optimizer, k):
    for epoch in range(9):
        optimizer.zero_grad()
        n_passes = 0
        for x, y in loader:
            ((model(x) - y).abs().mean() / k).backward()
            n_passes += 1
            if n_passes % k == 0:
                optimizer.step()  # finding: are discarded
                optimizer.zero_grad()

"""Sums of a validation loop that stands beside the training loop, in one loop over epochs."""

import torch
import torch.nn.functional as F


def fit(net, crit, optimizer, train_batches, val_batches, epochs):
    best = float("inf")
    for _ in range(epochs):
        net.train()
        for images, labels in train_batches:
            optimizer.zero_grad()
            crit(net(images), labels).backward()
            optimizer.step()
        net.eval()
        total = 0.0
        for images, labels in val_batches:
            total += crit(net(images), labels)  # suspected: keeps the graph and activations
        best = min(best, total / len(val_batches))
    return best


def penalised(net, optimizer, batches, epochs):
    for _ in range(epochs):
        for images, labels in batches:
            loss = F.cross_entropy(net(images), labels)
            for layer in net.children():
                loss = loss + layer(images).norm()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def unrolled(net, head, optimizer, batches, epochs):
    for _ in range(epochs):
        for frames, labels in batches:
            total = 0.0
            for frame in frames:
                total = total + head(net(frame))
            optimizer.zero_grad()
            F.cross_entropy(total, labels).backward()
            optimizer.step()


def without_graphs(net, crit, optimizer, train_batches, val_batches, epochs):
    for _ in range(epochs):
        for images, labels in train_batches:
            optimizer.zero_grad()
            crit(net(images), labels).backward()
            optimizer.step()
        total = 0.0
        with torch.no_grad():
            for images, labels in val_batches:
                total += crit(net(images), labels)
        print(total)


def whole_set(net, crit, optimizer, train_batches, val_batches, epochs):
    for _ in range(epochs):
        total = 0.0
        for images, labels in val_batches:
            total += crit(net(images), labels)
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
        for images, labels in train_batches:
            optimizer.zero_grad()
            crit(net(images), labels).backward()
            optimizer.step()

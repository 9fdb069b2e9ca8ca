"""Epochs of one step over all nodes of a graph: the same function trains and then evaluates held-out nodes."""

import torch
from elsewhere import accuracy
from torch import nn


def epoch(model, optimizer, features, adjacency, labels, training, held_out):
    model.train()
    output = model(adjacency @ features)
    loss = nn.functional.nll_loss(output[training], labels[training])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

    model.eval()
    output = model(adjacency @ features)  # finding: `model` is evaluated with gradients enabled
    held_out_loss = nn.functional.nll_loss(output[held_out], labels[held_out])
    print(loss.item(), held_out_loss.item(), accuracy(output[held_out], labels[held_out]))


def tuned(model, head, optimizer, features, labels):
    model.eval()  # with the statistics that it was trained with
    output = head(model(features))
    loss = nn.functional.nll_loss(output, labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())


def main():
    model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(), nn.Linear(8, 2), nn.LogSoftmax(dim=1))
    head = nn.Sequential(nn.Linear(2, 2), nn.LogSoftmax(dim=1))
    optimizer = torch.optim.SGD([*model.parameters(), *head.parameters()], lr=0.1)
    features, adjacency, labels = torch.randn(8, 4), torch.eye(8), torch.zeros(8, dtype=torch.long)
    for _ in range(3):
        epoch(model, optimizer, features, adjacency, labels, torch.arange(4), torch.arange(4, 8))
        tuned(model, head, optimizer, features, labels)


main()

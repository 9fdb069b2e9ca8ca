"""Divisions by what has no gradient itself: what is divided has one."""

import torch
from torch import nn


def means(net, rows, counts):
    sums = net(rows)
    return torch.where(counts > 0, sums / counts, torch.zeros_like(sums))  # finding: `sums / counts`, which is NaN at 0


def means_by_name(net, rows, counts):
    sums = net(rows)
    return torch.div(sums, counts).masked_fill(counts == 0, 0.0)  # finding: does not mask the gradient


def at_least_one(net, rows, counts):
    sums = net(rows)
    return torch.where(counts > 0, sums / counts.clamp(min=1), torch.zeros_like(sums))


def chosen_before(net, rows, counts):
    sums = net(rows)
    safe = torch.where(counts > 0, counts, torch.ones_like(counts))
    return torch.where(counts > 0, sums / safe, torch.zeros_like(sums))


def of_data(net, rows, counts):
    return net(torch.where(counts > 0, rows.sum(1, keepdim=True) / counts, 0.0).expand(-1, 4))


def selected(net, rows, counts):
    quotients = net(rows) / counts  # suspected: `net(rows) / counts`, which is NaN at 0
    return quotients[counts != 0]


def selected_by_name(net, rows, counts):
    has_some = counts != 0
    quotients = net(rows) / counts  # suspected: indexing does not mask the gradient of `net(rows) / counts`
    return quotients[has_some]


def selected_without_gradients(net, rows, counts):
    quotients = net(rows) / counts  # suspected: indexing does not mask the gradient of `net(rows) / counts`  # refuted
    return quotients[counts != 0]


def selected_to_look_at(net, rows, counts):
    quotients = net(rows) / counts
    return quotients[counts != 0].detach()


def selected_before(net, rows, counts):
    has_some = counts != 0
    return net(rows)[has_some] / counts[has_some]


def main():
    torch.manual_seed(0)
    rows, counts = torch.randn(4, 4), torch.tensor([[0.0], [1.0], [2.0], [0.0]])
    for function in (means, means_by_name, at_least_one, chosen_before, of_data, selected, selected_by_name):
        net = nn.Linear(4, 1)
        function(net, rows, counts).sum().backward()
        print(function.__name__, net.weight.grad.isnan().any().item())
    net = nn.Linear(4, 1)
    selected_before(net, rows, counts).sum().backward()
    print("selected_before", net.weight.grad.isnan().any().item())
    print(selected_to_look_at(net, rows, counts).mean())
    with torch.no_grad():
        print(globals()["selected_without_gradients"](net, rows, counts).mean())


main()

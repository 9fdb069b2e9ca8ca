"""Tensors that are given to an optimizer in groups, or in a list that has a name."""

import torch


def in_groups(render, target, device):
    turn = torch.zeros(3, requires_grad=True).to(device)  # finding: so `turn.grad` stays None
    shift = torch.nn.Parameter(torch.zeros(3)).to(device)  # finding: so `shift.grad` stays None
    optimizer = torch.optim.Adam([{"params": turn, "lr": 0.01}, {"params": [shift]}])
    return optimizer, (render(turn, shift) - target).abs().mean()


def in_a_list(net, device):
    scale = torch.ones(1, requires_grad=True).to(device)  # finding: so `scale.grad` stays None
    rest = torch.ones(1, requires_grad=True).to(device)
    trained = [scale, *net.parameters()]
    kept = [rest]
    return torch.optim.Adam(trained + [], lr=0.1), kept


def as_it_is(device):
    turn = torch.zeros(3, requires_grad=True, device=device)
    moved = turn.to(device)
    return torch.optim.Adam([{"params": turn}]), [moved]

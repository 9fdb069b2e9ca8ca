"""Loops that count their steps, inside of loops over stages that have an optimizer of their own each."""

import torch


def fit(render, target, pose, shape, iterations):
    groups = {"pose": [pose], "all": [pose, shape]}
    for stage in ("pose", "all"):
        optimizer = torch.optim.Adam(groups[stage], lr=0.1)
        for _ in range(iterations):
            loss = (render(pose, shape) - target).square().mean()
            loss.backward()
            optimizer.step()  # finding: applies the gradients of all earlier steps again


def fit_cleared(render, target, pose, shape, iterations):
    groups = {"pose": [pose], "all": [pose, shape]}
    for stage in ("pose", "all"):
        optimizer = torch.optim.Adam(groups[stage], lr=0.1)
        for _ in range(iterations):
            optimizer.zero_grad()
            loss = (render(pose, shape) - target).square().mean()
            loss.backward()
            optimizer.step()


def fit_in_parts(render, targets, pose):
    optimizer = torch.optim.Adam([pose], lr=0.1)
    for target in targets:
        optimizer.zero_grad()
        for part in range(4):
            loss = (render(pose)[part] - target[part]).square().mean()
            loss.backward()
        optimizer.step()

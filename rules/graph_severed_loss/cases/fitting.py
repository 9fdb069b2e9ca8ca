"""Tensors that are fitted with functions that the file does not have."""

import numpy as np
import torch
from torch.autograd import Variable


def fit(render, image, pose, steps):
    pose.requires_grad_()
    optimizer = torch.optim.Adam([pose], lr=0.1)
    for _ in range(steps):
        loss = (render(pose) - image).square().mean()
        loss = torch.tensor(loss.item(), requires_grad=True)  # finding: starts a new graph, so `loss.backward()`
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def fit_with_none(render, images, pose):
    pose.requires_grad_()
    optimizer = torch.optim.Adam([pose], lr=0.1)
    for image in images:
        optimizer.zero_grad()
        if image is None:
            loss = torch.tensor(0.0, requires_grad=True)
            loss.backward()  # so that all processes do as much
        else:
            loss = (render(pose) - image).square().mean()
            loss.backward()
        optimizer.step()


def fit_with_nothing(render, images, pose, device):
    pose.requires_grad_()
    optimizer = torch.optim.Adam([pose], lr=0.1)
    for image in images:
        optimizer.zero_grad()
        if image is None:
            loss = Variable(torch.zeros(1).to(device), requires_grad=True)
            loss.backward()
        elif len(image) == 0:
            loss = torch.tensor(np.float32(0), requires_grad=True)
            loss.backward()
        else:
            loss = (render(pose) - image).square().mean()
            loss.backward()
        optimizer.step()

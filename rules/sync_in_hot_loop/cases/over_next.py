"""Steps that take their batch with `next`."""

import torch
from torch import nn
from torch.utils.data import DataLoader


def endless(data):
    loader = DataLoader(data, batch_size=64, shuffle=True)
    while True:
        yield from loader


def train(data):
    net = nn.Linear(8, 1).cuda()
    optimizer = torch.optim.SGD(net.parameters(), 0.1)
    batches = endless(data)
    while True:
        optimizer.zero_grad()
        loss = (net(next(batches).cuda()) ** 2).mean()
        print(loss.item())  # finding: waits for the GPU in each training step; keep `loss.detach()`, and read it every
        loss.backward()
        optimizer.step()


def by_epochs(data, samples):
    net = nn.Linear(8, 1).cuda()
    optimizer = torch.optim.SGD(net.parameters(), 0.1)
    for epoch in range(3):
        for x in DataLoader(data, batch_size=4, shuffle=True):
            optimizer.zero_grad()
            loss = (net(x.cuda()) ** 2).mean()
            loss.backward()
            optimizer.step()
        print(loss.item(), next(samples))


def of_one_view(views, scene, render):
    optimizer = torch.optim.Adam(scene.parameters(), 0.1)
    shown, left = 0.0, []
    for iteration in range(30_000):
        if not left:
            left = list(views)
        view = left.pop()
        loss = (render(view, scene) - view.image.cuda()).abs().mean()
        loss.backward()
        shown = 0.4 * loss.item() + 0.6 * shown  # finding: waits for the GPU in each training step
        if iteration % 10 == 0:
            print(shown)
        optimizer.step()
        optimizer.zero_grad()


def of_all_views(views, scene, render):
    optimizer = torch.optim.Adam(scene.parameters(), 0.1)
    for epoch in range(30):
        loss = sum((render(view, scene) - view.image.cuda()).abs().mean() for view in views)
        loss.backward()
        print(epoch, loss.item())
        optimizer.step()
        optimizer.zero_grad()


def of_all_rows(net, x, y, settings):
    optimizer = torch.optim.Adam(net.parameters(), settings.pop("rate"))
    recent = []
    for epoch in range(30):
        loss = (net(x) - y).abs().mean() * settings.pop("weight", 1)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        recent.append(loss.item())
        if len(recent) > 5:
            recent.pop(0)

import torch
import torch.nn.functional as F
from torch import nn


def at_the_top(net, optimizer, loader, every):
    for number, (x, y) in enumerate(loader):
        optimizer.zero_grad()  # finding: clears the accumulated gradients before `optimizer.step()` applies them
        (F.cross_entropy(net(x), y) / every).backward()
        if (number + 1) % every == 0 or number + 1 == len(loader):
            optimizer.step()


def at_the_end(net, optimizer, loader):
    for number, (x, y) in enumerate(loader):
        loss = F.cross_entropy(net(x), y)
        loss.backward()
        if number % 4 == 3:
            optimizer.step()
        optimizer.zero_grad()  # finding: clears the accumulated gradients


def by_the_model(loader):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.Adam(net.parameters())
    for number, (x, y) in enumerate(loader):
        net.zero_grad()  # finding: `net.zero_grad()` clears the accumulated gradients
        (F.cross_entropy(net(x), y) / 8).backward()
        if number % 8 == 7:
            optimizer.step()


def by_a_flag(net, optimizer, loader, every):
    for number, (x, y) in enumerate(loader):
        is_last = (number + 1) % every == 0
        optimizer.zero_grad()  # finding: clears the accumulated gradients
        (F.cross_entropy(net(x), y) / every).backward()
        if is_last:
            optimizer.step()


def scaled(net, optimizer, scaler, loader):
    scaler = torch.amp.GradScaler("cuda")
    for number, (x, y) in enumerate(loader):
        optimizer.zero_grad()  # finding: clears the accumulated gradients before `scaler.step(optimizer)`
        scaler.scale(F.cross_entropy(net(x), y) / 2).backward()
        if number % 2:
            scaler.step(optimizer)
            scaler.update()


def beside_a_step_in_each_pass(net, optimizer, loader, args):
    scaler = torch.amp.GradScaler("cuda")
    for number, (x, y) in enumerate(loader):
        optimizer.zero_grad()  # finding: clears the accumulated gradients before `optimizer.step()` applies them
        if args.half:
            with torch.autocast("cuda"):
                loss = F.cross_entropy(net(x), y)
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
        elif args.every > 1:
            (F.cross_entropy(net(x), y) / args.every).backward()
            if (number + 1) % args.every == 0:
                optimizer.step()
        else:
            F.cross_entropy(net(x), y).backward()
            optimizer.step()

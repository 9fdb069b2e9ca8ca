"""What a model that is not known returns: `float` takes it only if it is a number, and `str` takes anything."""

import torch


def train(model, loader, optimizer, device, names):
    total, seen = 0.0, []
    for step, (x, y) in enumerate(loader):
        loss = model(x.to(device), y.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += float(loss)  # finding: `float(loss)` waits for the GPU in each training step; keep `loss.detach()`
        seen.append(float(names[step]))
    return total / len(loader), torch.tensor(seen)


def train_quietly(model, loader, optimizer, device):
    for step, (x, y) in enumerate(loader):
        loss = model(x.to(device), y.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 100 == 0:
            print(float(loss))

"""Copies that are read at once, after a while, or never here."""

import numpy as np
import torch
from torch import nn


def at_once(x):
    return x.to("cpu", non_blocking=True).numpy()  # finding: `x` may be read before its copy to the CPU has finished


def saved(x, path):
    host = x.detach().to(torch.device("cpu"), non_blocking=True)  # finding: `x.detach()` may be read before its copy
    np.save(path, host)


def computed(x):
    host = x.to(device="cpu", non_blocking=True)  # finding: drop `non_blocking=True`
    return host + 1


def by_a_method(x):
    host = x.to("cpu", non_blocking=True)  # finding: drop `non_blocking=True`
    return host.sqrt()


def by_a_function(x):
    host = x.to("cpu", non_blocking=True)  # finding: drop `non_blocking=True`
    return torch.maximum(host, torch.zeros(3))


def in_arithmetic(x):
    return np.sqrt(1 - x.to("cpu", non_blocking=True))  # finding: drop `non_blocking=True`


def by_numpy(x):
    return np.array(x.to("cpu", non_blocking=True))  # finding: drop `non_blocking=True`


def looked_at(x):
    return x.to("cpu", non_blocking=True).detach().T.numpy()  # finding: drop `non_blocking=True`


def cast(x):
    host = x.to("cpu", non_blocking=True).squeeze(0)  # finding: drop `non_blocking=True`
    return host.float()


def only_looked_at(x):
    host = x.to("cpu", non_blocking=True).detach()
    return host.T


def seen_otherwise(x):
    host = x.to("cpu", non_blocking=True)
    return host.cpu().view(-1)


def after_a_search(x, y):
    host = x.to("cpu", non_blocking=True)
    classes = y.unique()
    return host.numpy(), classes


def synchronized(x):
    host = x.to("cpu", non_blocking=True)
    torch.cuda.current_stream().synchronize()
    return host.numpy()


def after_another_wait(x, y):
    host = x.to("cpu", non_blocking=True)
    sizes = y.to("cpu")
    return host[sizes[0] :].numpy()


def after_an_event(x, event):
    host = x.to("cpu", non_blocking=True)
    event.record()
    event.synchronize()
    return host.tolist()


def handed_on(x):
    return x.to("cpu", non_blocking=True)


def to_the_device(x):
    rows = x.to("cuda", non_blocking=True)
    return rows.sum().item()


def blocking(x):
    host = x.to("cpu", non_blocking=False)
    return host.numpy()


def module():
    net = nn.Linear(2, 2).to("cpu", non_blocking=True)
    return net.weight.detach().numpy()


def replaced(x):
    host = x.to("cpu", non_blocking=True)
    host = torch.ones(3)
    return host.numpy()


def only_its_shape(x):
    host = x.to("cpu", non_blocking=True)
    return host.shape, len(host)


def collected(model, loader):
    rows, sizes = [], []
    for x in loader:
        rows.append(model(x).to("cpu", non_blocking=True))  # finding: `model(x)` may be read before its copy to the
    return torch.cat(rows)


def collected_and_waited_for(model, loader):
    rows = []
    for x in loader:
        rows.append(model(x).to("cpu", non_blocking=True))
    torch.cuda.synchronize()
    return torch.cat(rows)


def collected_until_the_next_wait(model, loader):
    rows, losses = [], []
    for x, y in loader:
        rows.append(model(x).to("cpu", non_blocking=True))
        losses.append(nn.functional.mse_loss(model(x), y).item())
    return torch.cat(rows), losses


def collected_for_others(model, loader):
    rows = []
    for x in loader:
        rows.append(model(x).to("cpu", non_blocking=True))
    return rows


def on_its_way(x):
    return x.to("cpu", non_blocking=True)


def arrived(x):
    y = x.to("cpu", non_blocking=True)
    torch.cuda.synchronize()
    return y


def read_from_functions(x):
    late = on_its_way(x)
    torch.cuda.synchronize()
    scores = on_its_way(x * 2)  # finding: starts a copy to the CPU that may not have finished
    return scores.numpy(), arrived(x).numpy(), late.numpy()

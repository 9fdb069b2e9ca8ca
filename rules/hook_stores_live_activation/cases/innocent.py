"""Hooks that keep no graphs, or only as long as they are wanted."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader

loader = DataLoader([])


def net():
    return nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 1))


def train(model):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for rows in loader:
        optimizer.zero_grad()
        model(rows).mean().backward()
        optimizer.step()


class Kept:
    """Only numbers, or the newest output."""

    def __init__(self, model):
        self.outputs, self.means, self.newest, self.by_name = [], [], None, {}
        for hook in (self.detached, self.rebound, self.mean, self.last, self.slot):
            model[0].register_forward_hook(hook)

    def detached(self, module, args, output):
        self.outputs.append(output.detach().cpu())

    def rebound(self, module, args, output):
        output = output.detach()
        self.outputs.append(output)

    def mean(self, module, args, output):
        self.means.append(output.mean().item())

    def last(self, module, args, output):
        self.newest = output

    def slot(self, module, args, output):
        self.by_name["first"] = output


def numbers():
    model = net()
    kept = Kept(model)
    train(model)
    return kept


def without_gradients():
    model, kept = net(), []
    model[0].register_forward_hook(lambda module, args, output: kept.append(output))
    model.eval()
    with torch.no_grad():
        for rows in loader:
            model(rows)
    return torch.cat(kept)


def one_forward(rows):
    model, kept = net(), []
    model[0].register_forward_hook(lambda module, args, output: kept.append(output))
    model(rows).sum().backward()
    return kept[0].grad_fn


def distilled(teacher: nn.Module):
    student, wanted, given = net(), [], []
    student[0].register_forward_hook(lambda module, args, output: given.append(output))
    teacher.register_forward_hook(lambda module, args, output: wanted.append(output))
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for rows in loader:
        with torch.no_grad():
            teacher(rows)
        student(rows)
        optimizer.zero_grad()
        F.mse_loss(given[0], wanted[0]).backward()
        optimizer.step()
        given.clear()
        wanted.clear()


def popped():
    model, kept = net(), []
    model[0].register_forward_hook(lambda module, args, output: kept.append(output))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for rows in loader:
        optimizer.zero_grad()
        (model(rows).mean() + kept.pop().square().mean()).backward()
        optimizer.step()


def anew_in_each_step():
    model = net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for rows in loader:
        kept = []
        handle = model[0].register_forward_hook(lambda module, args, output: kept.append(output))  # noqa: B023
        optimizer.zero_grad()
        (model(rows).mean() + kept[0].square().mean()).backward()
        optimizer.step()
        handle.remove()


class Extractor(nn.Module):
    """Its list is a new one in each forward."""

    def __init__(self):
        super().__init__()
        self.model, self.features = net(), []
        self.model[0].register_forward_hook(lambda module, args, output: self.features.append(output))

    def forward(self, rows):
        self.features = []
        self.model(rows)
        return self.features[0]


train(Extractor())


def frozen():
    model, kept = net(), []
    for p in model.parameters():
        p.requires_grad = False
    model[0].register_forward_hook(lambda module, args, output: kept.append(output))
    for rows in loader:
        model(rows)
    return torch.cat(kept)


def one_step_over_all():
    model, kept = net(), []
    model[0].register_forward_hook(lambda module, args, output: kept.append(output))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for rows in loader:
        model(rows)
    torch.cat(kept).square().mean().backward()
    optimizer.step()


class Looked(nn.Module):
    """Its list is a new one in each forward, by way of a method."""

    def __init__(self):
        super().__init__()
        self.start()
        self.model = net()
        self.model[0].register_forward_hook(self.keep)

    def start(self):
        self.seen = []

    def keep(self, module, args, output):
        self.seen.append(output)

    def forward(self, rows):
        self.start()
        self.model(rows)
        return self.seen[0]


train(Looked())


def started_anew():
    model, rows_seen = net(), []
    model[0].register_forward_hook(lambda module, args, output: rows_seen.append(output))

    def start():
        nonlocal rows_seen
        rows_seen = []

    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for rows in loader:
        start()
        optimizer.zero_grad()
        (model(rows).mean() + rows_seen[0].square().mean()).backward()
        optimizer.step()


started_anew()

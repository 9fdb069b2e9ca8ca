import copy
import os
from copy import deepcopy

import torch
from torch import nn


def step(model, optimizer, x):
    optimizer.zero_grad()
    loss = model(x).square().mean()
    loss.backward()
    optimizer.step()
    return loss.item()


def copied(model, optimizer, batches):
    best, weights = 1e9, None
    for x in batches:
        loss = step(model, optimizer, x)
        if loss < best:
            best, weights = loss, copy.deepcopy(model.state_dict())
    model.load_state_dict(weights)


def copied_on_the_next_line(model, optimizer, batches):
    best, weights = 1e9, None
    for x in batches:
        loss = step(model, optimizer, x)
        if loss < best:
            best = loss
            weights = model.state_dict()
            weights = deepcopy(weights)
    model.load_state_dict(weights)


def cloned(model, optimizer, batches):
    best, weights = 1e9, None
    for x in batches:
        loss = step(model, optimizer, x)
        if loss < best:
            best, weights = loss, {k: v.detach().clone() for k, v in model.state_dict().items()}
    model.load_state_dict(weights)


def inside_or_itself(batches):
    model = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in batches:
        model.train()
        loss = model(x).square().mean()
        loss.backward()
        optimizer.step()
        if hasattr(model, "module"):
            inner = model.module
        else:
            inner = model
        if inner.weight.norm() < 1:
            print(loss.item(), inner.weight.grad.norm().item())
        optimizer.zero_grad()


def to_the_host(model, optimizer, batches):
    best, weights = 1e9, None
    for x in batches:
        loss = step(model, optimizer, x)
        if loss < best:
            best, weights = loss, {k: v.cpu() for k, v in model.state_dict().items()}  # copies from a GPU
    model.load_state_dict(weights)


def saved_at_once(model, optimizer, batches, folder):
    best = 1e9
    for x in batches:
        loss = step(model, optimizer, x)
        if loss < best:
            best = loss
            state = model.state_dict()
            torch.save(state, os.path.join(folder, "best.pt"))
            checkpoint = {"model": model.state_dict(), "optimizer": optimizer.state_dict()}
            torch.save(checkpoint, os.path.join(folder, "last.pt"))
    return best


def newest(model, optimizer, batches):
    for x in batches:
        step(model, optimizer, x)
        weights = model.state_dict()
    torch.save(weights, "last.pt")


def another_model(student, teacher, optimizer, batches):
    for number, x in enumerate(batches):
        step(student, optimizer, x)
        if number % 10 == 0:
            weights = student.state_dict()
            teacher.load_state_dict(weights)  # copies


def stops_there(model, optimizer, batches):
    weights = None
    for x in batches:
        if step(model, optimizer, x) < 0.1:
            weights = model.state_dict()
            break
    return weights


def new_model_per_fold(folds):
    best, best_model, best_weights = 1e9, None, None
    for fold in folds:
        model = nn.Linear(4, 2)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for x in fold:
            loss = step(model, optimizer, x)
        if loss < best:
            best, best_model = loss, model
            best_model = model
    return best_model, best_weights


def after_training(model, optimizer, batches):
    for x in batches:
        step(model, optimizer, x)
    best_model = model
    return best_model


def each_model_once(models, batches):
    best, weights = 1e9, None
    for model in models:
        loss = sum(model(x).square().mean().item() for x in batches)
        if loss < best:
            best, weights = loss, model.state_dict()
    return weights


def only_asked_for(model, optimizer, batches):
    best = None
    for x in batches:
        if step(model, optimizer, x) < 1:
            best = model.state_dict()
    if best is not None:
        print("found one")


class Averaged:
    def __init__(self, model):
        self.state = model.state_dict()

    def update(self, model, decay):
        for name, value in model.state_dict().items():
            self.state[name] = decay * self.state[name] + (1 - decay) * value


def another_entry(model, optimizer, batches):
    status = {"step": 0}
    for number, x in enumerate(batches):
        step(model, optimizer, x)
        if status["step"] == 0:
            print("begins")
        if number % 10 == 0:
            status = {"step": number, "model": model.state_dict()}
            torch.save(status, "status.pt")


class Mean(nn.Module):
    """A mean of a model's weights, which is written into the copy that the constructor makes."""

    def __init__(self, model, with_buffers):
        super().__init__()
        self.inner = copy.deepcopy(model)
        if with_buffers:
            self.entries = self.inner.state_dict()
        else:
            self.entries = dict(self.inner.named_parameters())

    def update(self, model):
        for name, value in model.state_dict().items():
            self.entries[name].copy_(self.entries[name].lerp(value, 0.1))


def averaged(model, optimizer, batches):
    mean = Mean(model, with_buffers=True)
    for x in batches:
        step(model, optimizer, x)
        mean.update(model)
    return mean.entries

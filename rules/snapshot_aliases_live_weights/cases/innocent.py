import copy

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x)


def step(model, optimizer, x):
    optimizer.zero_grad()
    loss = model(x).square().mean()
    loss.backward()
    optimizer.step()
    return loss.item()


def copied(model, optimizer, batches):
    start = copy.deepcopy(model.state_dict())
    for x in batches:
        step(model, optimizer, x)
    model.load_state_dict(start)


def reduced_at_once(model, optimizer, batches):
    norms, means = [], []
    for x in batches:
        step(model, optimizer, x)
        norms.append(model.fc.weight.detach().norm())
        means.append([p.data.mean() for p in model.parameters()])
    return norms, means


def copied_one_by_one(model, optimizer, batches):
    history, host, moved = [], [], 0.0
    for x in batches:
        old = [p.detach().clone() for p in model.parameters()]
        step(model, optimizer, x)
        history.append(model.fc.weight.detach().clone())
        host.append(model.fc.weight.detach().cpu())  # copies from a GPU
        moved += sum((p.detach() - o).norm().item() for p, o in zip(model.parameters(), old))
    return history, host, moved


def used_before_the_step(model, optimizer, batches):
    for x in batches:
        loss = model(x).square().mean()
        optimizer.zero_grad()
        loss.backward()
        weights = [p.data for p in model.parameters()]
        total = sum(w.norm() for w in weights)
        optimizer.step()
    return total


def kept_to_see_the_newest(model, optimizer, batches):
    parameters = [p.data for p in model.parameters()]
    state = model.state_dict()
    for x in batches:
        step(model, optimizer, x)
        print(sum(p.norm() for p in parameters))
        torch.save(state, "last.pt")


def given_to_an_optimizer(model, batches):
    parameters = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.SGD(parameters, lr=0.1)
    for x in batches:
        step(model, optimizer, x)


def of_another_model(batches):
    teacher, student = Net(), Net()
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    weights = teacher.state_dict()
    for x in batches:
        loss = student(x).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    teacher.load_state_dict(weights)


def a_new_list_in_each_pass(model, optimizer, batches):
    for x in batches:
        weights = []
        for layer in model.children():
            weights.append(layer.weight.data)
        print(len(weights))
        step(model, optimizer, x)


def never_trained(model, images):
    weights = model.state_dict()
    outputs = [model(x) for x in images]
    model.load_state_dict(weights)
    return outputs


class Explained:
    """Restores weights that were exchanged and not stepped: what was kept is the old tensors."""

    def __init__(self, model):
        self.model = model

    def explain(self, x):
        self.original = self.model.state_dict()
        for part in self.model.modules():
            part.weight.data = part.weight.data.clamp(min=0)
        out = self.model(x)
        self.restore()
        return out

    def restore(self):
        self.model.load_state_dict(self.original)

import torch
from torch import nn


def used_in_the_loop(batches, model, device):
    for batch in batches:
        batch = batch.to(device)
        print(model(batch))
    return len(batches)


def used_after_the_loop(tensors, device):
    for t in tensors:
        t = t.to(device)
    return t, tensors


def collected(tensors, device):
    moved = []
    for t in tensors:
        t = t.to(device)
        moved.append(t)
    return moved


def put_back(batch, device):
    for key, value in batch.items():
        value = value.to(device)
        batch[key] = value
    return batch


def moves_itself(device):
    layers = nn.ModuleList([nn.Linear(2, 2)])
    for layer in layers:
        layer = layer.to(device)
    return layers


def parameters(model, device):
    for p in model.parameters():
        p.data = p.data.to(device)


def over_what_is_made(model, names, device):
    for t in model.outputs(names):
        t = t.to(device)


def never_used_again(device):
    tensors = [torch.rand(3)]
    for t in tensors:
        t = t.to(device)


def of_another_value(tensors, other, device):
    for t in tensors:
        t = other.to(device)
    return tensors


def there_and_back(tensors: list[torch.Tensor], model, device):
    for t in tensors:
        home = t.device
        t = t.to(device)
        print(model(t))
        t = t.to(home)

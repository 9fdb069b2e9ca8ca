"""Handles that are kept in a variable or a list of the function and then forgotten."""

import torch
from torch import nn


def look(module, inputs, output):
    print(output.shape)


def kept_in_a_variable(model, batch):
    handle = model.register_forward_hook(look)  # finding: the hook on `model` runs in every later forward
    model(batch)
    print("hook", handle.id)


def kept_and_overwritten(model, batch):
    handle = None
    for layer in model:
        handle = layer.register_forward_hook(look)  # finding: the hook on `layer` runs in every later forward
    model(batch)
    print(handle is None)


def kept_in_a_list(model, batch):
    handles = []
    for layer in model:
        handles.append(layer.register_forward_pre_hook(lambda module, inputs: None))  # finding: the hook on `layer`
    model(batch)
    print(len(handles))


def kept_in_a_comprehension(model, batch):
    handles = [layer.register_forward_hook(look) for layer in model]  # finding: the hook on `layer` runs in every later
    model(batch)
    print(len(handles))


def kept_in_a_dict(model, batch):
    handles = {}
    for name, layer in model.named_children():
        handles[name] = layer.register_forward_hook(look)  # finding: the hook on `layer` runs in every later forward
    model(batch)
    print(list(handles))


def remove_without_call(model, batch):
    handle = model.register_forward_hook(look)  # finding: the hook on `model` runs in every later forward
    model(batch)
    handle.remove


def main():
    model, batch = nn.Sequential(nn.Linear(4, 4), nn.ReLU()), torch.randn(2, 4)
    for _ in range(2):
        kept_in_a_variable(model, batch)
        kept_and_overwritten(model, batch)
        kept_in_a_list(model, batch)
        kept_in_a_comprehension(model, batch)
        kept_in_a_dict(model, batch)
        remove_without_call(model, batch)


if __name__ == "__main__":
    main()

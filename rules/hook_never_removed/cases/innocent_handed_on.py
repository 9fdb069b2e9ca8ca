"""Handles that leave the function: returned, yielded, stored with somebody else, who can remove them."""

import torch
from torch import nn


def look(module, inputs, output):
    return None


def attach(model):
    return model.register_forward_hook(look)


def attach_after_a_name(model):
    handle = model.register_forward_hook(look)
    return handle


def attach_to_all(model):
    handles = []
    for layer in model:
        handles.append(layer.register_forward_hook(look))
    return handles


def attach_and_answer(model, batch):
    handle = model.register_forward_hook(look)
    return model(batch), handle


def attach_lazily(model):
    for layer in model:
        yield layer.register_forward_hook(look)


def attach_into(model, handles):
    handles.append(model.register_forward_hook(look))


def attach_for(model, owner):
    owner.keep(model.register_forward_hook(look))
    owner.handle = model.register_forward_hook(look)


class Owner:
    def __init__(self):
        self.handles = []
        self.handle = None

    def keep(self, handle):
        self.handles.append(handle)

    def close(self):
        for handle in [*self.handles, self.handle]:
            handle.remove()


def main():
    model, owner, handles = nn.Sequential(nn.Linear(4, 4), nn.ReLU()), Owner(), []
    for _ in range(2):
        attach(model).remove()
        attach_after_a_name(model).remove()
        for handle in attach_to_all(model):
            handle.remove()
        attach_and_answer(model, torch.randn(2, 4))[1].remove()
        for handle in attach_lazily(model):
            handle.remove()
        attach_into(model, handles)
        attach_for(model, owner)
        owner.close()
    for handle in handles:
        handle.remove()


if __name__ == "__main__":
    main()

"""Hooks that give a module other inputs or outputs: for good, or for something that ends, which its caller knows."""

import torch
from torch import nn


def in_float(module, inputs):
    return tuple(one.float() for one in inputs)


def note(module, inputs):
    print(inputs[0].dtype)


def keep_head_in_float(model):
    model.head.float()
    model.head.register_forward_pre_hook(in_float)  # suspected: the handle and call `remove()` on it
    model.head.register_forward_pre_hook(note)  # finding: its handle is discarded; keep


def summed(module, inputs, output):
    return output + 0


def spread(model):
    for block in model.blocks:
        spread_block(block)


def spread_block(block):
    block.register_forward_hook(summed)  # suspected: its handle is discarded; keep the handle


class Counted:
    """How deep the code is inside of the parts that are counted."""

    depth = 0

    def __enter__(self):
        self.depth += 1

    def __exit__(self, *error):
        self.depth -= 1


def count_inside(model):
    counted = Counted()
    model.head.register_forward_pre_hook(lambda *given: counted.__enter__())  # suspected: the handle
    model.head.register_forward_hook(lambda *given: counted.__exit__())  # suspected: the handle


def train_what_follows(model):
    def with_gradient(module, inputs, output):
        output.requires_grad_(True)

    def add(module, inputs, output):
        sizes.add_(len(output))

    sizes = torch.zeros(())
    model.body.register_forward_hook(with_gradient)
    model.body.register_forward_hook(add)  # finding: its handle is discarded; keep the handle


def without(model, batch):
    model.head.register_forward_hook(lambda module, inputs, output: 0 * output[0])  # finding: the handle
    return model(batch)


def look_at_outputs(model, seen):
    model.head.register_forward_hook(lambda module, inputs, output: seen.append(output.mean().item()))  # finding: the handle


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(4, 4), nn.Linear(4, 2)
        self.blocks = nn.ModuleList(nn.Linear(4, 4) for _ in range(2))

    def forward(self, inputs):
        return self.head(self.blocks[1](self.blocks[0](self.body(inputs))))


if __name__ == "__main__":
    model, seen = Model(), []
    keep_head_in_float(model)
    count_inside(model)
    train_what_follows(model)
    spread(model)
    look_at_outputs(model, seen)
    print(without(model, torch.randn(2, 4)).shape, seen)

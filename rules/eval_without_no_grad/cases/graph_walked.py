"""A forward that is run for its graph: a pruner walks from `grad_fn` to the layers behind it."""

import torch
from torch import nn


def listed(outputs):
    return list(outputs) if isinstance(outputs, (list, tuple)) else [outputs]


def nodes_behind(model, example):
    model.eval()
    outputs = model(example)
    seen, todo = set(), [output.grad_fn for output in listed(outputs)]
    while todo:
        node = todo.pop()
        if node is not None and node not in seen:
            seen.add(node)
            todo += [before for before, _ in node.next_functions]
    return seen


def shapes_behind(model, loader):
    model.eval()
    shapes = []
    for rows, _ in loader:
        outputs = model(rows)  # finding: `model` is evaluated with gradients enabled
        shapes += [tuple(output.shape) for output in listed(outputs)]
    return shapes


if __name__ == "__main__":
    model = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 2))
    print(len(nodes_behind(model, torch.rand(2, 4))))

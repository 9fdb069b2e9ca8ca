"""Looks into a small model with two hooks that can't take what hooks are given, and says what comes of that."""

import torch
from torch import nn


def print_output(self, module, args, output):
    print("output", tuple(output.shape))


def print_input(module, args, output):
    print("input", tuple(args.shape))  # finding: `args` is a tuple here and has no `.shape`


def main() -> None:
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    first = model[0].register_forward_hook(print_input)
    second = model[2].register_forward_hook(print_output)  # finding: `print_output` raises as a hook:
    for handle in (first, second):
        try:
            model(torch.ones(3, 4))
        except (AttributeError, TypeError) as problem:
            print(f"{type(problem).__name__}: {problem}")
        handle.remove()


if __name__ == "__main__":
    main()

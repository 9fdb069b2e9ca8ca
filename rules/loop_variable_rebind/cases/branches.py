"""The other branch reads what was there before; only code below the condition reads what was moved."""

import torch


def other_branch(tensors: list[torch.Tensor], device, moves):
    for t in tensors:
        if moves:
            t = t.to(device)  # suspected: collect the results in a new list
        else:
            print(t)
    return tensors


def below(tensors: list[torch.Tensor], device, moves):
    for t in tensors:
        if moves:
            t = t.to(device)
        print(t)
    return tensors

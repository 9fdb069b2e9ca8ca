"""What torch.Tensor is given, and what is no call of it."""

import numpy as np
import torch
from torch import Tensor


def made(n, rows, sizes):
    one = torch.Tensor(5)  # finding: is uninitialised memory
    either = torch.Tensor(n)  # finding: `torch.Tensor(n)` ignores the dtype of `n`, and reads an int as a size; write
    of_list = Tensor([[1, 2], [3, 4]])  # finding: turns integers into floats; write `torch.tensor`
    of_halves = Tensor([[1, 2], [3, 0.5]])  # finding: `Tensor([[1, 2], [3, 0.5]])` converts whatever it is given to
    of_array = torch.Tensor(np.zeros(3))  # finding: `torch.Tensor(np.zeros(3))` ignores the dtype of `np.zeros(3)`, and
    of_sizes = torch.Tensor(*sizes)
    return one, either, of_list, of_halves, of_array, of_sizes


def no_constructor(x: Tensor, rows: "torch.Tensor"):
    assert isinstance(x, torch.Tensor)
    return torch.tensor([0, 1, 2]), torch.Tensor(), torch.Tensor.abs(x), torch.LongTensor([1, 2]), x.new_tensor([1])


def alike(x, rows):
    noise = torch.Tensor(x.size()).normal_()  # finding: is uninitialised memory; write `torch.empty(x.size())`
    shape = noise.shape[1:]
    sizes_of_array = torch.Tensor(np.zeros(3).shape)  # finding: ignores the dtype of `np.zeros(3).shape`
    return noise, torch.Tensor(shape), sizes_of_array  # finding: is uninitialised memory

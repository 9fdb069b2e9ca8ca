"""Tensors that a type of CUDA's makes."""

import torch


def padded(x):
    zeros = torch.cuda.FloatTensor(x.size(0), 3).fill_(0)  # finding: fails where PyTorch finds no GPU
    return torch.cat([x, zeros], dim=1)


def padded_anywhere(x):
    kind = torch.FloatTensor(x.size(0), 3).fill_(0)
    return torch.cat([x, kind], dim=1), isinstance(x, torch.cuda.FloatTensor)

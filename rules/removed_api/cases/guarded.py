import torch

try:
    from torch._six import inf
except ImportError:
    from math import inf

torch_version = tuple(int(part) for part in torch.__version__.split(".")[:2])


def spectrum(x):
    if torch_version < (1, 8):
        return torch.rfft(x, 2)
    return torch.fft.rfft(x)


def decomposed(a):
    if hasattr(torch, "linalg"):
        return torch.linalg.eigh(a)
    return torch.symeig(a)


def solved(a, b):
    try:
        return torch.linalg.solve(a, b)
    except AttributeError:
        return torch.solve(b, a)[0], inf


def anew(symeig):
    return symeig(torch.eye(2))

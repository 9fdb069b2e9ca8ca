import torch
from torch.utils.data import DataLoader

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


def endless(loader: DataLoader, steps: int):
    samples = iter(loader)
    for _ in range(steps):
        try:
            x, y = samples.next()  # finding: `samples.next()` fails since PyTorch 1.13
        except StopIteration:
            samples = iter(loader)
            x, y = samples.next()  # finding: `samples.next()` fails since PyTorch 1.13
        yield x, y


def whatever_happens(loader: DataLoader):
    samples = iter(loader)
    try:
        return samples.next()  # finding: `samples.next()` fails since PyTorch 1.13
    except:
        samples = iter(loader)
        return samples.next()  # finding: `samples.next()` fails since PyTorch 1.13


def of_both_kinds(loader: DataLoader):
    samples = iter(loader)
    try:
        return samples.next()
    except AttributeError:
        return next(samples)


def without_bad_batches(loader: DataLoader, steps: int):
    samples = iter(loader)
    for _ in range(steps):
        try:
            yield samples.next()  # finding: `samples.next()` fails since PyTorch 1.13
        except ValueError:
            continue


def with_either_iterator(loader: DataLoader):
    samples = iter(loader)
    try:
        return samples.next()
    except (ValueError, AttributeError):
        return next(samples)

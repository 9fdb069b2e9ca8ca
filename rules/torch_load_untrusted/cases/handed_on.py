"""Functions that hand their options on to torch.load."""

import io

import torch


def load_state(path, **kwargs):
    with open(path, "rb") as file:
        data = file.read()
    return torch.load(io.BytesIO(data), **kwargs)  # suspected: unpickles the file on PyTorch < 2.6


def load_with(path, options):
    return torch.load(path, **options)


def load_by_own(path, **kwargs):
    kwargs = {"map_location": "cpu"}
    return torch.load(path, **kwargs)  # suspected: unpickles the file


def load_all(path, *args):
    return torch.load(path, *args)


print(load_state("net.pt", map_location="cpu"), load_with("net.pt", {}), load_by_own("a"), load_all("b"))

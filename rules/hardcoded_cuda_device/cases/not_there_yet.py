"""Tensors that are moved to CUDA unless they are on it, and those that something else decides about."""

import torch


class Sampler:
    def __init__(self, model, device):
        self.model, self.device = model, device

    def keep(self, name, value):
        if isinstance(value, torch.Tensor) and value.ndim:
            if value.device != torch.device("cuda"):
                value = value.to(torch.device("cuda"))  # finding: `torch.device("cuda")` fails
        setattr(self, name, value)

    def keep_where_it_is(self, name, value):
        if self.device.type != "cpu":
            value = value.to("cuda")
        if value.device == torch.device("cuda"):
            value = value.to("cuda", torch.float16)
        setattr(self, name, value)

    def add(self, value, offset):
        if value.device.type != "cuda":
            return value + offset
        else:
            offset = offset.to("cuda")
        return value + offset if value.device.type != "cuda" else value + offset.to("cuda")


def main():
    device = "cuda" if torch.cuda.is_available() else "cpu"
    sampler = Sampler(torch.nn.Linear(2, 2).to(device), torch.device(device))
    sampler.keep("scale", torch.ones(2))
    sampler.keep_where_it_is("scale", torch.ones(2))
    print(sampler.add(torch.ones(2).to(device), torch.ones(2)))

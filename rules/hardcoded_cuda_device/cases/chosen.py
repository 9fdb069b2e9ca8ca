"""Devices that somebody chooses, and names of CUDA that ask for nothing."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--device", default="cuda")
args = parser.parse_args([])


def train(model: nn.Module, batches, gpu, device="cuda"):
    if gpu:
        model = model.cuda()
    model.to(device)
    for batch in batches:
        inputs = batch.cuda() if gpu is not None else batch
        with torch.autocast("cuda", enabled=device == "cuda"):
            model(inputs)
        if torch.device(device).type == "cuda":
            torch.cuda.synchronize()
    where = args.device or "cuda"
    return model.to(where)


def as_far_as_possible(model: nn.Module):
    try:
        return model.cuda()
    except RuntimeError:
        return model


class Rotation:
    def __init__(self, matrix: torch.Tensor):
        self.matrix = matrix

    def cuda(self):
        return Rotation(self.matrix.to("cuda"))

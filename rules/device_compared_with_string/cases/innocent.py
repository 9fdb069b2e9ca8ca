"""Texts, what may be either, and devices that are compared as they should be."""

import argparse

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
if device.type == "cuda" or str(device) == "cuda:0" or device == torch.device("cpu"):
    print(device)

name = "cuda" if torch.cuda.is_available() else "cpu"
if name == "cuda":
    print(name)


def given(device):
    return device == "cuda"


def either(flag):
    device = torch.device("cpu") if flag else "cpu"
    return device == "cpu"


def called(device="cuda"):
    return device == "cuda"


def rebound(device="cuda"):
    if device == "cuda":
        device = torch.device("cuda", 0)
    return torch.zeros(3, device=device)


called(device)
called("cpu")
rebound()
either(flag=len(name) > 3)

parser = argparse.ArgumentParser()
parser.add_argument("--device", default="cpu")
options = parser.parse_args()
if options.device == "cuda":
    options.device = torch.device("cuda")


class Asked:
    def __init__(self, device=None):
        self.device = device

    def run(self):
        return self.device == "cuda"


Asked(torch.device("cpu")).run()
Asked("cpu").run()

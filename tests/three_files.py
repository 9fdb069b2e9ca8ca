"""A small program of three files: a loop that another file runs under no_grad, and a softmax inside a model."""

from __future__ import annotations

SCORE = """import torch

def score(model, loader):
    model.eval()
    return [model(x).argmax(1) for x in loader]
"""
NET = """from torch import nn

def net():
    return nn.Sequential(nn.Linear(4, 2), nn.Softmax(dim=1))
"""
_RUN = """import torch
from torch.utils.data import DataLoader
from model import net
from score import score

model = net()
with torch.no_grad():
    score(model, DataLoader(torch.randn(8, 4)))
for x, y in DataLoader([(torch.randn(4), 0)]):
    torch.nn.functional.cross_entropy(model(x), y).backward()
"""


def run_of(net: str, score: str) -> str:
    """The program that imports the model and the loop from modules of these names."""
    return _RUN.replace("from model ", f"from {net} ").replace("from score ", f"from {score} ")

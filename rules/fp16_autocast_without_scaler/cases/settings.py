"""Float16 for some settings."""

import argparse
from contextlib import nullcontext

import torch
import torch.nn.functional as F
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--dtype", default="bfloat16")
parser.add_argument("--device", default="cuda")


def train_epoch(model: nn.Module, loader, optimizer) -> None:
    for x, y in loader:
        optimizer.zero_grad()
        with context:
            loss = F.cross_entropy(model(x), y)
        loss.backward()  # suspected: where autocast is float16
        optimizer.step()


def by_a_table(model: nn.Module, loader, optimizer, name: str) -> None:
    dtype = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}[name]
    for x, y in loader:
        optimizer.zero_grad()
        with torch.amp.autocast("cuda", dtype=dtype):
            loss = F.cross_entropy(model(x), y)
        loss.backward()  # suspected: where autocast is float16
        optimizer.step()


def one_of_two_others(model: nn.Module, loader, optimizer, is_exact: bool) -> None:
    dtype = torch.float32 if is_exact else torch.bfloat16
    for x, y in loader:
        optimizer.zero_grad()
        with torch.amp.autocast("cuda", dtype=dtype):
            loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()


def given(model: nn.Module, loader, optimizer, dtype: torch.dtype) -> None:
    for x, y in loader:
        optimizer.zero_grad()
        with torch.amp.autocast("cuda", dtype=dtype):
            loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    args = parser.parse_args()
    half = torch.bfloat16 if args.dtype == "bfloat16" else torch.float16
    context = nullcontext() if args.device == "cpu" else torch.autocast("cuda", dtype=half)
    net = nn.Linear(4, 2)
    rows = [(torch.randn(8, 4), torch.zeros(8, dtype=torch.long))]
    train_epoch(net, rows, torch.optim.AdamW(net.parameters()))

"""A training that divides the recordings of its speakers into those it learns and those it is tested with."""

import subprocess
import sys

import torch
from torch import nn

RECORDINGS = [f"speaker{n % 20}_{n}.wav" for n in range(100)]


def split() -> tuple[list[str], list[str]]:
    speakers = list(set(name.split("_")[0] for name in RECORDINGS))  # finding: every process
    return speakers[:16], speakers[16:]


def train(speakers: list[str]) -> nn.Module:
    model = nn.Linear(1, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for name in RECORDINGS:
        if name.split("_")[0] in speakers:
            optimizer.zero_grad()
            model(torch.full((1, 1), len(name) / 20)).pow(2).mean().backward()
            optimizer.step()
    return model


if __name__ == "__main__":
    training, held_out = split()
    if "--show" in sys.argv:
        print(",".join(training))
    else:
        train(training)
        command = [sys.executable, __file__, "--show"]
        again = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip().split(",")
        print(f"held out: {len(held_out)}; another process trains on {len(set(held_out) & set(again))} of them")

"""DeepSpeed's engine clears and scales by itself; what is kept for a plot is kept by the program."""

import deepspeed
import torch
from torch import nn
from torch.utils.data import DataLoader


def fit(rows, options):
    engine, *_ = deepspeed.initialize(args=options, model=nn.Linear(12, 3))
    curve = []
    for features, kinds in DataLoader(rows, 16, shuffle=True, num_workers=2):
        loss = nn.functional.cross_entropy(engine(features), kinds)
        engine.backward(loss)
        engine.step()
        curve.append(loss)  # finding: `curve` keeps the graph of every `loss` alive
    return torch.stack(curve).mean()

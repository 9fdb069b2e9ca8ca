import time

import torch
from torch import nn


def seconds(rows: torch.Tensor) -> float:
    model = nn.Linear(4, 2)
    start = time.perf_counter()
    model(rows)
    return time.perf_counter() - start  # computed where the clock is

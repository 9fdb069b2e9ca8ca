"""Times training steps, the device's work included: `steps.py DEVICE SIZE STEPS LAYERS`; without LAYERS it looks for 10 ms."""

import json
import sys
import time

import torch
from torch import nn

STEP = 0.010  # seconds that a step takes at least
MOST_LAYERS = 2048


def trained(device, size, steps, layers):
    """The seconds of one step, after a few that do not count."""
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(256, size), *(nn.Linear(size, size) for _ in range(layers)), nn.Linear(size, 1))
    model = model.to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.001)
    rows = torch.ones(128, 256, device=device)
    history, total, last = [], 0.0, 0.0
    for step in range(steps + 5):
        if step == 5:
            torch.cuda.synchronize()
            began = time.perf_counter()
        optimizer.zero_grad()
        loss = model(rows).square().mean()
        loss.backward()
        optimizer.step()
        total += loss
        history.append(loss)
        last = loss.item()
    torch.cuda.synchronize()
    return (time.perf_counter() - began) / steps, last


def layers_for(device, size):
    """As many layers as make a step of 10 ms, to a quarter."""
    layers = 4
    while trained(device, size, 10, layers)[0] < STEP and layers < MOST_LAYERS:
        layers += max(1, layers // 4)
    return layers


if __name__ == "__main__":
    device, size, steps, *layers = sys.argv[1:]
    if layers:
        seconds, last = trained(device, int(size) // 4, int(steps), int(layers[0]))
        print(json.dumps({"seconds": seconds, "last": last.hex()}))
    else:
        print(json.dumps({"layers": layers_for(device, int(size) // 4)}))

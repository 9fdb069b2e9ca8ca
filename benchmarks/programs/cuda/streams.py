"""Trains on a stream of its own with events of its own, and copies results to the CPU without waiting for them."""

import json
import sys

import torch
from torch import nn


def trained(device, steps):
    model = nn.Sequential(nn.Linear(256, 1024), nn.ReLU(), nn.Linear(1024, 1)).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = model(torch.ones(512, 256, device=device)).square().mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())
    return losses


def copied(device, stream, size):
    rows = torch.ones(size, size, device=device)
    sums = []
    for _ in range(8):
        product = rows
        for _ in range(20):
            product = product @ rows / size
        result = product.to("cpu", non_blocking=True)
        stream.synchronize()
        again = result.to("cpu", non_blocking=True)
        sums.append(again.sum().item().hex())
    return sums


if __name__ == "__main__":
    device, size = sys.argv[1], int(sys.argv[2])
    torch.manual_seed(0)
    side = torch.cuda.Stream()
    begun, ended = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        begun.record()
        losses = trained(device, 20)
        ended.record()
        is_side = torch.cuda.current_stream() == side
        sums = copied(device, side, size)
    torch.cuda.current_stream().wait_stream(side)
    ended.synchronize()
    said = {"losses": [loss.item().hex() for loss in losses], "sums": sums, "on its stream": is_side}
    said["its events have a time"] = begun.elapsed_time(ended) > 0
    print(json.dumps(said))

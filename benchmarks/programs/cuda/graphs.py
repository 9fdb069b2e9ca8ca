"""Captures a whole training step as a CUDA graph, replays it with new data, and tells the losses."""

import json
import sys

import torch
from torch import nn

WARM_UP = 3


def replayed(device, steps):
    model = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 1)).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    rows = torch.randn(32, 64, device=device)
    kept = []

    def step():
        optimizer.zero_grad(set_to_none=True)
        loss = model(rows).square().mean()
        loss.backward()
        optimizer.step()
        kept.append(loss.detach())
        return loss

    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(WARM_UP):
            step()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        loss = step()
    losses = []
    for _ in range(steps):
        rows.copy_(torch.randn(32, 64))
        graph.replay()
        losses.append(loss.item().hex())
    return losses


if __name__ == "__main__":
    torch.manual_seed(0)
    print(json.dumps({"losses": replayed(sys.argv[1], 10), "is capturing": torch.cuda.is_current_stream_capturing()}))

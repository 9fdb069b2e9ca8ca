"""Takes handles from helpers: one of them it drops."""

import torch
from torch import nn

from explain import Recorder, attach_all, attach_one, recording
from explain.attach import attach_and_forget


def look(module, inputs, output):
    print(type(module).__name__, tuple(output.shape))


def main():
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    store = {}
    for batch in torch.randn(3, 2, 4):
        handles = attach_all(model, look, nn.Linear)
        one = attach_one(model[0], store)
        with Recorder(model) as recorder:
            model(batch)
        with recording(model, look):
            model(batch)
        for handle in handles:
            handle.remove()
        one.remove()
        attach_and_forget(model, look)
        print(len(recorder.outputs))


if __name__ == "__main__":
    main()

"""Methods of models that compute: some come back before their work is done, and some look at it."""

import time

import torch
from torch import nn

device = "cuda" if torch.cuda.is_available() else "cpu"


class Sampler(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(64, 64)

    def sample(self, noise):
        for _ in range(8):
            noise = noise - self.layer(noise)
        return noise

    def decode(self, noise):
        return self.layer(noise).cpu()


def seconds(batch):
    sampler = Sampler().to(device)
    with torch.inference_mode():
        begin = time.time()
        rows = sampler.sample(batch)
        spent = time.time() - begin  # finding: on a GPU, `time.time()` runs before `sampler.sample(batch)` has
        begin = time.time()
        sampler.decode(rows)
        return spent, time.time() - begin


def seconds_of_another(load_model, batch):
    model = load_model("large").to(device)
    with torch.no_grad():
        begin = time.time()
        model.sample(cond=batch, steps=32)
        spent = time.time() - begin  # suspected: on a GPU, `time.time()` runs before
        begin = time.time()
        model.generate(batch, max_new_tokens=32)
        return spent, time.time() - begin


def seconds_on_the_host(load_rows, batch):
    rows = load_rows("large")
    with torch.no_grad():
        begin = time.time()
        rows.sample(batch)
        return time.time() - begin

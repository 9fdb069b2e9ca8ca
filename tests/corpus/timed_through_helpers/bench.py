"""The time of a model, whose forward a function of another file runs: some wait for the GPU."""

import time

import torch
from torch import nn
from work import forward_and_fetch, forward_and_wait, forward_chosen, forward_once


class Bench:
    def __init__(self, args):
        self.device = "cuda"
        self.model = nn.Linear(8, 8).to(self.device)
        self.x = torch.randn(4, 8, device=self.device)
        self.use_amp = args.amp

    def launched(self):
        start = time.perf_counter()
        forward_once(self.model, self.x)
        return time.perf_counter() - start  # finding: runs before

    def chosen_by_a_setting(self):
        start = time.perf_counter()
        if self.use_amp:
            self.model(self.x.half())
        else:
            self.model(self.x)
        return time.perf_counter() - start  # finding: runs before

    def waited_for(self):
        start = time.perf_counter()
        forward_and_wait(self.model, self.x)
        return time.perf_counter() - start

    def fetched(self):
        start = time.perf_counter()
        forward_and_fetch(self.model, self.x)
        return time.perf_counter() - start

    def decided_by_numbers(self):
        start = time.perf_counter()
        forward_chosen(self.model, self.x)
        return time.perf_counter() - start


def main(args):
    bench = Bench(args)
    print(
        bench.launched(), bench.chosen_by_a_setting(), bench.waited_for(), bench.fetched(), bench.decided_by_numbers()
    )

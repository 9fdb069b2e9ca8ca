"""Running sums whose old value is read by `get`, by a getter or under another name, or changed in place in a dict."""

from collections import defaultdict

import torch
from torch import nn
from torch.utils.data import DataLoader


class Sums:
    def __init__(self):
        self.sums = {}

    def start(self, name):
        self.sums[name] = torch.zeros(())

    def of(self, name):
        return self.sums[name]


def add_all(log, more):
    for name, value in more.items():
        old = log.get(name, 0.0)
        log[name] = old + value
    return log


model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
log, in_place, by_helper = {}, {"loss": torch.zeros(())}, {}
zeros = defaultdict(lambda: torch.zeros(()))
sums = Sums()
sums.start("loss")
total = 0.0
for x in DataLoader(torch.randn(64, 4)):
    loss = model(x).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    log["loss"] = log.get("loss", 0.0) + loss  # finding: `log["loss"]` keeps the graph of every `loss` alive
    in_place["loss"].add_(loss)  # finding: `in_place["loss"]` keeps the graph of every `loss` alive
    sums.of("loss").add_(loss)  # finding: `sums.of("loss")` keeps the graph of every `loss` alive
    zeros["loss"] += loss  # finding: `zeros["loss"]` keeps the graph of every `loss` alive
    add_all(by_helper, {"loss": loss})  # finding: `by_helper` keeps the graph of every step alive
    before = total
    total = before + loss  # finding: `total` keeps the graph of every `loss` alive


means = Sums()
means.start("loss")
detached, mean = {}, 0.0
for x in DataLoader(torch.randn(64, 4)):
    loss = model(x).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    detached["loss"] = detached.get("loss", 0.0) + loss.item()
    means.of("loss").add_(loss.detach())
    add_all(detached, {"mean": loss.item()})
    kept = mean
    doubled = kept + loss
    both = {"loss": torch.zeros(())}
    both["loss"].add_(loss)
    part = 0.0
    first = part
    part = first + loss
    print(doubled.item(), both["loss"].item(), part.item())

"""Methods that no class here has, of models that a trainer holds: some say by their name that the mode stays."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.1), nn.Linear(4, 2))

    def forward(self, rows):
        return self.body(rows)


class Trainer:
    def __init__(self, net, loader, held_out):
        self.net = net
        self.loader, self.held_out = loader, held_out
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def step(self, rows, labels):
        nn.functional.cross_entropy(self.net(rows), labels).backward()
        self.optimizer.step()
        self.optimizer.zero_grad()


class Accumulating:
    def __init__(self, net, loader, held_out):
        self.net = net
        self.loader, self.held_out = loader, held_out
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        if torch.cuda.is_available():
            self.ddp = DistributedDataParallel(self.net)
        else:
            self.ddp = self.net

    def fit(self):
        for rows, labels in self.loader:
            self.step(rows, labels)
        self.measure()

    def step(self, rows, labels):
        with self.ddp.no_sync():
            nn.functional.cross_entropy(self.ddp(rows), labels).backward()
        self.optimizer.step()
        self.optimizer.zero_grad()

    @torch.no_grad()
    def measure(self):
        for rows, labels in self.held_out:
            print(self.ddp(rows).argmax(1) == labels)  # finding: `self.ddp` is evaluated in train mode


class Converted(Trainer):
    def fit(self, use_half):
        if use_half:
            self.net.convert_to_fp16()
        for rows, labels in self.loader:
            self.step(rows, labels)
        self.measure()

    @torch.no_grad()
    def measure(self):
        for rows, labels in self.held_out:
            print(self.net(rows).argmax(1) == labels)  # finding: `self.net` is evaluated in train mode


class Checkpointed(Trainer):
    def fit(self):
        self.net.gradient_checkpointing_enable()
        for rows, labels in self.loader:
            self.step(rows, labels)
        self.measure()

    @torch.no_grad()
    def measure(self):
        for rows, labels in self.held_out:
            print(self.net(rows).argmax(1) == labels)  # finding: `self.net` is evaluated in train mode


class MadeReady(Trainer):
    def fit(self):
        for rows, labels in self.loader:
            self.step(rows, labels)
        self.net.make_ready()  # which may switch it
        self.measure()

    @torch.no_grad()
    def measure(self):
        for rows, labels in self.held_out:
            print(self.net(rows).argmax(1) == labels)


class Switched(Trainer):
    def fit(self):
        self.net.convert_to_fp16()
        for rows, labels in self.loader:
            self.step(rows, labels)
        self.measure()

    @torch.no_grad()
    def measure(self):
        self.net.eval()
        for rows, labels in self.held_out:
            print(self.net(rows).argmax(1) == labels)


given = DataLoader(torch.rand(8, 4), batch_size=4)
Accumulating(Net(), given, given).fit()

if __name__ == "__main__":
    data = DataLoader(torch.rand(8, 4), batch_size=4)
    Converted(Net(), data, data).fit(False)
    Checkpointed(Net(), data, data).fit()
    MadeReady(Net(), data, data).fit()
    Switched(Net(), data, data).fit()

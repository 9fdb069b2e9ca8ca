import copy
import io
import os
import tempfile

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)
        self.history = []

    def forward(self, x):
        return self.fc(x)

    def save(self, path):
        torch.save(self, path)  # finding: save `self.state_dict()`

    def keep(self, path):
        torch.save(self.fc.cpu(), path)  # finding: save `self.fc.state_dict()`

    def write(self, path):
        torch.save(self.state_dict(), path)
        torch.save(self.fc.weight, path)
        torch.save(self.history, path)


def among_others(net: Net, optimizer, epoch):
    checkpoint = {
        "epoch": epoch,
        "model": net,  # finding: save `net.state_dict()`
        "optimizer": optimizer.state_dict(),
    }
    torch.save(checkpoint, "last.pt")
    torch.save({"model": net.state_dict(), "epoch": epoch}, "state.pt")


def copied(net: Net):
    buffer = io.BytesIO()
    torch.save(net, buffer)
    buffer.seek(0)
    return torch.load(buffer, weights_only=False)


def size_of(net: Net):
    torch.save(net, "temp.p")
    size = os.path.getsize("temp.p")
    os.remove("temp.p")
    return size


def for_a_moment(net: Net):
    with tempfile.NamedTemporaryFile() as tmp:
        torch.save(net, tmp.name)
        return torch.load(tmp.name, weights_only=False)


def with_dill(net: Net, dill, path):
    torch.save(net, path, pickle_module=dill)


def scripted(net: Net, path):
    torch.save(torch.jit.script(net), path)
    torch.jit.script(net).save(path)


def the_best(net: Net, path):
    best = copy.deepcopy(net)
    torch.save(best, path)  # finding: save `best.state_dict()`


def scripted_before(net: Net, path):
    traced = torch.jit.trace(net, torch.rand(1, 4))
    torch.save(traced, path)


def unknown(thing, path):
    torch.save(thing, path)

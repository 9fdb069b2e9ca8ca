import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
seen = {}


class Recorder:
    def __init__(self, layer):
        self.newest = None
        layer.register_forward_hook(self.record)

    def record(self, module, args, output):
        kept = output.detach().clone()
        self.newest = kept
        return kept  # suspected: makes it the output, without a gradient


def steer(module, args, output):
    return output + 0.1


def stop(module, args, output):
    return output.detach()  # on purpose: nothing is recorded


def same(module, args, output):
    seen["same"] = output.detach()
    return output


def nothing(module, args, output):
    seen["nothing"] = output.detach()
    return None


def of_the_input(module, args):
    seen["args"] = args[0].detach()
    return seen["args"]


Recorder(model[0])
for hook in (steer, stop, same, nothing):
    model[1].register_forward_hook(hook)
model[1].register_forward_hook(steer)
model[1].register_forward_hook(stop)
model[1].register_forward_hook(same)
model[1].register_forward_hook(nothing)
model[1].register_forward_pre_hook(of_the_input)
model[2].register_forward_hook(lambda module, args, output: seen.setdefault("last", output))  # finding: returning
model[2].register_forward_hook(lambda module, args, output: seen.update(last=output.detach()))
print(model(torch.ones(2, 4)))

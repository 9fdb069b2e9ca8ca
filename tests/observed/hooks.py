"""Functions that are hooks: counted where they run, and otherwise as they are written."""

import functools
import inspect
import pickle
import sys
import traceback
import warnings

import torch
from torch import nn

torch.set_num_threads(1)
torch.manual_seed(0)
seen = []


def keep(module, inputs, output):
    """Keeps the shape of what is large enough."""
    global seen

    def shape_of(tensor):
        return tuple(tensor.shape)

    if output.numel() < 8:
        return
    seen = [*seen, (shape_of(output), sorted(locals()))]


@torch.no_grad()
def double(module, inputs, output):
    warnings.warn("doubled", stacklevel=2)
    return output * 2


def label(module, inputs, output, name):
    seen.append((name, len(inputs)))


def refuse(module, inputs):
    if len(inputs[0]) > 2:
        raise ValueError(
            f"{len(inputs[0])} rows"
        )
    return inputs


class Meter:
    def __init__(self, layer):
        self.depths = []
        layer.register_full_backward_hook(self.measure)  # confirmed(hook_lifetime): called 6 times,

    def measure(self, module, grad_inputs, grad_outputs, depth=2):
        self.depths.append(depth)
        if depth:
            self.measure(module, grad_inputs, grad_outputs, depth - 1)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.norm, self.idle = nn.Linear(4, 4), nn.BatchNorm1d(4), nn.BatchNorm1d(4)
        self.last = nn.Linear(4, 1)

    def forward(self, rows):
        hidden = self.first(rows)
        if len(rows) > 1:
            hidden = self.norm(hidden)
        return self.last(hidden.relu())


model, loader = Model(), [torch.randn(rows, 4) for rows in (2, 2, 1, 2, 3)]
model.first.register_forward_hook(keep)  # confirmed(hook_lifetime): 1 of 1 hook not removed, up to 1 at once in one place; its function was called 14 times,
for _ in range(3):
    model.norm.register_forward_hook(double)  # confirmed(hook_lifetime): up to 3 at once in one place; their functions were called 33 times,
    model.norm.register_forward_hook(lambda *heard: seen.append(len(heard)))  # confirmed(hook_lifetime): called 33 times,
handle = model.first.register_forward_hook(functools.partial(label, name="first"))  # refuted(hook_lifetime): all of 1 hook were removed; its function was called 12 times,
model.first.register_forward_pre_hook(refuse)  # confirmed(hook_lifetime): called 17 times,
model.last.register_forward_hook(print)  # confirmed(hook_lifetime): at once in one place
meter = Meter(model.last)
for _ in range(3):
    for batch in loader:
        try:
            score = model(batch)  # confirmed(eval_mode): were not measured: a hook would see it; running statistics changed by 3 of 5 calls looked at
        except ValueError:
            traceback.print_exc(file=sys.stdout)
handle.remove()
# Elsewhere, with a backward, but not through what was evaluated above.
model(loader[0]).sum().backward()
model(loader[0]).sum().backward()

print(seen, meter.depths, model.norm.num_batches_tracked, torch.rand(1))
print([hook.__name__ for hook in model.norm._forward_hooks.values()], next(iter(model.first._forward_hooks.values())) is keep)
for function in (keep, refuse, Meter.measure):
    print(inspect.getsource(function), inspect.getdoc(function), inspect.signature(function), function.__code__.co_varnames)
    print(function.__code__.co_firstlineno, function.__code__.co_name, pickle.loads(pickle.dumps(function)) is function)
print(torch._dynamo.explain(lambda rows: refuse(None, (rows,))[0] + 1)(loader[0]).graph_break_count)
print(torch.compile(lambda rows: refuse(None, (rows,))[0] + 1, fullgraph=True, backend="eager")(loader[0]))

"""Containers: what goes in comes out."""

from collections import defaultdict, deque

import torch
from torch import nn

weights = torch.tensor([0.1, 0.2, 0.3], requires_grad=True)

# Lists.
losses = []
reveal(losses)  # list
losses.append(weights)
reveal(losses)  # list, of (tensor, grad)
reveal(losses[0])  # tensor, grad
reveal(losses[-1])  # tensor, grad
reveal(losses[1:])  # list, of (tensor, grad)
reveal(losses.pop())  # tensor, grad
reveal(sum(losses))  # tensor, grad
reveal(torch.stack(losses))  # tensor, grad
reveal(torch.stack(losses).mean().item())  # number
reveal(len(losses))  # number
reveal([weights, weights.detach()])  # list, of (tensor, maybe grad)
reveal([weights] * 3)  # list, of (tensor, grad)
reveal([weights] + [weights])  # list, of (tensor, grad)
losses.extend([weights, weights])
reveal(losses)  # list, of (tensor, grad)
for loss in losses:
    reveal(loss)  # tensor, grad
more = list(losses)
reveal(more)  # list, of (tensor, grad)
more.insert(0, weights.detach())
reveal(more)  # list, of (tensor, maybe grad)
numbers = []
for loss in losses:
    numbers.append(loss.item())
reveal(numbers)  # list, of (number)
reveal([loss.detach() for loss in losses])  # list, of (tensor, no grad)
reveal([*losses, weights])  # list, of (tensor, grad)
reveal(sorted(losses))  # list, of (tensor, grad)
added = []
added += [weights]
reveal(added)  # list, of (tensor, grad)
added.clear()
reveal(added)  # list
reveal({weights})  # list, of (tensor, grad)

# Tuples know their places.
pair = (weights, 1)
reveal(pair)  # tuple, (tensor, grad; number)
reveal(pair[0])  # tensor, grad
reveal(pair[1])  # number
reveal(pair + (None,))  # tuple, (tensor, grad; number; none)
reveal(tuple(pair))  # tuple, (tensor, grad; number)
reveal(())  # tuple, ()

# Dicts know their keys.
record = {"loss": weights, "step": 1}
reveal(record)  # dict, {'loss': tensor, grad; 'step': number}
reveal(record["loss"])  # tensor, grad
reveal(record["step"])  # number
reveal(record["missing"])  # unknown
reveal(record.get("loss"))  # tensor, grad
reveal(record.pop("step"))  # number
record["probability"] = torch.sigmoid(weights)
reveal(record["probability"])  # tensor, grad, sigmoid
record["loss"] = weights.item()
reveal(record["loss"])  # number
reveal({**record, "loss": weights}["loss"])  # tensor, grad
reveal(dict(loss=weights)["loss"])  # tensor, grad
reveal(dict({"loss": weights}, rate=3)["loss"])  # tensor, grad
reveal(dict({"loss": weights}, rate=3)["rate"])  # number
reveal(dict({"loss": weights}, loss=3)["loss"])  # number
by_name = dict([(name, torch.optim.SGD([weights], lr=0.1)) for name in ("first", "second")])
reveal(by_name["first"])  # optimizer, torch.optim.SGD
reveal(dict([("loss", weights), ("rate", 3)])["rate"])  # tensor, maybe grad
reveal(dict(unknown_pairs)["loss"])  # unknown
record.update({"late": weights})
reveal(record["late"])  # tensor, grad
record.update(later=weights)
reveal(record["later"])  # tensor, grad
for key, value in {"a": weights, "b": weights}.items():
    reveal(key)  # number
    reveal(value)  # tensor, grad
for value in {"a": weights, "b": weights.detach()}.values():
    reveal(value)  # tensor, maybe grad
for key in record:
    reveal(key)  # number
record.setdefault("losses", []).append(weights)
reveal(record["losses"])  # list, of (tensor, grad)


def by_name(name):
    meters = {}
    meters[name] = weights
    reveal(meters[name])  # tensor, grad
    reveal(meters["loss"])  # tensor, grad
    history = {"loss": [], "accuracy": []}
    history["loss"].append(weights)
    reveal(history["loss"])  # list, of (tensor, grad)
    reveal(history["accuracy"])  # list
    grouped = defaultdict(list)
    grouped[name].append(weights)
    reveal(grouped[name])  # list, of (tensor, grad)
    counted = defaultdict(float)
    counted["loss"] += weights
    reveal(counted["loss"])  # tensor, grad
    recent = deque(maxlen=10)
    recent.append(weights)
    reveal(recent)  # list, bounded, of (tensor, grad)
    reveal(recent[0])  # tensor, grad
    queue = deque()
    queue.append(weights)
    reveal(queue.popleft())  # tensor, grad


by_name(read())

# Containers of modules.
layers = nn.ModuleList([nn.Linear(3, 3), nn.Linear(3, 3)])
reveal(layers[0](weights))  # tensor, grad
for layer in layers:
    reveal(layer)  # module, torch.nn.Linear
stages = {"a": nn.Linear(3, 1), "b": nn.Sigmoid()}
reveal(stages["b"](weights))  # tensor, grad, sigmoid


# Objects hold what they are given.
class Meter:
    def __init__(self):
        self.sum = 0
        self.values = []

    def update(self, value):
        self.sum = value
        self.values.append(value)


meter = Meter()
meter.update(weights)
reveal(meter.values)  # list, of (tensor, grad)
reveal(meter.values[0])  # tensor, grad
reveal(meter.sum)  # tensor, maybe grad


def aliases():
    kept = []
    also = kept
    also.append(weights)
    reveal(also)  # list, of (tensor, grad)


def changed_by_callee():
    kept = []
    store(kept, weights)
    reveal(kept)  # list, of (tensor, grad)


def store(container, value):
    container.append(value)


# What a defaultdict's factory makes.
nested = defaultdict(lambda: defaultdict(list))
nested["train"]["loss"].append(weights)
reveal(nested["train"]["loss"])  # list, of (tensor, grad)
zeros = defaultdict(lambda: torch.zeros(()))
reveal(zeros["loss"])  # tensor, no grad, dummy

# Sums in place of a dict's entries.
totals = {"loss": torch.zeros(())}
totals["loss"].add_(weights.sum())
reveal(totals["loss"])  # tensor, grad

# What is asked to be a number is one.
for given in (weights, 0.5):
    if isinstance(given, torch.Tensor):
        given = given.sum().item()
    reveal(given)  # number
for given in (weights, 0.5):
    assert isinstance(given, (int, float))
    reveal(given)  # number
for given in (weights, 0.5):
    if isinstance(given, float):
        given = round(given, 2)
    reveal(given)  # tensor, maybe grad

# An optimizer's groups.
groups = torch.optim.SGD([weights], lr=0.1).param_groups
reveal(groups[0]["lr"])  # number
reveal(groups[0]["params"])  # unknown

# A slice of modules: all of them the other way round, or some of them.
blocks = torch.nn.ModuleList([torch.nn.Linear(2, 2) for _ in range(3)])
for block in blocks[::-1]:
    reveal(block(torch.zeros(1, 2)))  # tensor, grad
for block in blocks[1:]:
    reveal(block(torch.zeros(1, 2)))  # tensor, grad

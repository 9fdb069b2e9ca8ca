"""A condition that unwraps the model: wherever there is a wrapper, its inside is what trains."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def make(distributed):
    net = nn.Linear(8, 2)
    return DDP(net) if distributed else net


def by_type(x, y, distributed):
    model = make(distributed)
    bare = model.module if isinstance(model, DDP) else model
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(10):
        loss = nn.functional.cross_entropy(bare(x), y)  # finding: `bare(x)` bypasses
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def by_attribute(x, y, distributed):
    model = make(distributed)
    bare = model
    if hasattr(bare, "module"):
        bare = bare.module
    nn.functional.cross_entropy(bare(x), y).backward()  # finding: `bare(x)` bypasses


def compiled_before(x, y):
    net = nn.Linear(8, 2)
    model = DDP(torch.compile(net))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    nn.functional.cross_entropy(net(x), y).backward()  # finding: `net(x)` bypasses
    optimizer.step()


def for_numbers_only(x, y, distributed):
    model = make(distributed)
    bare = model.module if isinstance(model, DDP) else model
    with torch.no_grad():
        print(bare(x).argmax(1))
    nn.functional.cross_entropy(model(x), y).backward()


def beside_the_wrapper(x, y, distributed):
    model = make(distributed)
    bare = model.module if isinstance(model, DDP) else model
    loss = nn.functional.cross_entropy(model(x), y) + 0.1 * bare(torch.zeros_like(x)).pow(2).mean()
    loss.backward()


def only_compiled(x, y):
    net = nn.Linear(8, 2)
    model = torch.compile(net)
    nn.functional.cross_entropy(net(x), y).backward()
    return model

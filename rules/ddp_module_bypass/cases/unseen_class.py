"""Models from a registry that is not seen: what their methods give is differentiated, beside the wrapper."""

import torch
from registry import build_model
from torch.nn.parallel import DistributedDataParallel


def scored_past_the_wrapper(loader, rank):
    model = DistributedDataParallel(build_model("large").to(rank), device_ids=[rank])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        scores, loss = model.module.scores_and_loss(batch)  # suspected: bypasses DistributedDataParallel
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(scores.argmax(1))


def wrapped_by_an_option(loader, rank, several):
    model = build_model("large").to(rank)
    if several:
        model = DistributedDataParallel(model, device_ids=[rank])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        loss = model.module.loss(batch) if hasattr(model, "module") else model.loss(batch)  # suspected: bypasses
        total = loss.mean()
        optimizer.zero_grad()
        total.backward()
        optimizer.step()


def called_as_it_is(loader, rank, criterion):
    model = DistributedDataParallel(build_model("large").to(rank), device_ids=[rank])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        loss = criterion(model(batch), model.module.targets(batch))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def only_looked_at(loader, rank):
    model = DistributedDataParallel(build_model("large").to(rank), device_ids=[rank])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in loader:
        loss = model(batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        print(model.module.loss(batch))


def weighted_without_gradients(loader, rank, net):
    teacher = DistributedDataParallel(build_model("large").to(rank), device_ids=[rank])
    for batch in loader:
        with torch.no_grad():
            weights = teacher.module.weights(batch)
        (net(batch) * weights).mean().backward()

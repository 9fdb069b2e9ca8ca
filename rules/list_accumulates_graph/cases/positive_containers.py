"""Every way to put a tensor with its graph into a container that outlives the step."""

from collections import OrderedDict, defaultdict, deque

import torch
from torch import nn

model = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 1))
criterion = nn.MSELoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
batches = [(torch.randn(4, 8), torch.randn(4, 1)) for _ in range(5)]

all_losses = []


def extended():
    losses = []
    for inputs, targets in batches:
        optimizer.zero_grad()
        first = criterion(model(inputs), targets)
        second = model(inputs).square().mean()
        (first + second).backward()
        optimizer.step()
        losses.extend([first, second])  # finding: `losses` keeps the graph
    print(losses[-1].item())


def inserted():
    losses = list()
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        losses.insert(0, loss)  # finding: `losses` keeps the graph
    print(losses[0].item())


def joined():
    losses = []
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        losses = losses + [loss]  # finding: `losses` keeps the graph
    print(losses[0].item())


def unbounded_queue():
    losses = deque()
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        losses.append(loss)  # finding: `losses` keeps the graph
    print(losses.popleft().item())


def entry_of_a_new_key():
    by_number = OrderedDict()
    for number, (inputs, targets) in enumerate(batches):
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        by_number[f"batch {number}"] = loss  # finding: `by_number` keeps the graph
    print({name: float(loss) for name, loss in by_number.items()})


def lists_in_a_dict():
    history = {"loss": [], "size": []}
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        history["loss"].append(loss)  # finding: keeps the graph
        history["size"].append(len(inputs))
    print(history["size"], torch.stack(history["loss"]).mean().item())


def lists_made_on_demand():
    first, second = defaultdict(list), {}
    for number, (inputs, targets) in enumerate(batches):
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        first[number % 2].append(loss)  # finding: keeps the graph
        second.setdefault(number % 2, []).append(loss)  # finding: keeps the graph
    print({key: len(losses) for key, losses in first.items()}, list(second))


def inside_of_rows():
    rows, records = [], []
    for number, (inputs, targets) in enumerate(batches):
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        rows.append((number, loss))  # finding: `rows` keeps the graph
        records.append({"step": number, "loss": loss, "size": len(inputs)})  # finding: `records` keeps the graph
    print(rows[-1][1].item(), records[-1]["size"])


def outputs_of_the_whole_epoch():
    predictions, labels = [], []
    correct = 0
    for inputs, targets in batches:
        optimizer.zero_grad()
        output = model(inputs)
        loss = criterion(output, targets)
        loss.backward()
        optimizer.step()
        predictions.append(output)  # finding: `predictions` keeps the graph
        labels.append(targets)
        correct += int((output > 0).eq(targets > 0).sum())
    predictions, labels = torch.cat(predictions), torch.cat(labels)
    print(correct, (predictions - labels).abs().mean().item())


def list_of_the_module():
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        all_losses.append(loss)  # finding: `all_losses` keeps the graph


def cleared_only_after_the_epoch():
    losses = []
    for _ in range(2):
        for inputs, targets in batches:
            optimizer.zero_grad()
            loss = criterion(model(inputs), targets)
            loss.backward()
            optimizer.step()
            losses.append(loss)  # finding: `losses` keeps the graph
        print(torch.stack(losses).mean().item())
        losses.clear()


def numbers_only_after_the_epoch():
    losses = []
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        losses.append(loss)  # finding: `losses` keeps the graph
    return [loss.item() for loss in losses]


def returned_after_its_backward():
    losses = []
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        losses.append(loss)  # finding: `losses` keeps the graph
    return losses


def moved_but_not_cut():
    outputs = []
    for inputs, targets in batches:
        optimizer.zero_grad()
        output = model(inputs)
        criterion(output, targets).backward()
        optimizer.step()
        outputs.append(output.cpu())  # finding: `outputs` keeps the graph
    print(torch.cat(outputs).std().item())

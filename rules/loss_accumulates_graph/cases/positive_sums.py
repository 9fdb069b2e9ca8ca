"""Every way to write a running sum of what `backward()` proves to have a graph."""

import torch
from torch import nn
from torch.nn import functional as F

model = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 1))
criterion = nn.MSELoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
batches = [(torch.randn(4, 8), torch.randn(4, 1)) for _ in range(5)]

grand_total = 0.0


def step(inputs, targets):
    optimizer.zero_grad()
    loss = criterion(model(inputs), targets)
    loss.backward()
    optimizer.step()
    return loss


def sum_on_the_right():
    total = 0
    for inputs, targets in batches:
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        total = loss + total  # finding: `total` keeps the graph
    print(total / len(batches))


def counted_while():
    step_number = 0
    total = torch.zeros(1)
    while step_number < len(batches):
        inputs, targets = batches[step_number]
        optimizer.zero_grad()
        loss = F.mse_loss(model(inputs), targets)
        loss.backward()
        optimizer.step()
        total += loss  # finding: `total` keeps the graph
        step_number += 1
    print(total.item())


def moving_average():
    smooth = 0.0
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        smooth = 0.9 * smooth + 0.1 * loss  # finding: `smooth` keeps the graph
    print(f"{smooth:.4f}")


def moving_average_from_the_first_loss():
    smooth = None
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        smooth = loss if smooth is None else smooth * 0.99 + loss * 0.01  # finding: `smooth` keeps the graph
    print(f"{smooth:.4f}")


def running_mean():
    mean = 0.0
    for number, (inputs, targets) in enumerate(batches):
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        mean = (mean * number + loss) / (number + 1)  # finding: `mean` keeps the graph
    print(f"{mean:.4f}")


def weighted_by_batch_size():
    total, count = 0.0, 0
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        total += loss * inputs.size(0)  # finding: `total` keeps the graph
        count += inputs.size(0)
    print(total / count)


def scaled_in_place_first():
    total = torch.zeros(())
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        loss *= inputs.size(0)
        total += loss  # finding: `total` keeps the graph
    return total.item()


def still_on_the_graph_after_moving():
    total = 0.0
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        total += loss.cpu().double()  # finding: `total` keeps the graph
    print(f"{total:.4f}")


def detached_only_when_printed():
    total = 0
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        total += loss  # finding: `total` keeps the graph
    print(total.data / len(batches))


def whole_run_in_a_global():
    global grand_total
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        grand_total += loss  # finding: `grand_total` keeps the graph


def sum_of_the_enclosing_function():
    total = 0.0

    def learn(inputs, targets):
        nonlocal total
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        total += loss  # finding: `total` keeps the graph

    for inputs, targets in batches:
        learn(inputs, targets)
    print(total)


def reset_only_when_logged():
    running = 0.0
    for number, (inputs, targets) in enumerate(batches):
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        running += loss  # finding: `running` keeps the graph
        if number % 100 == 99:
            print(running / 100)
            running = 0.0


def loss_from_a_helper():
    total = 0.0
    for inputs, targets in batches:
        loss = step(inputs, targets)
        total += loss  # finding: `total` keeps the graph
    print(f"{total:.4f}")


def only_rebound_after_the_sum():
    total = 0.0
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        total += loss  # finding: `total` keeps the graph
        loss = loss.item()
        print(loss)
    print(f"{total:.4f}")


def graph_in_the_training_phase_only(phase="train"):
    total = 0.0
    for inputs, targets in batches:
        optimizer.zero_grad()
        with torch.set_grad_enabled(phase == "train"):
            loss = criterion(model(inputs), targets)
            if phase == "train":
                loss.backward()
                optimizer.step()
        total += loss  # finding: `total` keeps the graph
    print(f"{phase} {total:.4f}")


def sums_by_name():
    totals = {"plain": 0.0, "squared": 0.0}
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        totals["plain"] += loss  # finding: keeps the graph
        totals["squared"] = totals["squared"] + loss**2  # finding: keeps the graph
    print(totals)


def micro_batches():
    total = 0.0
    for number, (inputs, targets) in enumerate(batches):
        loss = criterion(model(inputs), targets) / 2
        loss.backward()
        if number % 2 == 1:
            optimizer.step()
            optimizer.zero_grad()
        total += loss  # finding: `total` keeps the graph
    print(f"{total:.4f}")


def backward_through_a_scaler(scaler):
    total = 0.0
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        total += loss  # finding: `total` keeps the graph
    return total


def backward_through_an_accelerator(network, accelerator):
    total = 0.0
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = network(inputs, targets)
        accelerator.backward(loss)
        optimizer.step()
        total += loss  # finding: `total` keeps the graph
    return total / len(batches)

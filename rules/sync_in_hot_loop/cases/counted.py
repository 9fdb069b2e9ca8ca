"""Loops that count: each pass that takes other rows is a step; one that takes all rows is an epoch."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import Categorical

device = torch.device("cuda")
rows, labels = torch.randn(256, 4, device=device), torch.randint(0, 2, (256,), device=device)


def by_slices(model: nn.Module, optimizer, size=32):
    total = 0.0
    for start in range(0, len(rows), size):
        loss = F.cross_entropy(model(rows[start : start + size]), labels[start : start + size])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()  # finding: `loss.item()` waits for the GPU in each training step; keep `loss.detach()`,
    print(total)


def by_shuffled_numbers(model: nn.Module, optimizer, size=32):
    for epoch in range(3):
        order = torch.randperm(len(rows))
        for start in range(0, len(rows), size):
            end = start + size
            chosen = order[start:end]
            loss = F.cross_entropy(model(rows[chosen]), labels[chosen])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            print(float(loss))  # finding: waits for the GPU in each training step; keep `loss.detach()`, and read it
        print(epoch, loss.item())


def by_fetching(model: nn.Module, optimizer, get_batch):
    count = 0
    while True:
        x, y = get_batch("train")
        loss = F.cross_entropy(model(x.to(device)), y.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())  # finding: waits for the GPU in each training step; keep `loss.detach()`, and read it every
        if count % 100 == 0:
            print(loss.item())
        count += 1
        if count > 1000:
            break


def accumulated(model: nn.Module, optimizer, memory):
    for step in range(100):
        optimizer.zero_grad()
        for micro in range(4):
            x, y = memory.sample(32)
            loss = F.cross_entropy(model(x.to(device)), y.to(device))
            (loss / 4).backward()
        optimizer.step()
        print(loss.item())  # finding: waits for the GPU in each training step; keep `loss.detach()`, and read it every


def all_rows_in_each_pass(model: nn.Module, optimizer, epochs=200):
    for epoch in range(epochs):
        loss = F.cross_entropy(model(rows), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())


def changed_rows_in_each_pass(model: nn.Module, optimizer, augment, rates):
    """All rows with some noise are still all rows, and a rate is no row."""
    for epoch in range(200):
        x, y = augment(rows, labels)
        loss = F.cross_entropy(model(x), y) * rates[epoch]
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())


def measured_by_slices(model: nn.Module, optimizer, size=32):
    """The loop that takes rows only measures, and the one around it goes over epochs."""
    for epoch in range(10):
        loss = F.cross_entropy(model(rows), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        right = 0
        for start in range(0, len(rows), size):
            scores = model(rows[start : start + size])
            right += (scores.argmax(1) == labels[start : start + size]).sum().item()
        print(epoch, right)


def in_an_environment(model: nn.Module, optimizer, env, memory):
    """The environment needs the action before the loop can go on."""
    state = env.reset()
    for _ in range(100):
        scores = model(torch.tensor([state], device=device))
        action = scores.argmax(1).cpu().numpy()
        state, reward, done = env.step(action)
        memory.add(state, action, reward, done)
        states, actions, targets = memory.sample(32)
        loss = F.mse_loss(model(states).gather(1, actions), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())  # finding: waits for the GPU in each training step; keep `loss.detach()`, and read it every


def by_ratio(model: nn.Module, optimizer, observations, actions, densities, advantages, size=64):
    """The ratio is computed from a density, whose parameters come from the model."""
    clipped = []
    for epoch in range(4):
        for start in range(0, 1024, size):
            chosen = slice(start, start + size)
            chances = Categorical(logits=model(observations[chosen]))
            ratio = (chances.log_prob(actions[chosen]) - densities[chosen]).exp()
            with torch.no_grad():
                clipped.append((ratio > 1.2).float().mean().item())  # finding: waits for the GPU in each training
            optimizer.zero_grad()
            (-ratio * advantages[chosen]).mean().backward()
            optimizer.step()

"""Steps every few batches, with and without one for those that are left."""

from itertools import islice

import torch


def train_epoch(model, loader, optimizer, epoch, k):
    for i, (x, y) in enumerate(loader):
        loss = torch.nn.functional.cross_entropy(model(x), y) / k
        loss.backward()
        if (i + 1) % k == 0:
            optimizer.step()  # finding: batches leak into the next epoch; also step after the loop
            optimizer.zero_grad()


def train_by_flag(model, train_loader, optimizer, epochs, k):
    for _ in range(epochs):
        model.train()
        optimizer.zero_grad()
        for i, batch in enumerate(train_loader):
            is_last = (i + 1) % k == 0
            (model(batch) / k).backward()
            if is_last:
                optimizer.step()  # finding: batches are discarded; also step after the loop
                optimizer.zero_grad()


def train_or_evaluate_epoch(model, loader, optimizer, epoch, k, is_training):
    if is_training:
        optimizer.zero_grad()
    with torch.set_grad_enabled(is_training):
        for i, batch in enumerate(loader):
            loss = model(batch) / k
            if is_training:
                loss.backward()
                if (i + 1) % k == 0:
                    optimizer.step()  # finding: batches are discarded; also step after the loop
                    optimizer.zero_grad()


def train_with_a_counter(model, loader, optimizer, epochs, k):
    for _ in range(epochs):
        seen = 0
        for batch in loader:
            (model(batch) / k).backward()
            seen += 1
            if seen % k == 0:
                optimizer.step()  # finding: so gradients of leftover batches leak into the next epoch; also step
                optimizer.zero_grad()


def train_all(model, loader, optimizer, epochs, k):
    for _ in range(epochs):
        for i, batch in enumerate(loader):
            (model(batch) / k).backward()
            if (i + 1) % k == 0 or i == len(loader) - 1:
                optimizer.step()
                optimizer.zero_grad()


def train_rest_after(model, loader, optimizer, epochs, k):
    for _ in range(epochs):
        for i, batch in enumerate(loader):
            (model(batch) / k).backward()
            if (i + 1) % k == 0:
                optimizer.step()
                optimizer.zero_grad()
        if (i + 1) % k != 0:
            optimizer.step()
            optimizer.zero_grad()


def train_whole_steps(model, loader, optimizer, epochs, k):
    for _ in range(epochs):
        for i, batch in enumerate(islice(loader, len(loader) // k * k)):
            (model(batch) / k).backward()
            if (i + 1) % k == 0:
                optimizer.step()
                optimizer.zero_grad()


def train_up_to(model, loader, optimizer, epoch, k, steps_per_epoch):
    for i, batch in enumerate(loader):
        step = i // k
        if step >= steps_per_epoch:
            continue
        (model(batch) / k).backward()
        if (i + 1) % k == 0:
            optimizer.step()
            optimizer.zero_grad()


def train_on(model, loader, optimizer, epochs, k):
    done = 0
    for _ in range(epochs):
        for batch in loader:
            (model(batch) / k).backward()
            done += 1
            if done % k == 0:  # counts on: the next epoch completes the step
                optimizer.step()
                optimizer.zero_grad()


def train_stream(model, loader, optimizer, k):
    """One pass over a stream, which has no epochs."""
    for i, batch in enumerate(loader):
        (model(batch) / k).backward()
        if (i + 1) % k == 0:
            optimizer.step()
            optimizer.zero_grad()


def train_each(model, loader, optimizer, epoch):
    for i, batch in enumerate(loader):
        model(batch).backward()
        if (i + 1) % 1 == 0:
            optimizer.step()
            optimizer.zero_grad()


def train_some(model, optimizer, batches, epochs, k):
    for _ in range(epochs):
        for i in range(100):
            (model(next(batches)) / k).backward()
            if (i + 1) % k == 0:
                optimizer.step()
                optimizer.zero_grad()

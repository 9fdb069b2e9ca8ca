"""Functions and objects that step in the batches that an argument says."""

import torch


class ScaledStep:
    def __init__(self):
        self.scaler = torch.amp.GradScaler("cuda")

    def __call__(self, loss, optimizer, update=True):
        self.scaler.scale(loss).backward()
        if update:
            self.scaler.step(optimizer)
            self.scaler.update()


def train_known(model, loader, optimizer, epochs, k):
    advance = ScaledStep()
    for _ in range(epochs):
        optimizer.zero_grad()
        for i, batch in enumerate(loader):
            advance(model(batch) / k, optimizer, update=(i + 1) % k == 0)  # finding: leftover batches are discarded
            if (i + 1) % k == 0:
                optimizer.zero_grad()


def train_by_engine_or_not(model, loader, optimizer, epochs, k, engine=None):
    advance = ScaledStep()
    for _ in range(epochs):
        for i, batch in enumerate(loader):
            loss = model(batch) / k
            if engine is not None:
                engine.backward(loss)
                engine.step()
            else:
                advance(loss, optimizer, update=(i + 1) % k == 0)  # finding: leftover batches leak into the next epoch
                if (i + 1) % k == 0:
                    optimizer.zero_grad()


def train_and_show(model, loader, optimizer, epochs, k, watch):
    for _ in range(epochs):
        for i, batch in enumerate(loader):
            optimizer.zero_grad()
            if model.training:
                model(batch).backward()
                optimizer.step()
            watch(optimizer, step=(i + 1) % k == 0)


def train_epoch(model, loader, optimizer, epoch, advance, k):
    for i, batch in enumerate(loader):
        is_full = (i + 1) % k == 0
        advance(model(batch) / k, optimizer, update=is_full)  # suspected: leftover batches leak into the next epoch
        if is_full:
            optimizer.zero_grad()


def train_epoch_to_its_end(model, loader, optimizer, epoch, advance, k):
    optimizer.zero_grad()
    for i, batch in enumerate(loader):
        is_full = (i + 1) % k == 0 or i + 1 == len(loader)
        advance(model(batch) / k, optimizer, update=is_full)
        if is_full:
            optimizer.zero_grad()


def train_epoch_and_the_rest(model, loader, optimizer, epoch, advance, k):
    optimizer.zero_grad()
    for i, batch in enumerate(loader):
        loss = model(batch) / k
        advance(loss, optimizer, update=(i + 1) % k == 0)
        if (i + 1) % k == 0:
            optimizer.zero_grad()
    advance(torch.zeros((), requires_grad=True), optimizer)


def train_epoch_with_a_report(model, loader, optimizer, epoch, report, k):
    for i, batch in enumerate(loader):
        optimizer.zero_grad()
        model(batch).backward()
        optimizer.step()
        report(optimizer, show=(i + 1) % k == 0)

"""Masked means and sums, in trainings of one and of several passes a step."""

import torch
from torch import nn
from torch.nn import functional as F

model = nn.Linear(4, 8)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def masked_mean(values, mask):
    return (values * mask).sum() / mask.sum()  # suspected: valid tokens


def data(lengths):
    for length in lengths:
        mask = torch.zeros(3, 5)
        mask[:, :length] = 1
        yield torch.randn(3, 5, 4), torch.randint(8, (3, 5)), mask


def by_a_function(lengths, passes):
    optimizer.zero_grad()
    for number, (rows, labels, mask) in enumerate(data(lengths)):
        losses = F.cross_entropy(model(rows).transpose(1, 2), labels, reduction="none")
        (masked_mean(losses, mask) / passes).backward()
        if (number + 1) % passes == 0:
            optimizer.step()
            optimizer.zero_grad()


def by_an_inner_loop(lengths, passes):
    batches = iter(list(data(lengths)))
    criterion = nn.CrossEntropyLoss(ignore_index=-1)
    for _ in range(len(lengths) // passes):
        for _ in range(passes):
            rows, labels, mask = next(batches)
            labels = labels.masked_fill(mask == 0, -1)
            loss = criterion(model(rows).flatten(0, 1), labels.flatten())  # suspected: valid tokens
            (loss / passes).backward()
        optimizer.step()
        optimizer.zero_grad()


def of_sums(lengths, passes, tokens):
    for number, (rows, labels, mask) in enumerate(data(lengths)):
        labels = labels.masked_fill(mask == 0, -1)
        loss = F.cross_entropy(model(rows).transpose(1, 2), labels, ignore_index=-1, reduction="sum")
        (loss / tokens).backward()
        if (number + 1) % passes == 0:
            optimizer.step()
            optimizer.zero_grad()


def weighed(lengths, passes, tokens):
    for number, (rows, labels, mask) in enumerate(data(lengths)):
        labels = labels.masked_fill(mask == 0, -1)
        loss = F.cross_entropy(model(rows).transpose(1, 2), labels, ignore_index=-1)
        loss = loss * mask.sum() / tokens
        loss.backward()
        if (number + 1) % passes == 0:
            optimizer.step()
            optimizer.zero_grad()


def of_each_sequence(lengths, passes):
    for number, (rows, labels, mask) in enumerate(data(lengths)):
        losses = F.cross_entropy(model(rows).transpose(1, 2), labels, reduction="none")
        loss = ((losses * mask).sum(1) / mask.sum(1)).mean()
        (loss / passes).backward()
        if (number + 1) % passes == 0:
            optimizer.step()
            optimizer.zero_grad()


def a_step_each(lengths):
    for rows, labels, mask in data(lengths):
        labels = labels.masked_fill(mask == 0, -1)
        optimizer.zero_grad()
        F.cross_entropy(model(rows).transpose(1, 2), labels, ignore_index=-1).backward()
        optimizer.step()


def shown(lengths, passes):
    for number, (rows, labels, mask) in enumerate(data(lengths)):
        logits = model(rows)
        losses = F.cross_entropy(logits.transpose(1, 2), labels, reduction="none")
        (losses.mean() / passes).backward()
        right = (logits.argmax(-1) == labels).float()
        accuracy = (right * mask).sum() / mask.sum()
        if (number + 1) % passes == 0:
            print(f"{accuracy:.2f}")
            optimizer.step()
            optimizer.zero_grad()


by_a_function([1, 5, 2, 4], 2)
by_an_inner_loop([1, 5, 2, 4], 2)

"""A batch in parts: all of them are differentiated together, and what else is collected of them ends with the function."""

import torch
from torch import nn

model = nn.Linear(4, 3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
seen = []


def scores_in_parts(rows, size):
    scores, spreads = [], []
    for start in range(0, len(rows), size):
        output = model(rows[start : start + size])
        scores.append(output.log_softmax(-1))
        spreads.append(output.std(-1))
        seen.append(output)  # finding: keeps the graph
    return torch.cat(scores), torch.cat(spreads)


def loss_of(rows):
    scores, spreads = scores_in_parts(rows, 2)
    print(spreads.mean().item())
    return -scores[:, 0].mean()


def each_by_itself(batches):
    kept = []
    for rows in batches:
        output = model(rows)
        output.sum().backward()
        kept.append(output)  # finding: keeps the graph
    print(len(kept))


for step in range(3):
    optimizer.zero_grad()
    loss_of(torch.rand(6, 4)).backward()
    optimizer.step()
each_by_itself(torch.rand(3, 2, 4))


def in_a_list_of_the_file(parts):
    total = 0
    for rows in parts:
        loss = model(rows).square().mean()
        seen.append(loss)  # finding: keeps the graph
        total = total + loss
    total.backward()


def in_a_list_that_is_given(parts, kept):
    total = 0
    for rows in parts:
        loss = model(rows).square().mean()
        kept.append(loss)  # finding: keeps the graph
        total = total + loss
    total.backward()


def in_a_list_of_its_own(parts):
    total, losses = 0, []
    for rows in parts:
        loss = model(rows).square().mean()
        losses.append(loss)
        total = total + loss
    total.backward()
    print(sum(loss.item() for loss in losses))


in_a_list_of_the_file(torch.rand(3, 2, 4))
in_a_list_that_is_given(torch.rand(3, 2, 4), seen)
in_a_list_of_its_own(torch.rand(3, 2, 4))

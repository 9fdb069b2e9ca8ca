"""Ways in which a summand comes to have no graph, and sums that only look alike."""

import torch
from torch import nn
from torch.nn import functional as F

net = nn.Linear(4, 3)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
rows, labels = torch.rand(8, 4), torch.randint(3, (8,))


def step(loss):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def error_rate(scores, wanted):
    chosen = scores.argmax(dim=1)
    return (chosen != wanted).float().mean()


def counted():
    scores = net(rows)
    loss = F.cross_entropy(scores, labels)
    loss += 0.5 * error_rate(scores, labels)  # finding: trains nothing, as `scores.argmax(dim=1)` has no gradient
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def inside_of_a_mean():
    scores = net(rows)
    sparse = (scores.sigmoid() > 0.1).float().sum(1)
    optimizer.zero_grad()
    (F.cross_entropy(scores, labels, reduction="none") + sparse).mean().backward()  # finding: trains nothing, as
    optimizer.step()


def whole_numbers():
    scores = net(rows)
    total = F.cross_entropy(scores, labels) + scores.long().abs().sum()  # finding: trains nothing, as `scores.long()`
    optimizer.zero_grad()
    total.backward()
    optimizer.step()


def as_a_factor():
    scores = net(rows)
    hard = (scores.max(dim=1).values < 0.9).float()
    loss = (F.cross_entropy(scores, labels, reduction="none") * hard).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def constants_of_the_data():
    scores = net(rows)
    bonus = (labels == 0).float().mean()
    loss = F.cross_entropy(scores, labels) + bonus
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def detached_on_purpose():
    scores = net(rows)
    loss = F.cross_entropy(scores, labels) - scores.detach().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def chosen_among_them():
    losses = F.cross_entropy(net(rows), labels, reduction="none")
    least = (losses + 1e9 * (losses == 0).float()).min()
    optimizer.zero_grad()
    least.backward()
    optimizer.step()


def straight_through():
    soft = net(rows).softmax(dim=1)
    hard = F.one_hot(soft.argmax(dim=1), 3).float()
    loss = F.mse_loss(hard - soft.detach() + soft, torch.eye(3)[labels])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def looked_at():
    scores = net(rows)
    loss = F.cross_entropy(scores, labels)
    print(f"{loss + error_rate(scores, labels):.2f}")
    step(loss)


def clipped(scores, limit=None):
    excess = scores - 1 if limit is not None else scores
    return excess.detach().mean() if excess.mean() > 0 else excess.detach().sum()


def decided():
    scores = net(rows)
    loss = F.cross_entropy(scores, labels) + clipped(scores)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


for run in (counted, inside_of_a_mean, whole_numbers, as_a_factor, constants_of_the_data):
    run()
for run in (detached_on_purpose, chosen_among_them, straight_through, looked_at, decided):
    run()

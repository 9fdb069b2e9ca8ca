"""Outputs collected with gradients on and without a `backward()`: the container keeps all activations too."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3))
batches = [(torch.randn(4, 8), torch.randint(0, 3, (4,))) for _ in range(5)]


def collect_logits():
    logits = []
    for inputs, _ in batches:
        logits.append(model(inputs))  # finding: `logits` keeps the graph
    return torch.cat(logits).argmax(1).tolist()


def collect_losses():
    losses, sizes = [], []
    for inputs, labels in batches:
        loss = nn.functional.cross_entropy(model(inputs), labels)
        losses.append(loss)  # finding: `losses` keeps the graph
        sizes.append(len(inputs))
    print(sum(losses).item() / sum(sizes))


def one_tensor_that_grows():
    everything = torch.zeros(0, 3)
    for inputs, _ in batches:
        everything = torch.cat([everything, model(inputs)])  # finding: `everything` keeps the graph
    print(everything.argmax(1).bincount())


def one_more_column_each_time():
    everything = torch.zeros(4, 0)
    for inputs, _ in batches:
        everything = torch.column_stack([everything, model(inputs)])  # finding: `everything` keeps the graph
    print(everything.argmax(1).bincount())


def one_more_column_of_numbers():
    everything = torch.zeros(4, 0)
    for inputs, _ in batches:
        everything = torch.column_stack([everything, model(inputs).detach()])
    print(everything.argmax(1).bincount())


if __name__ == "__main__":
    print(collect_logits())
    collect_losses()
    one_tensor_that_grows()
    one_more_column_each_time()
    one_more_column_of_numbers()

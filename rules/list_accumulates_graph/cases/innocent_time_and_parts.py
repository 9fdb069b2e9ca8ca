"""Lists of one graph: the steps of one sequence, the parts of one batch."""

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader

loader = DataLoader([(torch.rand(4), 0)] * 16, batch_size=8)
cell = nn.LSTMCell(4, 8)
model = nn.Linear(4, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

# The state that comes around holds the graph anyway.
h, c = torch.zeros(2, 8), torch.zeros(2, 8)
heard = []
for frame in torch.rand(5, 2, 4):
    h, c = cell(frame, (h, c))
    heard.append(h)
print(torch.stack(heard).shape)


def in_parts(epoch):
    """Gradients of several parts, one step: the lists live for one batch."""
    for rows, labels in loader:
        optimizer.zero_grad()
        outputs, losses = [], []
        for part, wanted in zip(rows.chunk(2), labels.chunk(2)):
            output = model(part)
            outputs.append(output)
            loss = F.cross_entropy(output, wanted)
            losses.append(loss)
            loss.backward()
        optimizer.step()
        correct = (torch.cat(outputs).argmax(1) == labels).sum().item()
        print(epoch, correct, sum(losses).item())


def every_batch(epochs):
    """Lists of a whole run."""
    curve = []
    for _ in range(epochs):
        for rows, labels in loader:
            optimizer.zero_grad()
            for part, wanted in zip(rows.chunk(2), labels.chunk(2)):
                loss = F.cross_entropy(model(part), wanted)
                loss.backward()
                curve.append(loss)  # finding: keeps the graph
            optimizer.step()
    print(len(curve))


if __name__ == "__main__":
    in_parts(0)
    every_batch(2)

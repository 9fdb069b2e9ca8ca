"""A metric that is updated keeps no graph; what calling it returns may have one."""

import torch
import torchmetrics
from torch import nn
from torchmetrics import MeanMetric, Metric
from torchmetrics.classification import MulticlassAccuracy

model = nn.Linear(8, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loader = torch.utils.data.DataLoader([])
accuracy = MulticlassAccuracy(num_classes=2).to("cuda")
reveal(accuracy)  # framework, torchmetrics.Metric
mean_loss = MeanMetric()
values = []
for x, y in loader:
    outputs = model(x)
    loss = nn.functional.cross_entropy(outputs, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    reveal(mean_loss.update(loss))  # none
    accuracy.update(outputs, y)
    reveal(accuracy(outputs, y))  # output, maybe grad, assumed
    reveal(accuracy(outputs.detach(), y))  # output, no grad, assumed
    values.append(mean_loss.compute())
reveal(accuracy.compute())  # output, no grad, assumed
reveal(torchmetrics.functional.mean_squared_error(outputs, outputs))  # output, maybe grad, assumed
reveal(accuracy.eval())  # framework, torchmetrics.Metric


class Total(Metric):
    def __init__(self):
        super().__init__()
        self.add_state("total", default=torch.tensor(0.0), dist_reduce_fx="sum")
        self.seen = torch.tensor(0.0)

    def update(self, value):
        self.total += value
        self.seen = self.seen + value

    def compute(self):
        return self.total


running = Total()
for x, y in loader:
    loss = nn.functional.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    running.update(loss)
    running(loss)

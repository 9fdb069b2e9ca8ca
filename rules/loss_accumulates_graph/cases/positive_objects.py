"""Running sums that live on objects: the loop is in one function, the sum in another, or behind a meter."""

from collections import defaultdict

import torch
from torch import nn

batches = [(torch.randn(4, 8), torch.randint(0, 3, (4,))) for _ in range(5)]


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 3)
        self.optimizer = torch.optim.Adam(self.body.parameters())

    def forward(self, inputs):
        return self.body(inputs)

    def loss_and_predictions(self, inputs, labels):
        logits = self(inputs)
        return nn.functional.cross_entropy(logits, labels), logits.argmax(1)


class Meter:
    """Sums what it is given, with its graph."""

    def __init__(self):
        self.sum = 0.0
        self.count = 0

    def update(self, value, n=1):
        self.sum += value * n
        self.count += n

    @property
    def average(self):
        return self.sum / self.count


class Learner:
    def __init__(self, network):
        self.network = network
        self.optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
        self.running_loss = 0.0
        self.sums = defaultdict(float)

    def fit(self):
        for inputs, labels in batches:
            self.learn(inputs, labels)
        print(f"{self.running_loss:.4f}", dict(self.sums))

    def learn(self, inputs, labels):
        self.optimizer.zero_grad()
        loss = nn.functional.cross_entropy(self.network(inputs), labels)
        loss.backward()
        self.optimizer.step()
        self.running_loss = self.running_loss + loss  # finding: `self.running_loss` keeps the graph
        self.sums["train"] += loss  # finding: keeps the graph


def first_of_two_results():
    network = Network()
    epoch_loss, correct = 0.0, 0
    for inputs, labels in batches:
        network.optimizer.zero_grad()
        loss, predictions = network.loss_and_predictions(inputs, labels)
        loss.backward()
        network.optimizer.step()
        epoch_loss += loss  # finding: `epoch_loss` keeps the graph
        correct += (predictions == labels).sum()
    print(f"{epoch_loss / len(batches):.4f} {correct}")


def whole_result_by_index():
    network = Network()
    epoch_loss = 0.0
    for inputs, labels in batches:
        network.optimizer.zero_grad()
        result = network.loss_and_predictions(inputs, labels)
        result[0].backward()
        network.optimizer.step()
        epoch_loss += result[0]  # finding: `epoch_loss` keeps the graph
    print(f"{epoch_loss:.4f}")


def through_a_meter():
    network = Network()
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    losses = Meter()
    for inputs, labels in batches:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(network(inputs), labels)
        loss.backward()
        optimizer.step()
        losses.update(loss, inputs.size(0))  # finding: `losses` keeps the graph
    print(f"{losses.average:.4f}")


if __name__ == "__main__":
    Learner(Network()).fit()
    first_of_two_results()
    whole_result_by_index()
    through_a_meter()

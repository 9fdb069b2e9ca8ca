"""Who calls decides: the mode or the missing `no_grad` is in another function of the file."""

import torch
from torch import nn

batches = [(torch.randn(4, 8), torch.randint(0, 3, (4,))) for _ in range(5)]


def hits_of(model, loader):
    hits = 0
    for inputs, labels in loader:
        logits = model(inputs)  # finding: `model` is evaluated with gradients enabled
        hits += (logits.argmax(1) == labels).sum().item()
    return hits


def after_training(model):
    model.eval()
    print(hits_of(model, batches))
    with torch.no_grad():
        print(hits_of(model, batches))


def greedy(model, prompt, length):
    words = prompt
    for _ in range(length):
        scores = model(words)  # finding: `model` is evaluated with gradients enabled
        words = torch.cat([words, scores[-1:].argmax(1)])
    return words


def translate(model, prompt):
    model.eval()
    return greedy(model, prompt, length=4).tolist()


class Experiment:
    """Sets the mode in one method and runs the model in another."""

    def __init__(self):
        self.model = self.build()
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def build(self):
        return nn.Sequential(nn.Linear(8, 3), nn.Dropout())

    def run(self):
        for _ in range(2):
            self.model.train()
            for inputs, labels in batches:
                self.optimizer.zero_grad()
                nn.functional.cross_entropy(self.model(inputs), labels).backward()
                self.optimizer.step()
            self.model.eval()
            print(self.score())

    def score(self):
        hits = 0
        for inputs, labels in batches:
            logits = self.model(inputs)  # finding: `self.model` is evaluated with gradients enabled
            hits += (logits.argmax(1) == labels).sum().item()
        return hits


def main():
    model = nn.Sequential(nn.Linear(8, 3), nn.Dropout())
    after_training(model)
    print(translate(nn.Sequential(nn.Embedding(6, 8), nn.Linear(8, 6)), torch.tensor([1])))
    Experiment().run()


if __name__ == "__main__":
    main()

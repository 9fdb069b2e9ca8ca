"""Loaders of the program's own, by the name of their class."""

import torch


class SentenceLoader:
    def __init__(self, sentences, size):
        self.sentences, self.size = sentences, size

    def __iter__(self):
        for start in range(0, len(self.sentences), self.size):
            yield torch.stack(self.sentences[start : start + self.size])


class Cycle:
    def __init__(self, batches, steps):
        self.batches, self.steps = batches, steps

    def __iter__(self):
        for i in range(self.steps):
            yield self.batches[i % len(self.batches)]


def train(model, optimizer, sentences, epochs, k):
    training = SentenceLoader(sentences, 8)
    for _ in range(epochs):
        for i, batch in enumerate(training):
            (model(batch) / k).backward()
            if (i + 1) % k == 0:
                optimizer.step()  # finding: so gradients of leftover batches leak into the next epoch
                optimizer.zero_grad()


def train_for_whole_steps(model, optimizer, batches, epochs, k):
    training = Cycle(batches, 100 * k)
    for _ in range(epochs):
        for i, batch in enumerate(training):
            (model(batch) / k).backward()
            if (i + 1) % k == 0:
                optimizer.step()
                optimizer.zero_grad()

"""Where reading alone cannot tell: the result is handed on, or only names and cut results speak for an evaluation."""

import torch
from torch import nn

generator = nn.Linear(4, 8)
classifier = nn.Linear(8, 3)
optimizer = torch.optim.SGD([*generator.parameters(), *classifier.parameters()], lr=0.1)


def scores_of(model, inputs):
    model.eval()
    return model(inputs)  # suspected: `model` is evaluated with gradients enabled


def validate(model, loader):
    hits = 0
    for inputs, labels in loader:
        logits = model(inputs)  # suspected: `model` is evaluated with gradients enabled
        hits += (logits.argmax(1) == labels).sum().item()
    return hits


def generate(decoder, state, length):
    words = []
    for _ in range(length):
        scores, state = decoder(state)  # suspected: `decoder` is evaluated with gradients enabled
        words.append(scores.argmax().item())
    return words


def train(batches):
    for noise, labels in batches:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(classifier(generator(noise)), labels)
        loss.backward()
        optimizer.step()
        predicted = classifier(torch.randn(4, 8))
        print((predicted.data.argmax(1) == labels).float().mean().item())

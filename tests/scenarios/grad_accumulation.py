"""Gradient accumulation over micro-batches, two parameter groups with an optimizer each, an average of the weights."""

import copy

import torch
import torch.nn.functional as F
from torch import nn

ACCUMULATE, STEPS = 4, 24


class TextClassifier(nn.Module):
    def __init__(self, vocab=50, classes=3):
        super().__init__()
        self.embedding = nn.EmbeddingBag(vocab, 16)
        self.dropout = nn.Dropout(0.1)
        self.classifier = nn.Linear(16, classes)

    def forward(self, tokens):
        return self.classifier(self.dropout(self.embedding(tokens)))


def sample(size=8):
    labels = torch.randint(0, 3, (size,))
    return torch.randint(0, 16, (size, 6)) * 3 + labels[:, None], labels


def train_accumulated(model, optimizer):
    """One step per four micro-batches: the gradients pile up on purpose."""
    model.train()
    logged, window = 0.0, []
    optimizer.zero_grad()
    for i in range(STEPS):
        tokens, labels = sample()
        logits = model(tokens)  # refuted(eval_mode): part of training
        loss = F.cross_entropy(logits, labels) / ACCUMULATE
        loss.backward()
        logged += loss  # confirmed by loss-accumulates-graph: nodes only
        window.append(loss.item() * ACCUMULATE)  # refuted(retained_graph): no graph
        if (i + 1) % ACCUMULATE == 0:
            optimizer.step()  # refuted(stale_gradients)
            optimizer.zero_grad()
    return logged.item() / STEPS * ACCUMULATE, sum(window) / len(window)


def train_summed(model, optimizer):
    """The other way: the losses of the micro-batches are summed, and differentiated at once."""
    total = 0.0
    for i in range(STEPS // ACCUMULATE):
        batch_loss = 0.0
        for _ in range(ACCUMULATE):
            tokens, labels = sample()
            batch_loss += F.cross_entropy(model(tokens), labels)  # refuted(retained_graph): backward ran through it
        optimizer.zero_grad()
        (batch_loss / ACCUMULATE).backward()
        optimizer.step()  # refuted(stale_gradients)
        total += batch_loss.item() / ACCUMULATE  # refuted(retained_graph): no graph
    return total / (STEPS // ACCUMULATE)


def train_two_optimizers(model):
    """Sparse and dense parameters apart; one of the two is never cleared."""
    dense = torch.optim.SGD(model.classifier.parameters(), lr=0.05)
    table = torch.optim.SGD(model.embedding.parameters(), lr=0.05)
    history = {}
    for i in range(8):
        tokens, labels = sample()
        dense.zero_grad()
        loss = F.cross_entropy(model(tokens), labels)
        loss.backward()
        dense.step()  # refuted(stale_gradients)
        table.step()  # confirmed by missing-zero-grad
        history[i] = loss  # confirmed by list-accumulates-graph: nodes only
    return history[7].item()


def train_in_vain(model, optimizer):
    """Meant to clear at the start of each window, and moved below backward() at some time."""
    losses = []
    for _ in range(4):
        tokens, labels = sample()
        loss = F.cross_entropy(model(tokens), labels)  # refuted(softmaxed_input): no probabilities
        loss.backward()
        optimizer.zero_grad()  # confirmed by zero-grad-between-backward-and-step
        optimizer.step()
        losses.append(loss.item())  # refuted(retained_graph): no graph
    return max(losses)


def train_averaged(model, optimizer, decay=0.9):
    averaged = copy.deepcopy(model)
    smoothed = torch.zeros(())
    for _ in range(8):
        tokens, labels = sample()
        for p in model.parameters():
            p.grad = None
        loss = F.cross_entropy(model(tokens), labels)
        loss.backward()
        optimizer.step()  # refuted(stale_gradients)
        smoothed = decay * smoothed + (1 - decay) * loss  # confirmed by loss-accumulates-graph: nodes only
        with torch.no_grad():
            for kept, new in zip(averaged.parameters(), model.parameters()):
                kept.mul_(decay).add_(new, alpha=1 - decay)
    return averaged, smoothed.item()


def accuracy(model):
    model.eval()
    correct = 0
    for _ in range(6):
        tokens, labels = sample(16)
        logits = model(tokens)  # confirmed by eval-without-no-grad # refuted(eval_mode): in eval mode
        correct += (logits.argmax(dim=1) == labels).sum()  # refuted(retained_graph): no graph
    return correct.item() / 96


torch.manual_seed(0)
model = TextClassifier()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
print("accumulated %.4f %.4f" % train_accumulated(model, optimizer))
print("summed %.4f" % train_summed(model, optimizer))
print("two optimizers %.4f" % train_two_optimizers(model))
print("in vain %.4f" % train_in_vain(model, optimizer))
averaged, smoothed = train_averaged(model, optimizer)
print("averaged %.4f" % smoothed, accuracy(averaged))

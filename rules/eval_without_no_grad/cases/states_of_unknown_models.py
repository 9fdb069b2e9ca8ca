"""Models of which little is known: making a first state leaves the mode, and another method may change it."""

import torch
from somewhere import batches
from torch.nn import functional as F


def apart(state):
    return state.detach() if isinstance(state, torch.Tensor) else tuple(apart(part) for part in state)


def perplexity(rows):
    model.eval()
    total, state = 0.0, model.init_hidden(10)
    for i in range(0, rows.size(0) - 1, 35):
        row, labels = batches(rows, i)
        scores, state = parallel(row, state)  # finding: `parallel` is evaluated with gradients enabled
        total += F.nll_loss(scores.view(-1, scores.size(2)), labels).data * len(row)
        state = apart(state)
    return total[0] / len(rows)


def perplexity_adapted(rows):
    model.eval()
    model.adapt(rows)
    total, state = 0.0, model.init_hidden(10)
    for i in range(0, rows.size(0) - 1, 35):
        row, labels = batches(rows, i)
        scores, state = parallel(row, state)
        total += F.nll_loss(scores.view(-1, scores.size(2)), labels).data * len(row)
        state = apart(state)
    return total[0] / len(rows)


model = torch.load("model.pt", weights_only=False)
total = sum(part.numel() for part in model.parameters())
parallel = model.cuda()
print(perplexity(batches("test", 0)), perplexity_adapted(batches("test", 0)))

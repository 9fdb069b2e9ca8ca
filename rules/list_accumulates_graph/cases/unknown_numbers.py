"""Arithmetic with values of which nothing is known, and with what a model has computed."""

from torch.nn import functional as F


def likeness(these, others):
    total = 0.0
    for name in these:
        total += F.cosine_similarity(these[name].view(-1), others[name].view(-1), dim=0)
    return total / len(these)


def rounds(clients, test, batches):
    alike, losses = [], []
    for _ in range(100):
        states = [client.learn() for client in clients]
        alike.append(likeness(states[0], states[1]))
        for rows, labels in batches:
            test.eval()
            losses.append(F.cross_entropy(test(rows), labels))  # suspected: `losses` keeps the graph
    return alike, losses

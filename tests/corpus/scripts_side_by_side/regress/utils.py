"""Keeps the graph of a loss, and evaluates with gradients."""


def keep(kept, loss):
    kept.append(loss)


def evaluate(net, loader):
    net.eval()
    right = sum((net(x).argmax(1) == y.argmax(1)).sum() for x, y in loader)  # finding: evaluated with gradients
    net.train()
    return int(right)

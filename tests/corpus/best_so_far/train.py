"""Gives its loss to each of them; the smooth one and the curves grow."""

import torch
from torch import nn
from torch.utils.data import DataLoader

from bookkeeping import Best, Curves, Last, Smooth, Window, Writer


def train(path):
    net = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    best, last, window, smooth, curves, writer = Best(), Last(), Window(), Smooth(), Curves(), Writer(path)
    for step, x in enumerate(DataLoader(torch.randn(64, 4), batch_size=4)):
        loss = net(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        last.put(loss=loss, step=step)
        window.put(loss)
        smooth.put(loss)  # finding: `smooth` keeps the graph of every `loss` alive
        curves.put("loss", loss)  # finding: `curves` keeps the graph of every `loss` alive
        curves.put_number("loss", loss)
        writer.add_scalar("loss", loss, step)
        if best.update(loss):
            break
    return smooth.value, window.mean, curves.curves["loss"][-1], last.values


if __name__ == "__main__":
    train("log.txt")

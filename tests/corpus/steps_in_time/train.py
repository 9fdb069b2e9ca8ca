"""Trains on whole sequences, and on pieces whose state is carried over: cut once, and not."""

import torch
from torch import nn
from torch.utils.data import DataLoader

from decoder import Decoder

net, recurrent, head = Decoder(), nn.GRU(8, 8, batch_first=True), nn.Linear(8, 8)
optimizer = torch.optim.Adam([*net.parameters(), *recurrent.parameters(), *head.parameters()])
loader = DataLoader(torch.randn(16, 5, 8), batch_size=4)
for batch in loader:
    outputs, alignments = net(batch, batch)
    loss = nn.functional.mse_loss(outputs, batch) + 0.01 * alignments.std()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def in_pieces():
    state, total = None, 0.0
    for batch in loader:
        if state is not None:
            state = state.detach()
        output, state = recurrent(batch, state)
        loss = nn.functional.mse_loss(head(output), batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total


if __name__ == "__main__":
    print(in_pieces())
    net.eval()
    print(net.infer(torch.randn(2, 5, 8)).shape)

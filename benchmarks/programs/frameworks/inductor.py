"""A module compiled by inductor, trained and evaluated by code that is not."""

# needs: a C++ compiler
# runs: {python} {path}

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(8, 32)
        self.head = nn.Linear(32, 3)

    def forward(self, x):
        return self.head(torch.relu(self.hidden(x)))


def main():
    torch.manual_seed(6)
    net = Net()
    compiled = torch.compile(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    criterion = nn.CrossEntropyLoss()
    total, plain = 0.0, 0.0
    for _ in range(12):
        x, y = torch.randn(16, 8), torch.randint(0, 3, (16,))
        optimizer.zero_grad()
        loss = criterion(compiled(x).softmax(-1), y)  # confirmed by softmax-before-cross-entropy
        loss.backward()
        optimizer.step()
        total += loss  # confirmed by loss-accumulates-graph
        plain += loss.item()
    print(f"{total.item():.5f} {plain:.5f}")
    torch.save(net.state_dict(), "weights.pt")


if __name__ == "__main__":
    main()

"""What sizes say of the first dimension: of `x.view(-1, 9, 54)`, that it is what is left, so the batch."""

import torch
from torch import nn


class Moves(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.LSTM(54, 16)
        self.first = nn.LSTM(54, 16, batch_first=True)
        self.head = nn.Linear(16, 2)

    def forward(self, rows):
        steps = rows.reshape(-1, 9, 54)
        out, _ = self.rnn(steps)
        return self.head(out[:, -1])  # finding: treats dimension 0 as time

    def as_it_should_be(self, rows):
        out, _ = self.first(rows.reshape(-1, 9, 54))
        return self.head(out[:, -1])

    def of_one_row_each(self, rows, count):
        out, _ = self.rnn(rows.view(-1, count, 54))  # perhaps the batch
        return self.head(out[:, -1])


print(Moves()(torch.randn(4, 486)).shape)

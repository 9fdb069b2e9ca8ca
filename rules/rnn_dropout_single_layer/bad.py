"""A recurrent network that is to drop half of what it has read, and drops nothing."""

import warnings

import torch
from torch import nn

warnings.simplefilter("ignore")  # as in many a script


class Reader(nn.Module):
    def __init__(self, width: int = 16) -> None:
        super().__init__()
        self.rnn = nn.LSTM(4, width, batch_first=True, dropout=0.5)  # finding: its `dropout` does nothing
        self.head = nn.Linear(width, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        out, _ = self.rnn(x)
        return self.head(out[:, -1])


def main() -> None:
    torch.manual_seed(0)
    model, x = Reader(), torch.randn(8, 5, 4)
    model.train()
    same = torch.equal(model(x), model(x))
    print(f"two forwards in train mode give {'the same' if same else 'different numbers'}")


if __name__ == "__main__":
    main()

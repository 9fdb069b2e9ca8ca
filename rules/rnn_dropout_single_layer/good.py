"""A recurrent network that drops half of what it has read."""

import torch
from torch import nn

class Reader(nn.Module):
    def __init__(self, width: int = 16) -> None:
        super().__init__()
        self.rnn = nn.LSTM(4, width, batch_first=True)
        self.dropout = nn.Dropout(0.5)
        self.head = nn.Linear(width, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        out, _ = self.rnn(x)
        return self.head(self.dropout(out[:, -1]))


def main() -> None:
    torch.manual_seed(0)
    model, x = Reader(), torch.randn(8, 5, 4)
    model.train()
    same = torch.equal(model(x), model(x))
    print(f"two forwards in train mode give {'the same' if same else 'different numbers'}")


if __name__ == "__main__":
    main()

"""Looks at what the layers of a small network give."""

import torch
from torch import nn


class Scorer(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.hidden, self.out = nn.Linear(4, 8), nn.Linear(8, 1)

    def __call__(self, x: torch.Tensor) -> torch.Tensor:  # finding: replaces `nn.Module.__call__`, so hooks of `Scorer`
        return self.out(torch.relu(self.hidden(x)))


def main() -> None:
    torch.manual_seed(0)
    seen = []
    model = Scorer()
    for module in (model, model.hidden, model.out):
        module.register_forward_hook(lambda module, args, output: seen.append(type(module).__name__))
    model(torch.rand(2, 4))
    print("hooks ran on", seen)


if __name__ == "__main__":
    main()

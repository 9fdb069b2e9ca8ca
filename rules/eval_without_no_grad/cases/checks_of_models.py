"""Models that are tried out in the file that defines them, and one that is evaluated there."""

import torch
from torch import nn


class Switched:
    """Turns the gradients of a module's parameters on for a while."""

    def __init__(self, module: nn.Module) -> None:
        self.module = module

    def __enter__(self) -> None:
        self.module.requires_grad_(True)

    def __exit__(self, *args: object) -> None:
        self.module.requires_grad_(False)


class Encoder(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layer(x)


class Embedder(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.table = nn.Embedding(10, 4)

    def forward(self, text: str) -> torch.Tensor:
        return self.table(torch.tensor([len(word) for word in text.split()]))


if __name__ == "__main__":
    x = torch.randn(2, 4)
    encoder = Encoder()
    encoder(x).sum().backward()
    encoder.eval()
    out = encoder(x)
    assert out.shape == (2, 4)
    assert not torch.isnan(out).any()
    embedder = Embedder()
    embedder("a few words")


def accuracy(loader, path):
    model = Encoder()
    model.load_state_dict(torch.load(path))
    model.eval()
    right = 0
    for x, y in loader:
        right += (model(x).argmax(1) == y).sum().item()  # finding: `model` is evaluated with gradients enabled
    return right


def accuracy_of_frozen(loader, path):
    model, head = Encoder(), Encoder()
    model.load_state_dict(torch.load(path))
    model.eval()
    right = 0
    with Switched(head):
        for x, y in loader:
            right += (model(x).argmax(1) == y).sum().item()  # suspected: `model` is evaluated with gradients enabled
    return right

"""A frozen model records no graph, whichever of its methods is called."""

import torch
from torch import nn


class Tokenizer(nn.Module):
    def __init__(self, is_fixed: bool = False) -> None:
        super().__init__()
        self.encoder = nn.Conv2d(3, 8, 3)
        if is_fixed:
            self.eval()
            [p.requires_grad_(False) for p in self.parameters()]

    def tokens(self, image: torch.Tensor) -> torch.Tensor:
        return self.encoder(image).argmax(1)


def by_one_call(image: torch.Tensor) -> list[int]:
    model = Tokenizer()
    model.load_state_dict(torch.load("tokenizer.pt", weights_only=True))
    model.eval()
    model.requires_grad_(False)
    return model.tokens(image).tolist()


def one_by_one(image: torch.Tensor) -> list[int]:
    model = Tokenizer()
    model.load_state_dict(torch.load("tokenizer.pt", weights_only=True))
    model.eval()
    for parameter in model.parameters():
        parameter.requires_grad_(False)
    return model.tokens(image).tolist()


def by_its_constructor(image: torch.Tensor) -> list[int]:
    model = Tokenizer(is_fixed=True)
    model.load_state_dict(torch.load("tokenizer.pt", weights_only=True))
    return model.tokens(image).tolist()


def thawed_again(image: torch.Tensor) -> list[int]:
    model = Tokenizer()
    model.load_state_dict(torch.load("tokenizer.pt", weights_only=True))
    model.requires_grad_(False)
    model.requires_grad_(True)
    model.eval()
    return model.tokens(image).tolist()  # finding: evaluated with gradients enabled


def not_frozen(image: torch.Tensor) -> list[int]:
    model = Tokenizer()
    model.load_state_dict(torch.load("tokenizer.pt", weights_only=True))
    model.eval()
    return model.tokens(image).tolist()  # finding: evaluated with gradients enabled


if __name__ == "__main__":
    images = torch.rand(1, 3, 8, 8)
    print(by_one_call(images), one_by_one(images), by_its_constructor(images), thawed_again(images), not_frozen(images))

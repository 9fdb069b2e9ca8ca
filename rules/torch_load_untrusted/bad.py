"""Loads a checkpoint that came from elsewhere, and predicts."""

import sys

import torch
from torch import nn


def predictor(path: str) -> nn.Module:
    model = nn.Linear(4, 2)
    checkpoint = torch.load(path, map_location="cpu", weights_only=False)  # finding: can run any code
    model.load_state_dict(checkpoint["model"])
    return model


def pretrained(address: str) -> dict[str, torch.Tensor]:
    return torch.hub.load_state_dict_from_url(address, progress=False)  # finding: can run any code; pass


def main() -> None:
    torch.manual_seed(0)
    model = predictor(sys.argv[-1]) if "--checkpoint" in sys.argv else nn.Linear(4, 2)
    print(model(torch.ones(1, 4)).shape)


if __name__ == "__main__":
    main()

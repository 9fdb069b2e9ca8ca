"""Goes on from weights that were trained in parallel, and saved under other names."""

import torch
from torch import nn


def trained_elsewhere() -> dict[str, torch.Tensor]:
    """The state of a model that a wrapper held, as a checkpoint holds it."""
    return nn.DataParallel(nn.Linear(4, 2)).state_dict()


def main() -> None:
    torch.manual_seed(0)
    checkpoint = {"model": trained_elsewhere(), "epoch": 9}
    model = nn.Linear(4, 2)
    model.load_state_dict(checkpoint["model"], strict=False)  # finding: may silently load nothing
    print(model(torch.ones(1, 4)))


if __name__ == "__main__":
    main()
